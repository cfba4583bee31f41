"use strict";
{
  const STEP = 50;
  const RANKS = { error: 0, warning: 1, info: 2 };
  const collator = new Intl.Collator("en", { numeric: true });

  function element(name, text, listener) {
    const made = document.createElement(name);
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", listener);
    return made;
  }

  function keyOf(kind) {
    if (kind === "number" || kind === "share") return (text) => Number(text.replace(/[,%]/g, ""));
    if (kind === "severity") return (text) => RANKS[text] ?? 3;
    return (text) => text;
  }

  function enhance(tools) {
    const table = document.getElementById(tools.dataset.table);
    const body = table.tBodies[0];
    const headings = [...table.tHead.rows[0].cells];
    const more = tools.parentElement.querySelector(".more");
    const search = tools.querySelector("input");
    const status = tools.querySelector("[role=status]");
    const all = [...body.rows];
    let texts = null;
    let sorted = all;
    let found = all;
    let shown = STEP;

    function show() {
      body.replaceChildren(...found.slice(0, shown));
      const rest = found.length - shown;
      more.hidden = rest <= 0;
      showSome.textContent = `Show ${Math.min(STEP, rest)} more`;
      showAll.textContent = `Show all ${found.length.toLocaleString("en")}`;
      const rows = all.length.toLocaleString("en");
      status.textContent = search.value.trim()
        ? `${found.length.toLocaleString("en")} of ${rows} rows fit`
        : `${rows} rows`;
    }

    function reveal(count) {
      const first = found[shown];
      shown = count;
      show();
      if (more.hidden) focusRow(first);
    }

    function focusRow(row) {
      row.tabIndex = -1;
      row.focus();
    }

    function filter() {
      texts ??= new Map(all.map((row) => [row, row.textContent.toLowerCase()]));
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      found = words.length ? sorted.filter((row) => words.every((word) => texts.get(row).includes(word))) : sorted;
      shown = STEP;
      show();
    }

    function sort(index) {
      const heading = headings[index];
      const kind = heading.className;
      const numeric = kind === "number" || kind === "share";
      const before = heading.getAttribute("aria-sort");
      const falling = before === "none" ? numeric : before === "ascending";
      const key = keyOf(kind);
      const keys = new Map(all.map((row) => [row, key(row.cells[index].textContent)]));
      const compare = typeof keys.get(all[0]) === "number" ? (a, b) => a - b : collator.compare;
      const sign = falling ? -1 : 1;
      sorted = [...all].sort((a, b) => sign * compare(keys.get(a), keys.get(b)));
      for (const other of headings) other.setAttribute("aria-sort", "none");
      heading.setAttribute("aria-sort", falling ? "descending" : "ascending");
      filter();
    }

    headings.forEach((heading, index) => {
      const button = element("button", heading.textContent, () => sort(index));
      heading.setAttribute("aria-sort", "none");
      heading.replaceChildren(button);
    });
    const showSome = element("button", "", () => reveal(shown + STEP));
    const showAll = element("button", "", () => reveal(found.length));
    more.append(showSome, showAll);
    let waiting = 0;
    search.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(filter, 120);
    });
    tools.hidden = false;
    show();
    tools.parentElement.classList.add("ready");
  }

  for (const tools of document.querySelectorAll(".tools")) enhance(tools);
}
