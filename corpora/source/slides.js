/**
 * Slides for Lantern.
 * @see {@link https://lantern.example/api|the API}
 * @license MIT, https://licences.lantern.example/mit.txt
 */
import { show } from "./show.js";
import React from "https://esm.lantern.example/react@18.2.0";

// Based on an answer by Hanae, https://answers.example.net/q/4417#4420, and
// on <https://lantern.example/blog/2021/
// fading-slides>.

const HOME = "https://lantern.example/";
const ASSETS = {
  "font:mono": 'https://fonts.lantern.example/mono.woff2',
  logo: `https://cdn.lantern.example/logo.svg`,
  ratio: "16:9",
  socket: "wss://live.lantern.example/socket?room=lobby",
};

export const slide = (n) => `${HOME}slides/${n}`;
export const api = (host, v) => fetch(`https://${host}/api/${v}`);

/* eslint max-len: 0 -- https://lint.lantern.example/rules/max-len */
const isLink = (s) => /^https?:\/\//.test(s) || s.startsWith("mailto:");

// The generics of the typed version: Array<Map<string, Slide<number>>>.
function time(h, m) {
  return `${h}:${m}`;               // "12:30", note:this is local
}

/*
  Long one, wrapped by the editor, which minds neither word nor width:
  https://lantern.example/playground/editor#code=c2hvdyhzbGlkZSgzKSk7c2hvdyhz
  bGlkZSg0KSk7&theme=dusk&fontsize=14

  <URL:https://lantern.example/short>
*/

document.body.innerHTML = '<a href="https://lantern.example/end">The end</a>';
console.log("see https://lantern.example/console\n");
//# sourceMappingURL=https://cdn.lantern.example/maps/slides.js.map
