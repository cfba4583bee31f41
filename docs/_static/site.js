"use strict";
{
  // What a reader wants to paste: of a console session, the commands only.
  function copied(block) {
    const lines = block.cloneNode(true);
    const commands = lines.querySelector(".gp") !== null;
    for (const element of lines.querySelectorAll(commands ? ".gp, .go" : ".linenos")) element.remove();
    const text = lines.textContent;
    return commands ? text.replace(/\n+/g, "\n").trim() + "\n" : text;
  }

  function addCopyButton(highlight) {
    const block = highlight.querySelector("pre");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(copied(block));
      button.textContent = "Copied";
      setTimeout(() => (button.textContent = "Copy"), 1500);
    });
    highlight.append(button);
  }

  // A filter above the tables of the rules: it hides the rows, and the families, that lack one of its words.
  function addFilter(section) {
    const rows = [...section.querySelectorAll("tbody tr")];
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

  document.querySelectorAll("div.highlight:not(.highlight-bad *, .highlight-fixed *, .highlight-good *)").forEach(addCopyButton);
  document.querySelectorAll("section#rules:has(.rules)").forEach(addFilter);
}
