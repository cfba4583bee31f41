"use strict";
{
  const FIRST = 10;
  const STEP = 50;
  const SEARCHED = 20;
  const RANKS = { error: 0, warning: 1, info: 2 };
  const collator = new Intl.Collator("en", { numeric: true });

  // A row of a table; its texts are read when they are searched or sorted.
  class Row {
    #texts;
    #searched;

    constructor(element) {
      this.element = element;
    }

    get texts() {
      return (this.#texts ??= [...this.element.cells].map((cell) => cell.textContent));
    }

    get searched() {
      return (this.#searched ??= this.texts.join("\n").toLowerCase());
    }
  }

  function button(text, listener) {
    const made = document.createElement("button");
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
    const section = tools.parentElement;
    const body = table.tBodies[0];
    const headings = [...table.tHead.rows[0].cells];
    const more = section.querySelector(".more");
    const search = tools.querySelector("input");
    const status = tools.querySelector("[role=status]");
    const all = [...body.rows].map((element) => new Row(element));
    let sorted = all;
    let found = all;
    let shown = FIRST;

    function show() {
      body.replaceChildren(...found.slice(0, shown).map((row) => row.element));
      const rest = found.length - shown;
      more.hidden = rest <= 0;
      showSome.hidden = rest <= STEP;
      showSome.textContent = `Show ${Math.min(STEP, rest)} more`;
      showAll.textContent = `Show all ${found.length.toLocaleString("en")}`;
      const rows = `${all.length.toLocaleString("en")} row${all.length === 1 ? "" : "s"}`;
      status.textContent = search.value.trim() ? `${found.length.toLocaleString("en")} of ${rows}` : rows;
    }

    function reveal(count) {
      const first = found[shown];
      shown = count;
      show();
      if (more.hidden) focusRow(first.element);
    }

    function focusRow(row) {
      row.tabIndex = -1;
      row.focus();
    }

    function filter() {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
      found = words.length ? sorted.filter((row) => words.every((word) => row.searched.includes(word))) : sorted;
      shown = FIRST;
      show();
    }

    function sort(index) {
      const heading = headings[index];
      const kind = heading.classList[0];
      const numeric = kind === "number" || kind === "share";
      const before = heading.getAttribute("aria-sort");
      const falling = before === "none" ? numeric : before === "ascending";
      const key = keyOf(kind);
      const keys = new Map(all.map((row) => [row, key(row.texts[index])]));
      const compare = typeof keys.get(all[0]) === "number" ? (a, b) => a - b : collator.compare;
      const sign = falling ? -1 : 1;
      sorted = [...all].sort((a, b) => sign * compare(keys.get(a), keys.get(b)));
      for (const other of headings) other.setAttribute("aria-sort", "none");
      heading.setAttribute("aria-sort", falling ? "descending" : "ascending");
      filter();
    }

    headings.forEach((heading, index) => {
      heading.setAttribute("aria-sort", "none");
      heading.replaceChildren(button(heading.textContent, () => sort(index)));
    });
    const showSome = button("", () => reveal(shown + STEP));
    const showAll = button("", () => reveal(found.length));
    more.append(showSome, showAll);
    let waiting = 0;
    search.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(filter, 120);
    });
    tools.hidden = all.length < SEARCHED;
    show();
    section.classList.add("ready");
  }

  for (const tools of document.querySelectorAll(".tools")) enhance(tools);
}
