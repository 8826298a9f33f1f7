"use strict";
// The data that the page shows, and what makes its elements. Numbers are those of summary.csv;
// texts are made by the program. Nothing here computes one.

const data = JSON.parse(document.getElementById("data").textContent);

/// An element with attributes (those that are null, undefined or false are left out) and children.
function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    made.setAttribute(key, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/// A number of summary.csv as a text that a table prints.
function number(value, text) {
  return value === undefined ? text : make("data", {value}, text);
}

/// A long name with the places where its line may be broken.
function breakable(name) {
  const pieces = name.split(/(?<=[,;+(=\[])/);
  return pieces.flatMap((piece, i) => (i === 0 ? [piece] : [make("wbr"), piece]));
}

/// The distinct values of a list, in its order.
function distinct(values) {
  return [...new Set(values)];
}

/// A table within a region that scrolls, and can be scrolled with the keyboard.
function scrolling(label, table) {
  return make("div", {class: "scroll", role: "region", tabindex: 0, "aria-label": label}, table);
}

function cellOf(row) {
  return data.cells[row.cell];
}

function metricTitle(metric) {
  return data.metrics[metric]?.title ?? metric;
}
