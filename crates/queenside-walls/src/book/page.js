"use strict";
(() => {
  const book = JSON.parse(document.getElementById("book").textContent);
  const main = document.getElementById("puzzles");
  const live = document.getElementById("live");
  const done = document.getElementById("done");
  const unseen = document.getElementById("unsolved");
  const level = document.getElementById("level");
  const sight = document.getElementById("sight");

  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const glyph = (name, className = "") => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", className);
    svg.setAttribute("viewBox", "0 0 100 100");
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", "#glyph-" + name);
    svg.append(use);
    return svg;
  };
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  const listed = (names) => names.length < 2 ? names.join("") : names.slice(0, -1).join(", ") + " and " + names.at(-1);
  const letters = (column) => (column < 26 ? "" : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(97 + column % 26);

  // What a reader has done; nothing breaks where nothing can be kept.
  const memory = {
    read(key) { try { return JSON.parse(localStorage.getItem("queenside:" + key)); } catch { return null; } },
    write(key, value) { try { localStorage.setItem("queenside:" + key, JSON.stringify(value)); } catch { /* not kept */ } },
    forget(key) { try { localStorage.removeItem("queenside:" + key); } catch { /* not kept */ } },
  };

  // Squares are numbered row by row. All that is known here are the rules: who sees whom, and how many are wanted.
  class Rules {
    constructor({ rows, columns, squares, wrap, value, piece }) {
      Object.assign(this, { rows, columns, squares, wrap, value });
      this.piece = book.pieces[piece];
    }

    step(from, down, right) {
      let row = Math.floor(from / this.columns) + down;
      let column = from % this.columns + right;
      if (this.wrap & 1) row = (row % this.rows + this.rows) % this.rows;
      if (this.wrap & 2) column = (column % this.columns + this.columns) % this.columns;
      const inside = row >= 0 && row < this.rows && column >= 0 && column < this.columns;
      return inside ? row * this.columns + column : -1;
    }

    // The squares in sight of a piece: a leap reaches its square, a ride goes on until something stops it.
    sees(from, placed) {
      const seen = new Set();
      for (const [down, right, reach] of this.piece.moves) {
        let at = from;
        for (let steps = 0; steps < (reach || 1); steps += 1) {
          at = this.step(at, down, right);
          if (at < 0 || at === from) break;
          const terrain = this.squares[at];
          if (terrain === "~" || (terrain === "%" && reach)) break;
          if (terrain !== "%") seen.add(at);
          if (placed.has(at)) break;
        }
      }
      return seen;
    }

    judge(placed) {
      const seen = new Set();
      const conflicts = new Set();
      const pairs = [];
      for (const from of placed) {
        for (const to of this.sees(from, placed)) {
          seen.add(to);
          if (!placed.has(to)) continue;
          conflicts.add(from).add(to);
          if (!pairs.some(([a, b]) => a === to && b === from)) pairs.push([from, to]);
        }
      }
      return { seen, conflicts, pairs, solved: placed.size === this.value && conflicts.size === 0 };
    }

    // As on a chessboard, the square in the corner at the bottom left is dark.
    isDark(at) {
      return (this.rows - 1 - Math.floor(at / this.columns) + at % this.columns) % 2 === 0;
    }

    name(at) {
      return letters(at % this.columns) + (this.rows - Math.floor(at / this.columns));
    }
  }

  // What hints go by: the squares in the order in which they can be found, not to be read by accident.
  const order = ({ key, hints }) => {
    let state = 2166136261;
    for (const character of key) state = Math.imul(state ^ character.codePointAt(0), 16777619) >>> 0;
    return hints.match(/.{4}/g).map((word) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return parseInt(word, 16) ^ (state >>> 16);
    });
  };

  class Puzzle {
    constructor(data, number) {
      this.data = data;
      this.number = number;
      this.rules = new Rules(data);
      const kept = memory.read(data.key) ?? {};
      const stands = (at) => Number.isInteger(at) && this.rules.squares[at] === ".";
      this.placed = new Set(Array.isArray(kept.placed) ? kept.placed.filter(stands) : []);
      this.done = kept.done === true;
      this.focus = this.rules.squares.indexOf(".");
      this.hinted = -1;
      const { value, piece } = this.rules;
      const title = "title-" + number;
      this.mark = make("span", { className: "mark" });
      this.count = make("span", { className: "count" });
      this.status = make("p", { className: "status" });
      this.board = make("div", { className: "board" });
      this.board.setAttribute("role", "grid");
      this.board.setAttribute("aria-labelledby", title);
      this.board.style.aspectRatio = `${data.columns} / ${data.rows}`;
      const stars = make("span", { className: "stars", title: `difficulty ${data.stars} of 5, score ${data.score}` }, "★".repeat(data.stars) + "☆".repeat(5 - data.stars));
      stars.setAttribute("role", "img");
      stars.setAttribute("aria-label", `difficulty ${data.stars} of 5`);
      const hint = make("button", { type: "button", className: "ask" }, "Hint");
      const reset = make("button", { type: "button", className: "reset" }, "Reset");
      hint.setAttribute("aria-label", "Hint for puzzle " + number);
      reset.setAttribute("aria-label", "Reset puzzle " + number);
      hint.addEventListener("click", () => this.hint());
      reset.addEventListener("click", () => this.reset());
      this.element = make("article", { id: "puzzle-" + number, className: data.squares.includes("~") ? "bare" : "" },
        make("div", { className: "head" }, make("h2", { id: title }, `Puzzle ${number} `, this.mark), stars),
        make("p", { className: "task" }, `Place ${value} ${value === 1 ? piece.name : piece.names}.`, this.count),
        this.board, make("div", { className: "foot" }, this.status, make("div", { className: "buttons" }, hint, reset)));
      this.element.setAttribute("aria-labelledby", title);
      this.update();
    }

    // The squares are made when the board comes near the window, or when there is nothing else to do.
    build() {
      if (this.cells) return;
      const { rows, columns, squares } = this.rules;
      this.cells = [];
      for (let row = 0; row < rows; row += 1) {
        const line = make("div", { className: "row" });
        line.setAttribute("role", "row");
        for (let column = 0; column < columns; column += 1) {
          const at = this.cells.length;
          const cell = make("div", { className: "cell" });
          cell.setAttribute("role", "gridcell");
          cell.dataset.at = at;
          if (column === 0 && squares[at] !== "~") cell.append(this.coordinate("rank", rows - row));
          if (row === rows - 1 && squares[at] !== "~") cell.append(this.coordinate("file", letters(column)));
          this.cells.push(cell);
          line.append(cell);
        }
        this.board.append(line);
      }
      this.board.style.aspectRatio = "";
      this.board.addEventListener("click", (event) => {
        const cell = event.target.closest(".cell");
        if (cell) this.toggle(Number(cell.dataset.at));
      });
      this.board.addEventListener("keydown", (event) => this.key(event));
      this.board.addEventListener("focusin", (event) => {
        const cell = event.target.closest(".cell");
        if (cell) this.rove(Number(cell.dataset.at));
      });
      this.paint();
    }

    coordinate(kind, text) {
      const label = make("span", { className: "coord " + kind }, String(text));
      label.setAttribute("aria-hidden", "true");
      return label;
    }

    rove(at) {
      this.cells[this.focus].tabIndex = -1;
      this.focus = at;
      this.cells[at].tabIndex = 0;
    }

    key(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const { rows, columns } = this.rules;
      const [row, column] = [Math.floor(this.focus / columns), this.focus % columns];
      const moves = {
        ArrowUp: [Math.max(row - 1, 0), column], ArrowDown: [Math.min(row + 1, rows - 1), column],
        ArrowLeft: [row, Math.max(column - 1, 0)], ArrowRight: [row, Math.min(column + 1, columns - 1)],
        Home: [row, 0], End: [row, columns - 1], PageUp: [0, column], PageDown: [rows - 1, column],
      };
      if (event.key === "Enter" || event.key === " ") {
        if (!event.repeat) this.toggle(this.focus);
      } else if (moves[event.key]) {
        const [down, right] = moves[event.key];
        this.rove(down * columns + right);
        this.cells[this.focus].focus();
      } else {
        return;
      }
      event.preventDefault();
    }

    toggle(at) {
      this.rove(at);
      if (this.rules.squares[at] !== ".") return;
      const taken = this.placed.delete(at);
      if (!taken) this.placed.add(at);
      this.hinted = -1;
      this.update();
      this.keep();
      const { piece, value } = this.rules;
      this.tell(`${capital(piece.name)} ${taken ? "removed from" : "on"} ${this.rules.name(at)}, ${this.placed.size} of ${value}. ${this.status.textContent}`);
    }

    hint() {
      this.build();
      const { rules, placed } = this;
      const solution = order(this.data);
      const wrong = [...placed].find((at) => !solution.includes(at));
      const next = solution.find((at) => !placed.has(at));
      this.hinted = wrong ?? next ?? -1;
      this.update();
      if (wrong !== undefined) this.say(`The ${rules.piece.name} on ${rules.name(wrong)} is not part of the solution.`);
      else if (next !== undefined) this.say(`A ${rules.piece.name} belongs on ${rules.name(next)}.`);
      this.tell(this.status.textContent);
    }

    reset() {
      this.build();
      this.placed.clear();
      this.done = false;
      this.hinted = -1;
      this.update();
      this.keep();
      this.tell(`${document.getElementById(this.board.getAttribute("aria-labelledby")).textContent.trim()} is empty again.`);
    }

    keep() {
      if (this.placed.size || this.done) memory.write(this.data.key, { placed: [...this.placed], done: this.done });
      else memory.forget(this.data.key);
      summarise();
    }

    say(text, kind = "") {
      this.status.textContent = text;
      this.status.className = "status " + kind;
    }

    tell(text) {
      live.textContent = "";
      requestAnimationFrame(() => { live.textContent = text; });
    }

    update() {
      const { rules, placed } = this;
      this.verdict = rules.judge(placed);
      const { solved, pairs } = this.verdict;
      if (solved) this.done = true;
      this.element.classList.toggle("solved", solved);
      this.mark.textContent = this.done ? "✓ solved" : "";
      this.count.textContent = `${placed.size} of ${rules.value}`;
      if (solved) this.say("Solved.", "good");
      else if (pairs.length === 1) this.say(`${listed(pairs[0].map((at) => rules.name(at)))} see each other.`, "bad");
      else if (pairs.length) this.say(`${pairs.length} pairs of ${rules.piece.names} see each other.`, "bad");
      else if (placed.size > rules.value) this.say(`${placed.size - rules.value} too many.`, "bad");
      else this.say("");
      if (this.cells) this.paint();
    }

    paint() {
      const { rules, placed, verdict } = this;
      this.cells.forEach((cell, at) => {
        const terrain = rules.squares[at];
        const stands = placed.has(at);
        const conflict = verdict.conflicts.has(at);
        const seen = terrain === "." && !stands && verdict.seen.has(at);
        const hinted = at === this.hinted;
        const odd = rules.isDark(at);
        const names = { "%": "wall", "-": "forbidden", "~": "hole" };
        cell.className = ["cell", odd && "odd", names[terrain], seen && "seen", conflict && "conflict", hinted && "hint",
          hinted && !stands && "empty"].filter(Boolean).join(" ");
        if (terrain === "%") {
          if (!cell.querySelector("svg")) cell.prepend(glyph("bricks", "bricks"));
          cell.setAttribute("aria-label", rules.name(at) + ": wall");
          cell.setAttribute("aria-disabled", "true");
          cell.tabIndex = at === this.focus ? 0 : -1;
          return;
        }
        const shown = cell.querySelector("svg");
        if ((stands || hinted) && !shown) cell.append(glyph(rules.piece.glyph));
        else if (!stands && !hinted && shown) shown.remove();
        const words = [rules.name(at) + ":", terrain === "." ? (stands ? rules.piece.name : "empty") : names[terrain]];
        if (conflict) words.push("in conflict");
        if (seen && sight.checked) words.push("in sight");
        if (hinted) words.push("hint");
        cell.setAttribute("aria-label", words[0] + " " + words.slice(1).join(", "));
        if (terrain !== ".") cell.setAttribute("aria-disabled", "true");
        else cell.setAttribute("aria-selected", String(stands));
        cell.tabIndex = at === this.focus ? 0 : -1;
      });
    }
  }

  const summarise = () => {
    const solved = puzzles.filter((puzzle) => puzzle.done).length;
    done.textContent = `${solved} of ${puzzles.length} solved`;
  };
  const choose = () => {
    for (const puzzle of puzzles) {
      const fits = level.value === "0" || puzzle.data.stars === Number(level.value);
      puzzle.element.hidden = !fits || (unseen.checked && puzzle.done);
    }
    none.hidden = puzzles.some((puzzle) => !puzzle.element.hidden);
  };

  const puzzles = book.puzzles.map((data, index) => new Puzzle(data, index + 1));
  const near = new IntersectionObserver((entries) => {
    for (const entry of entries.filter((entry) => entry.isIntersecting)) {
      puzzles.find((puzzle) => puzzle.element === entry.target).build();
      near.unobserve(entry.target);
    }
  }, { rootMargin: "800px" });
  const none = make("p", { className: "none", hidden: true }, "No puzzle is left to show.");
  main.append(none);
  for (const puzzle of puzzles) {
    main.append(puzzle.element);
    near.observe(puzzle.element);
  }
  sight.checked = memory.read("sight") ?? true;
  const look = () => {
    main.classList.toggle("seeing", sight.checked);
    for (const puzzle of puzzles.filter((puzzle) => puzzle.cells)) puzzle.paint();
  };
  sight.addEventListener("change", () => { memory.write("sight", sight.checked); look(); });
  unseen.addEventListener("change", choose);
  level.addEventListener("change", choose);
  // Boards out of sight are made a few at a time, so that they can be searched and read aloud.
  const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 50));
  const fill = (from) => {
    puzzles.slice(from, from + 8).forEach((puzzle) => puzzle.build());
    if (from + 8 < puzzles.length) idle(() => fill(from + 8));
  };
  idle(() => fill(0));

  // The printed book is made when it is needed: drawings, since printers leave out the grounds of a page.
  const paper = document.getElementById("paper");
  const plates = document.getElementById("plates");
  const SIDE = 40;
  const plate = ({ rules, data }, solved) => {
    const { rows, columns, squares } = rules;
    const inside = (at) => squares[at] !== "~";
    const places = [...squares].map((_, at) => ({ at, x: at % columns * SIDE, y: Math.floor(at / columns) * SIDE }));
    const rectangle = ({ x, y }, style) => `<rect x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" ${style}/>`;
    const part = (chosen, drawn) => places.filter(({ at }) => chosen(at)).map(drawn).join("");
    const hatch = ({ x, y }) => `<path d="M${x} ${y + 20}l20-20M${x} ${y + 40}l40-40M${x + 20} ${y + 40}l20-20" stroke="#777"/>`;
    const use = (name) => ({ x, y }) => `<use href="#glyph-${name}" x="${x + 4}" y="${y + 4}" width="32" height="32"/>`;
    const brick = ({ x, y }) => rectangle({ x, y }, 'fill="#222"')
      + `<use href="#glyph-bricks" x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" fill="#fff"/>`;
    const answer = new Set(solved ? order(data) : []);
    const ranks = solved ? "" : Array.from({ length: rows }, (_, row) =>
      `<text x="-6" y="${row * SIDE + 25}" text-anchor="end">${rows - row}</text>`).join("");
    const files = solved ? "" : Array.from({ length: columns }, (_, column) =>
      `<text x="${column * SIDE + 20}" y="${rows * SIDE + 17}" text-anchor="middle">${letters(column)}</text>`).join("");
    const edge = solved ? 3 : 24;
    return `<svg viewBox="${-edge} -3 ${columns * SIDE + edge + 3} ${rows * SIDE + edge + 3}" font-size="13" role="img">`
      + part(inside, (place) => rectangle(place, `fill="${rules.isDark(place.at) ? "#e8e8e8" : "#fff"}" stroke="#999"`))
      + part((at) => squares[at] === "-", hatch) + part((at) => squares[at] === "%", brick)
      + part((at) => answer.has(at), use(rules.piece.glyph))
      + (squares.includes("~") ? "" : `<rect width="${columns * SIDE}" height="${rows * SIDE}" fill="none" stroke="#000" stroke-width="3"/>`)
      + ranks + files + "</svg>";
  };
  const figure = (puzzle, solved) => {
    const { data, rules: { value, piece }, number } = puzzle;
    const caption = make("figcaption", {}, make("strong", {}, `Puzzle ${number}`));
    if (!solved) caption.append(make("span", {}, `${value} ${value === 1 ? piece.name : piece.names}`), make("span", {}, "★".repeat(data.stars)));
    const element = make("figure", {}, caption);
    element.insertAdjacentHTML("beforeend", plate(puzzle, solved));
    return element;
  };
  // How many columns and rows fit a page, and how wide a board may be so that they do.
  const LAYOUT = { 1: [1, 1], 2: [1, 2], 4: [2, 2], 6: [2, 3], 9: [3, 3], 12: [3, 4], 20: [4, 5] };
  const leaves = (chosen, count, solved, head) => {
    const [columns, rows] = LAYOUT[count];
    const pages = [];
    for (let from = 0; from < chosen.length; from += count) {
      const grid = make("div", { className: "plates" }, ...chosen.slice(from, from + count).map((puzzle) => figure(puzzle, solved)));
      grid.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
      // A board is as high as it is wide at most; 178 mm is the width of a leaf, 205 mm the height below its head.
      for (const svg of grid.querySelectorAll("svg")) {
        svg.style.maxHeight = `${Math.min(205 / rows - (solved ? 6 : 14), (178 - 6 * (columns - 1)) / columns)}mm`;
      }
      pages.push(make("section", { className: "leaf" + (solved ? " answers" : "") }, ...(from ? [] : head), grid));
    }
    return pages;
  };
  const typeset = () => {
    const chosen = puzzles.filter((puzzle) => !puzzle.element.hidden);
    const title = document.querySelector("h1").textContent;
    const intro = [...document.querySelectorAll(".top p")].map((text) => {
      const copy = text.cloneNode(true);
      copy.querySelectorAll("a").forEach((link) => link.remove());
      return copy;
    });
    paper.replaceChildren(...leaves(chosen, Number(plates.value), false, [make("h1", {}, title), ...intro]),
      ...leaves(chosen, 20, true, [make("h1", {}, "Answers")]));
  };
  window.addEventListener("beforeprint", typeset);
  window.addEventListener("afterprint", () => paper.replaceChildren());
  document.getElementById("print").addEventListener("click", () => window.print());
  look();
  choose();
  summarise();
})();
