"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const escaped = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
const esc = (text) => String(text).replace(/[&<>"']/g, (c) => escaped[c]);
const isTable = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

// --- states and moments ---------------------------------------------------------------------

function patched(old, change) {
  const made = { ...old };
  for (const [key, value] of Object.entries(change)) {
    if (key === "-") continue;
    made[key] = isTable(value) && isTable(old[key]) ? patched(old[key], value) : value;
  }
  for (const key of change["-"] ?? []) delete made[key];
  return made;
}

const states = [data.first];
for (const change of data.patches) states.push(patched(states.at(-1), change));

// a moment is the table just before an action; one past the last action is the end of its turn
const moments = [{ address: "start", turn: -1, action: 0 }];
data.turns.forEach(([faction, number, actions], turn) => {
  for (let action = 1; action <= actions.length + 1; action++)
    moments.push({ address: `${faction}${number}.${action}`, turn, action });
});
moments.push({ address: "end", turn: data.turns.length, action: 0 });
const found = new Map(moments.map((moment, i) => [moment.address, i]));
const indexOf = (address) => found.get(address) ?? found.get(`${address}.1`);
const first = data.turns.map(([faction, number]) => indexOf(`${faction}${number}`));
const last = moments.length - 1;
const actionAt = (i) => data.turns[moments[i].turn]?.[2][moments[i].action - 1];
const findings = data.findings.map((finding) => ({ ...finding, i: indexOf(finding.at) }));
const ruleOf = (address) => {
  const rule = data.rules[address];
  return rule ? `${rule} ${data.titles[rule] ?? ""}`.trim() : "";
};

// --- the map, as replayer/svg.py draws it ---------------------------------------------------

const [ROW, SLOT, ROW_WIDTH, CELL, POINTS] = [32, 31, 150, 32, 30];
const KINDS = "wpbt";
const seats = data.players.map(([letter]) => letter);
const seat = (owner) => (seats.includes(owner) ? seats.indexOf(owner) : seats.length);
const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);

function chipsOf(pieces) {
  const chips = [];
  for (const [key, n] of Object.entries(pieces ?? {})) {
    if (key === "f") continue;
    const [, owner, kind, sub = ""] = /^(h_[A-Z]d?|[A-Z])([wpbt])(?:_(.+))?$/.exec(key);
    chips.push({ owner, kind, sub, n });
  }
  chips.sort((a, b) => seat(a.owner) - seat(b.owner) || byText(a.owner, b.owner)
    || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || byText(a.sub, b.sub));
  if (pieces?.f) chips.push({ owner: "", kind: "f", sub: "", n: 1 });
  return chips;
}

function xyOf(place) {
  if (place in data.places) return data.places[place];
  const ends = place.split("_").map((n) => data.places[n]);
  return [0, 1].map((axis) => Math.floor(ends.reduce((sum, xy) => sum + xy[axis], 0) / ends.length));
}

const widthOf = (chips) => chips.reduce((sum, { n }) => sum + (n === 1 ? 32 : n < 10 ? 46 : 56), 0);
const times = (n) => (n > 1 ? ` ×${n}` : "");
const nameOf = (owner) => data.owners[owner] ?? owner;

function chipName({ owner, kind, sub, n }) {
  if (!owner) return "ferry";
  const key = sub ? `${kind}_${sub}` : kind;
  return `${nameOf(owner)}: ${data.pieces[owner][key] || data.pieces[owner][kind] || key}${times(n)}`;
}

function chipMarkup(chip, x, y) {
  const { owner, kind, sub, n } = chip;
  const look = kind === "w" && sub ? "leader" : owner.length > 1 ? "hired" : "";
  const typed = sub && "bt".includes(kind);
  const label = typed ? sub.replaceAll("_", "") : owner.replace(/d+$/, "").slice(-1);
  const many = n > 1 ? `<text class="many" x="${n < 10 ? 23 : 27}" y="2">${n}</text>` : "";
  return `<g class="piece of of-${owner} ${look}" transform="translate(${x},${y})">`
    + `<title>${esc(chipName(chip))}</title><use href="#kind-${kind}"/>`
    + `<text class="label" y="${{ w: 5, p: 1 }[kind] ?? 0}">${esc(label)}</text>${many}</g>`;
}

function placeMarkup(state, place) {
  const [x, y] = xyOf(place);
  const many = data.slots[place] ?? 0;
  const slots = Array.from({ length: many }, (_, i) => [
    x + SLOT * i - Math.floor((SLOT * (many - 1)) / 2), y - 24]);
  let drawn = "";
  const rows = [];
  for (const chip of chipsOf(state.clearings[place])) {
    const fit = chip.kind === "b" ? Math.min(chip.n, slots.length) : 0;
    for (const at of slots.splice(0, fit)) drawn += chipMarkup({ ...chip, n: 1 }, ...at);
    if (fit === chip.n) continue;
    const loose = { ...chip, n: chip.n - fit };
    if (!rows.length || widthOf(rows.at(-1)) + widthOf([loose]) > ROW_WIDTH) rows.push([]);
    rows.at(-1).push(loose);
  }
  if (place in state.ruins && slots.length) {
    drawn += `<g transform="translate(${slots[0]})"><title>ruin</title>`
      + '<path class="ruin" d="M-14 14V-8l6 5 3-11 7 8 5-7 7 13v14z"/></g>';
  }
  const top = many ? y + (rows.length > 1 ? 10 : 16) : y;
  rows.forEach((row, i) => {
    let left = x - Math.floor(widthOf(row) / 2);
    for (const chip of row) {
      drawn += chipMarkup(chip, left + 16, top + ROW * i);
      left += widthOf([chip]);
    }
  });
  return drawn;
}

function markersMarkup(state) {
  const stacked = {};
  let drawn = "";
  for (const [faction, , name] of data.players) {
    const points = state.score[faction];
    if (points === null || points === undefined) continue;
    const cell = Math.min(Math.max(points, 0), POINTS);
    const level = (stacked[cell] = (stacked[cell] ?? -1) + 1);
    drawn += `<g class="piece of of-${faction}" transform="translate(${20 + CELL * cell},${40 - 9 * level})">`
      + `<title>${esc(name)}: ${points} points</title>`
      + `<circle class="shape" r="12"/><text class="label">${faction}</text></g>`;
  }
  return drawn;
}

const map = document.querySelector("svg.map");

function group(place) {
  let element = $(`at-${place}`);
  if (!element) {
    element = document.createElementNS(map.namespaceURI, "g");
    element.id = `at-${place}`;
    map.append(element);
  }
  return element;
}

function drawMap(state, old, i) {
  for (const place of new Set([...Object.keys(old?.clearings ?? {}), ...Object.keys(state.clearings)]))
    if (old?.clearings[place] !== state.clearings[place] || old?.ruins !== state.ruins)
      group(place).innerHTML = placeMarkup(state, place);
  if (old?.score !== state.score) $("markers").innerHTML = markersMarkup(state);
  for (const way of data.closed)
    $(`way-${way}`).classList.toggle("closed", !state.open_paths?.includes(way));
  const before = states[i - 1];
  const changed = before && moments[i].action > 1
    ? Object.keys(data.slots).filter((n) => before.clearings[n] !== state.clearings[n]) : [];
  for (const n of Object.keys(data.slots))
    $(`ground-${n}`).classList.toggle("changed", changed.includes(n));
  if (changed.length) pan(changed[0]);
}

function pan(place) {
  const box = $("mapbox");
  if (box.scrollWidth <= box.clientWidth) return;
  box.scrollLeft = (xyOf(place)[0] / 1000) * box.scrollWidth - box.clientWidth / 2;
}

// --- boards ---------------------------------------------------------------------------------

const interval = (n) => (Array.isArray(n) ? n.join("–") : n ?? 0);
const things = (table, name) =>
  Object.entries(table ?? {}).map(([key, n]) => esc(name(key) + times(n))).join(", ");
const itemName = (key) => data.items[key[1]] ?? key;
const pieceText = (pieces, own) => chipsOf(pieces)
  .map((chip) => esc(chip.owner === own ? chipName(chip).replace(/^.*?: /, "") : chipName(chip)))
  .join(", ");

const SPECIAL = { "B!": "vizier", f: "faithful retainer" };

function cardMarkup(text) {
  const [, suit, name] = /^([FMRB?]?)(?:#|(?=.?$))?(.*)$/.exec(text);
  const title = SPECIAL[text] ?? (name.startsWith("%") ? itemName(name)
    : data.cards[suit.toLowerCase() + name] ?? data.cards[name] ?? name);
  return `<span class="card ${suit}">${esc(title || suit || "?")}</span>`;
}
const cards = (texts) => (texts ?? []).map(cardMarkup).join("");
const crafted = (names) => (names ?? []).map((name) => {
  const suit = /^[fmrb](part|favor|dom)$/.test(name) ? name[0].toUpperCase() : "";
  return `<span class="card ${suit}">${esc(data.cards[name] ?? name)}</span>`;
}).join("");
const columns = (table, names) => Object.entries(names)
  .map(([key, name]) => `<div>${name}: ${cards(table?.[key]) || "–"}</div>`).join("");

const prices = (table) =>
  Object.entries(table ?? {}).map(([key, n]) => esc(`${data.services[key] ?? key} ${n}`)).join(", ");

const OWN = {
  A: (s) => [["supporters", interval(s.supporters)]],
  D: (s) => [["ministers", esc((s.ministers ?? []).join(", "))], ["crowns used", things(s.crowns, esc)]],
  E: (s) => [["leader", esc(s.leader ?? "")], ["decree", columns(s.decree, { r: "recruit", m: "move", x: "battle", b: "build" })]],
  H: (s) => [["mood", esc(s.mood ?? "")]],
  K: (s) => [["retinue", columns(s.retinue, { 1: "move", 2: "battle, delve", 3: "move, recover" })]],
  L: (s) => [["outcast", s.outcast ? `${s.hated ? "hated " : ""}${cardMarkup(s.outcast)}` : ""], ["lost souls", cards(s.lost_souls)]],
  O: (s) => [["prices", prices(s.prices)], ["funds", s.funds ?? 0]],
  P: (s) => [["plots", Object.entries(s.plots).map(([n, way]) => `${n} ${way}`).join(", ")]],
  V: (s, f) => vagabond(s, f), G: (s, f) => vagabond(s, f),
};

function vagabond(s, f) {
  const ways = s.satchel?.[f] ?? [];
  const stack = (text) => text.replace(/^(\d*)%(.)(.)(.)$/, (_, n, item, area, state) =>
    `${data.items[item] ?? item}${times(+n)}${state === "e" ? " exhausted" : ""}${area === "d" ? " damaged" : ""}`);
  const standing = { h: "hostile", 0: "indifferent", 1: "1", 2: "2", a: "allied" };
  return [
    ["character", esc(s.characters?.[f] ?? "")],
    ["items", esc((ways[0] ?? []).map(stack).join(", ")) + (ways.length > 1 ? ` (or ${ways.length - 1} other ways)` : "")],
    ["relations", Object.entries(s.relations?.[f] ?? {}).map(([other, way]) => esc(`${other} ${standing[way] ?? way}`)).join(", ")],
    ["quests", cards(s.quests?.[`${f}$`])],
    ["coalition", esc(s.coalition?.[f] ? nameOf(s.coalition[f]) : "")],
  ];
}

function boardMarkup(s, [f, player, name]) {
  const supply = Object.fromEntries(Object.entries(s.boards.supply ?? {}).filter(([key]) => key[0] === f));
  const points = s.score[f];
  const rows = [
    ["crafted", crafted(s.crafted[f])],
    ["dominance", crafted(s.activated?.[f])],
    ...(OWN[f]?.(s, f) ?? []),
    [f === "H" ? "hoard" : "items", things(s.items[f], itemName) + (s.exhausted?.[f] ? ` (exhausted: ${things(s.exhausted[f], itemName)})` : "")],
    ["on board", pieceText(s.boards[`${f}$`], f)],
    ["supply", pieceText(supply, f)],
    ["shown", cards(s.known?.[f])],
  ].filter(([, value]) => value !== "" && value !== undefined);
  return `<div class="board ${s.turn[0] === f ? "turning" : ""}"><h2><span class="badge of of-${f}">${f}</span> ${esc(player || name)}</h2>`
    + `<div>${player ? `${esc(name)} · ` : ""}<b>${points ?? "off the track"}</b>${points === null ? "" : ` point${points === 1 ? "" : "s"}`}`
    + ` · <b>${interval(s.hand[f])}</b> in hand</div>`
    + `<dl>${rows.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join("")}</dl></div>`;
}

function besideMarkup(s) {
  const rows = [
    ["draw pile", interval(s.draw_pile)],
    ["discard", (s.discard ?? []).length],
    ["item supply", things(s.item_supply, itemName) || "empty"],
    ["quests", cards(s.quests?.Q)],
    ["dominance", cards(s.dominance)],
    ["hirelings", Object.entries(s.hirelings ?? {}).map(([h, [board, n]]) => esc(`${nameOf(h)}: ${board}${n === null ? "" : ` (${n})`}`)).join(", ")],
    ["out of the game", pieceText(s.boards.out, "")],
    ["coffin makers", pieceText(s.boards.coffin, "")],
  ].filter(([, value]) => value !== "");
  return `<div class="board"><h2>Beside the map</h2><dl>${rows.map(([label, value]) => `<dt>${label}</dt><dd>${value}</dd>`).join("")}</dl></div>`;
}

function drawBoards(s) {
  $("boards").innerHTML = data.players.map((player) => boardMarkup(s, player)).join("") + besideMarkup(s);
}

function drawWords(s) {
  if (!$("words").open) return;
  const suits = { F: "fox", M: "mouse", R: "rabbit" };
  $("words").querySelector("ul").innerHTML = Object.keys(s.clearings).map((place) => {
    const kind = s.suits[place] ? ` (${suits[s.suits[place]] ?? s.suits[place]})` : place === "0" ? " (burrow)" : "";
    const here = chipsOf(s.clearings[place]).map(chipName);
    if (place in s.ruins) here.push("a ruin");
    return `<li>${place}${kind}: ${esc(here.join("; ") || "empty")}</li>`;
  }).join("");
}

// --- the record, the findings ---------------------------------------------------------------

const foundAt = new Map();
for (const finding of findings) foundAt.set(finding.i, [...(foundAt.get(finding.i) ?? []), finding]);
const buttons = [];

function drawRecord() {
  const record = $("record");
  let round = -1;
  data.turns.forEach(([faction, number, actions, comment], turn) => {
    if (number > round) {
      round = number;
      const head = document.createElement("h2");
      head.textContent = round ? `Round ${round}` : "Setup";
      record.append(head);
    }
    const line = document.createElement("div");
    line.className = "turn";
    line.innerHTML = `<b class="badge of of-${faction}">${faction}${number}</b>`;
    [...actions, "·"].forEach((text, k) => {
      const i = first[turn] + k;
      const address = moments[i].address;
      const button = document.createElement("button");
      button.textContent = text;
      button.dataset.i = i;
      button.tabIndex = -1;
      const told = (foundAt.get(i) ?? []).map(({ kind, rule, title }) => `${kind} ${rule} ${title}`.trim());
      button.dataset.tip = k < actions.length ? [`${address} ${ruleOf(address)}`.trim(), ...told].join("; ") : `end of ${faction}${number}`;
      button.setAttribute("aria-label", k < actions.length ? `${text}, ${button.dataset.tip}` : button.dataset.tip);
      if (told.length) button.classList.add("found", foundAt.get(i)[0].kind);
      line.append(button, k < actions.length - 1 ? "/" : k < actions.length ? " " : "");
      buttons[i] = button;
    });
    if (comment) {
      const note = document.createElement("span");
      note.className = "comment";
      note.textContent = ` ${comment}`;
      line.append(note);
    }
    record.append(line);
  });
}

function findingMarkup({ kind, rule, title, action, message, table, because, follows, also, address, at }) {
  const rows = Object.entries(table).map(([place, held]) => `<tr><th>${/^\d+$/.test(place) ? `clearing ${place} held` : esc(place)}</th><td>${esc(held)}</td></tr>`).join("");
  const more = [
    because ? `at fault: ${esc(because[0])}, by ${esc(because[1])}` : "",
    also?.length ? `or by ${esc(also.join(", "))}` : "",
    follows ? `may follow from ${esc(follows)}` : "",
  ].filter(Boolean).map((text) => `<div>${text}</div>`).join("");
  return `<div class="finding ${kind}"><strong class="${kind}">${kind} ${esc(`${rule} ${title}`.trim())}</strong>`
    + ` <a href="#${at}">${esc(address || at)}</a>${action ? ` <code>${esc(action)}</code>` : ""}`
    + `<div>${esc(message)}</div>${rows ? `<table>${rows}</table>` : ""}${more}</div>`;
}

function drawFindings() {
  $("verdict").textContent = data.verdict;
  $("verdict").className = data.outcome;
  const box = $("findings");
  box.hidden = !findings.length;
  for (const button of document.querySelectorAll(".finder")) button.hidden = !findings.length;
  box.querySelector("summary").textContent = `${findings.length} finding${findings.length === 1 ? "" : "s"}`;
  box.querySelector("ul").innerHTML = findings.map((finding) => findingMarkup(finding)).join("");
  $("marks").innerHTML = findings.map(({ i, at, kind, rule, title }) =>
    `<a class="${kind}" tabindex="-1" href="#${at}" title="${esc(`${at} ${kind} ${rule} ${title}`)}"`
    + ` style="left:calc(8px + (100% - 16px) * ${i / last})"></a>`).join("");
  const stops = data.turns.map(([faction], turn) => {
    const [from, to] = [first[turn], first[turn + 1] ?? last].map((i) => `${((100 * i) / last).toFixed(2)}%`);
    return `var(--turn-${faction}) ${from} ${to}`;
  });
  const bar = $("turns");
  for (const [faction] of data.players) {
    const probe = document.createElement("i");
    probe.className = `of of-${faction}`;
    document.body.append(probe);
    bar.style.setProperty(`--turn-${faction}`, getComputedStyle(probe).getPropertyValue("--of"));
    probe.remove();
  }
  if (stops.length) bar.style.background = `linear-gradient(90deg, transparent ${((100 * first[0]) / last).toFixed(2)}%, ${stops.join(", ")})`;
}

function saying(i) {
  const { address, turn, action } = moments[i];
  if (turn < 0) return "Before the first turn";
  if (turn >= data.turns.length) return "The end";
  const [faction, number] = data.turns[turn];
  const said = (text, at) => `<code>${esc(text)}</code>${ruleOf(at) ? ` (${esc(ruleOf(at))})` : ""}`;
  const parts = [`<b>${address}</b> ${esc(nameOf(faction))}, ${number ? `turn ${number}` : "setup"}`];
  if (action > 1) parts.push(`played ${said(actionAt(i - 1), moments[i - 1].address)}`);
  parts.push(actionAt(i) === undefined ? "end of the turn" : `next ${said(actionAt(i), address)}`);
  return parts.join(" · ");
}

// --- stepping -------------------------------------------------------------------------------

let shown = -1;
let timer = 0;
let linking = 0;

function go(i) {
  i = Math.min(Math.max(i, 0), last);
  if (i === shown) return;
  const state = states[i];
  drawMap(state, states[shown], i);
  drawBoards(state);
  drawWords(state);
  $("now").innerHTML = saying(i) + (foundAt.get(i) ?? []).map(findingMarkup).join("");
  const slider = $("slider");
  slider.value = i;
  slider.setAttribute("aria-valuetext", $("now").textContent);
  mark(i);
  shown = i;
  clearTimeout(linking);
  linking = setTimeout(link, 200);
}

function mark(i) {
  const record = $("record");
  const focused = record.contains(document.activeElement);
  for (const button of record.querySelectorAll(".past, [aria-current]")) {
    button.classList.remove("past");
    button.removeAttribute("aria-current");
    button.tabIndex = -1;
  }
  const button = buttons[i] ?? buttons[i ? last - 1 : 1];
  if (!button) return;
  if (buttons[i]) {
    button.setAttribute("aria-current", "step");
    if (moments[i].action > 1) buttons[i - 1].classList.add("past");
  } else button.classList.add("past");
  button.tabIndex = 0;
  if (focused) button.focus({ preventScroll: true });
  const [inner, outer] = [button.getBoundingClientRect(), record.getBoundingClientRect()];
  if (inner.top < outer.top + 30 || inner.bottom > outer.bottom - 30)
    record.scrollTop += inner.top - outer.top - record.clientHeight / 2;
}

function link() {
  const hash = `#${moments[shown].address}`;
  try {
    if (location.hash !== hash && (location.hash || shown !== indexOf(data.open))) history.replaceState(null, "", hash);
  } catch { /* a frame without an address of its own */ }
  $("whole").href = location.href.replace(/\?[^#]*/, "").replace(/#.*/, "") + hash;
}

function follow() {
  const address = decodeURIComponent(location.hash.slice(1));
  const i = indexOf(address || data.open);
  go(i ?? 0);
  if (i === undefined) $("now").textContent = `This record has no ${address}.`;
}

function play(on) {
  clearTimeout(timer);
  timer = 0;
  $("play").setAttribute("aria-pressed", on);
  $("play").textContent = on ? "Pause" : "Play";
  $("now").setAttribute("aria-live", on ? "off" : "polite");
  if (!on) return;
  if (shown === last) go(0);
  timer = setTimeout(tick, +$("speed").value);
}

function tick() {
  go(shown + 1);
  if (shown === last) play(false);
  else timer = setTimeout(tick, +$("speed").value);
}

const turnStarts = [0, ...first, last];
const roundStarts = [0, ...first.filter((_, t) => t === 0 || data.turns[t][1] > data.turns[t - 1][1]), last];
const after = (list) => list.find((i) => i > shown) ?? shown;
const before = (list) => list.findLast((i) => i < shown) ?? shown;
const finds = [...foundAt.keys()].sort((a, b) => a - b);
const MOVES = {
  first: () => go(0), last: () => go(last),
  "action-": () => go(shown - 1), "action+": () => go(shown + 1),
  "turn-": () => go(before(turnStarts)), "turn+": () => go(after(turnStarts)),
  "round-": () => go(before(roundStarts)), "round+": () => go(after(roundStarts)),
  "finding-": () => go(before(finds)), "finding+": () => go(after(finds)),
};
const KEYS = {
  ArrowRight: "action+", ArrowLeft: "action-", ArrowDown: "turn+", ArrowUp: "turn-",
  PageDown: "round+", PageUp: "round-", Home: "first", End: "last", n: "finding+", p: "finding-",
};

function move(name) {
  if (name === "play") return play(!timer);
  play(false);
  MOVES[name]();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select")) return;
  if (event.key === " " && !event.target.closest("button, a, summary")) {
    event.preventDefault();
    return move("play");
  }
  let name = KEYS[event.key];
  if (!name || (event.target.closest("#boards, #more") && !/^Arrow[LR]|^.$/.test(event.key))) return;
  if (event.shiftKey) name = name.replace("action", "turn");
  event.preventDefault();
  move(name);
});
document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-go], [data-i], a[href^='#']");
  if (!target) return;
  if (target.dataset.go) return move(target.dataset.go);
  event.preventDefault();  // the address of the page follows the moment shown, see link()
  play(false);
  go(target.dataset.i === undefined ? indexOf(target.hash.slice(1)) : +target.dataset.i);
});
$("slider").addEventListener("input", (event) => { play(false); go(+event.target.value); });
$("words").addEventListener("toggle", () => drawWords(states[shown]));
addEventListener("hashchange", () => { play(false); follow(); });

const tip = $("tip");
for (const kind of ["mouseover", "focusin"]) {
  $("record").addEventListener(kind, ({ target }) => {
    tip.hidden = !target.dataset.tip;
    if (tip.hidden) return;
    tip.textContent = target.dataset.tip;
    const at = target.getBoundingClientRect();
    tip.style.left = `${Math.max(4, Math.min(at.left, innerWidth - tip.offsetWidth - 4))}px`;
    tip.style.top = `${at.top > 40 ? at.top - tip.offsetHeight - 4 : at.bottom + 4}px`;
  });
}
for (const kind of ["mouseleave", "focusout", "scroll"]) $("record").addEventListener(kind, () => { tip.hidden = true; });

document.body.classList.toggle("embed", new URLSearchParams(location.search).has("embed"));
$("slider").max = last;
drawRecord();
drawFindings();
follow();

window.rootlaw = Object.freeze({
  /** The state just before an address, as `rootlaw replay --format json --at` prints it. */
  stateAt: (address) => states[indexOf(address)],
  addresses: moments.map(({ address }) => address),
  get shown() { return moments[shown].address; },
  go: (address) => go(indexOf(address)),
});
})();
