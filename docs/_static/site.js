"use strict";
{
  // A session that only shows a file.
  const SHOWN_FILE = /^\$ cat \S+\n/;

  // What a reader wants to paste: the file that a console session shows, or else its commands only.
  function copied(block) {
    const lines = block.cloneNode(true);
    const prompts = lines.querySelectorAll(".gp").length;
    const commands = prompts > 0;
    if (prompts === 1 && SHOWN_FILE.test(lines.textContent)) return lines.textContent.replace(SHOWN_FILE, "");
    for (const element of lines.querySelectorAll(commands ? ".gp, .go" : ".linenos")) element.remove();
    const text = lines.textContent;
    return commands ? text.replace(/\n+/g, "\n").trim() + "\n" : text;
  }

  const COPY = '<svg viewBox="0 0 16 16"><path d="M6 4.5h7.5v10H6zM10.5 4.5v-3h-8v10H6"/></svg>';
  const COPIED = '<svg viewBox="0 0 16 16"><path d="M2 8.5l4 4 8-9"/></svg>';

  function addCopyButton(highlight) {
    const block = highlight.querySelector("pre");
    const button = document.createElement("button");
    const show = (copied) => {
      button.innerHTML = copied ? COPIED : COPY;
      button.title = button.ariaLabel = copied ? "Copied" : "Copy";
      button.classList.toggle("copied", copied);
    };
    button.type = "button";
    button.className = "copy";
    show(false);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(copied(block));
      show(true);
      setTimeout(show, 1500, false);
    });
    highlight.append(button);
  }

  // A filter above the tables of the rules: it hides the rows, and the families, that lack one of its words.
  function addFilter(section) {
    const rows = [...section.querySelectorAll(".rules tbody tr")];
    const label = document.createElement("label");
    const input = document.createElement("input");
    const status = document.createElement("span");
    input.type = "search";
    input.placeholder = "code, name, word or property";
    input.autocomplete = "off";
    status.setAttribute("role", "status");
    label.className = "filter";
    label.append("Filter ", input, " ", status);
    section.querySelector("section").before(label);

    function filter() {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let count = 0;
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
        count += !row.hidden;
      }
      for (const family of section.querySelectorAll("section")) {
        family.hidden = !family.querySelector("tbody tr:not([hidden])");
      }
      status.textContent = `${count} of ${rows.length} rules`;
    }

    input.addEventListener("input", filter);
    filter();
  }

  // Nobody pastes output and the examples of rules. Browsers have a clipboard on https, on localhost and in files only.
  const blocks = "div.highlight:not(.highlight-text *, .highlight-bad *, .highlight-fixed *, .highlight-good *)";
  if (navigator.clipboard) document.querySelectorAll(blocks).forEach(addCopyButton);
  document.querySelectorAll("section#rules:has(.rules)").forEach(addFilter);
}
