"use strict";
// How the search ranks sections. Sphinx loads this file after its own script of the search, on its page only.
{
  const stems = (text) => splitQuery(text.toLowerCase()).map((word) => new Stemmer().stemWord(word));

  // Pages that repeat what others explain rank lower.
  const lower = (page) => (page.startsWith("rules/URL") ? 10 : page === "api" ? 4 : 0);

  const query = () => new URLSearchParams(window.location.search).get("q");

  // Whether a query such as `Url.breaks` names a member of the API.
  function isNamed(member) {
    const name = query().trim().toLowerCase();
    return name.includes(".") && `.${member}`.toLowerCase().endsWith(`.${name}`);
  }

  // First the words of `SEARCH_WORDS`, then titles by how much of them the query is, then text.
  // A section has the entry `page#section` in the index: its result leads there.
  function ranked(result) {
    const [entry, title, , , score, , kind] = result;
    if (kind === "object" && isNamed(title)) return 200;
    if (kind === "object") return title.split(".").length > 2 ? Math.min(score, 3) : score;
    const [page, section] = entry.split("#");
    if (section) [result[0], result[2]] = [page, `#${section}`];
    if (kind === "index") return 100 + score;
    const asked = stems(query());
    const words = stems(title);
    const own = stems(title.split(" > ").at(-1));
    const hits = asked.filter((word) => words.includes(word)).length;
    const named = asked.some((word) => own.includes(word));
    return (named ? (20 * hits) / asked.length + (10 * hits) / words.length : Math.min(score, 10)) - lower(page);
  }

  var Scorer = {
    score: ranked,
    objNameMatch: 12,
    objPartialMatch: 1,
    objPrio: {},
    objPrioDefault: 0,
    title: 15,
    partialTitle: 7,
    term: 5,
    partialTerm: 2,
  };

  // A page is no result of its own if the words are in one of its sections.
  const search = Search._performSearch;
  Search._performSearch = (...query) => {
    const results = search(...query);
    const pages = new Set(results.filter((result) => result[2]).map((result) => result[0]));
    return results.filter((result) => result[2] || result[4] > Scorer.title || !pages.has(result[0]));
  };
}
