"use strict";
// How the search ranks results: pages first, then members of the API.
var Scorer = {
  score: (result) => result[4],
  objNameMatch: -15,
  objPartialMatch: -20,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
