"use strict";
(() => {
  const book = JSON.parse(document.getElementById("book").textContent);
  const byId = (id) => document.getElementById(id);
  const [main, live, done, unsolved, level, sight, plates, own] =
    ["puzzles", "live", "done", "unsolved", "level", "sight", "plates", "own"].map(byId);
  const WALL = "%", OPEN = ".", HOLE = "~", FORBIDDEN = "-";
  const EMPTY = -1, MARK = -2;

  // Words: of two forms with a bar between them the first is for one. Names in braces are filled in.
  const word = (key, names = {}, count = 1) => {
    const forms = (book.words[key] ?? key).split("|");
    const text = forms.length > 1 && count !== 1 ? forms[1] : forms[0];
    return text.replace(/\{([a-z]+)\}/g, (whole, name) => names[name] ?? whole);
  };
  const listed = (names) => names.length < 2 ? names.join("")
    : word("and", { list: names.slice(0, -1).join(", "), last: names.at(-1) });
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  const letters = (column) => (column < 26 ? "" : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(97 + column % 26);
  const amount = ([least, most]) => {
    if (least === most && most !== null) return least === 0 ? word("none-of") : word("exactly", { n: least });
    if (most === null) return least > 0 ? word("at-least", { n: least }) : word("any");
    return least > 0 ? word("between", { least, most }) : word("at-most", { n: most });
  };

  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const drawn = (name, className = "") => {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("class", className);
    svg.setAttribute("viewBox", "0 0 100 100");
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", "#glyph-" + name);
    svg.append(use);
    return svg;
  };

  // What a reader has done; nothing breaks where nothing can be kept.
  const memory = {
    read(key) { try { return JSON.parse(localStorage.getItem("queenside:" + key)); } catch { return null; } },
    write(key, value) { try { localStorage.setItem("queenside:" + key, JSON.stringify(value)); } catch { /* not kept */ } },
    forget(key) { try { localStorage.removeItem("queenside:" + key); } catch { /* not kept */ } },
  };

  // Numbers in printed signs, not to be read by accident: see `pack.rs`.
  const unpack = (text, key) => {
    let state = 2166136261;
    for (const sign of key) state = Math.imul(state ^ sign.codePointAt(0), 16777619) >>> 0;
    const digits = [...text].map((sign) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return (book.signs.indexOf(sign) + 2 * 80 - (state >>> 16) % 80) % 80;
    });
    let at = 0;
    const number = () => {
      const digit = digits[at++];
      if (!(digit >= 72)) return digit;
      return 72 + digit - 72 + 8 * number();
    };
    return { number, list: (one) => Array.from({ length: number() }, one) };
  };

  // Squares are numbered row by row. All that is known here are the rules.
  class Rules {
    constructor(data) {
      const { rows, columns, wrap } = data;
      Object.assign(this, { rows, columns, wrap });
      this.squares = data.squares || OPEN.repeat(rows * columns);
      this.kinds = book.kinds[data.kinds];
      this.all = [...this.squares].flatMap((sign, at) => sign === OPEN ? [at] : []);
      this.regions = data.regions ? [...data.regions].map((sign) => book.signs.indexOf(sign) - 1) : null;
      this.regionNames = data.names ?? [];
      this.list = book.rules[data.rules].map((rule) => ({ ...rule, areas: rule.areas && this.areas(rule.areas, rule.sort === "covered") }));
    }

    // An area is r, c, g or b for the rows, columns, regions and the board, or a list of squares.
    areas(areas, covered) {
      if (covered && areas === "b") {
        const inside = [...this.squares].flatMap((sign, at) => sign === OPEN || sign === FORBIDDEN ? [at] : []);
        return [{ unit: this.unit("board"), squares: inside }];
      }
      const grouped = (unit, index) => {
        const groups = new Map();
        for (const at of this.all) {
          const own = index(at);
          if (own >= 0) groups.set(own, [...(groups.get(own) ?? []), at]);
        }
        return [...groups].map(([own, squares]) => ({ unit: this.unit(unit, own), squares }));
      };
      if (areas === "b") return [{ unit: this.unit("board"), squares: this.all }];
      if (areas === "r") return grouped("row", (at) => Math.floor(at / this.columns));
      if (areas === "c") return grouped("column", (at) => at % this.columns);
      if (areas === "g") return grouped("region", (at) => this.regions?.[at] ?? -1);
      return areas.map((squares) => ({ unit: listed(squares.map((at) => this.name(at))), squares }));
    }

    unit(sort, own = 0) {
      const names = {
        row: () => this.rows - own, column: () => letters(own), region: () => this.regionNames[own] ?? own + 1,
        square: () => this.name(own), cover: () => this.name(own), sight: () => this.name(own),
      };
      return word("unit-" + sort, { name: names[sort]?.() ?? "" });
    }

    // The squares of a unit, where its name tells them.
    inside(sort, own) {
      const belongs = {
        board: () => true, row: (at) => Math.floor(at / this.columns) === own, column: (at) => at % this.columns === own,
        region: (at) => this.regions?.[at] === own, square: (at) => at === own,
      };
      return this.all.filter(belongs[sort] ?? (() => false));
    }

    name(at) { return letters(at % this.columns) + (this.rows - Math.floor(at / this.columns)); }

    names(squares) { return listed(squares.map((at) => this.name(at))); }

    // As on a chessboard, the square in the corner at the bottom left is dark.
    isDark(at) { return (this.rows - 1 - Math.floor(at / this.columns) + at % this.columns) % 2 === 0; }

    step(from, down, right) {
      let row = Math.floor(from / this.columns) + down;
      let column = from % this.columns + right;
      if (this.wrap & 1) row = (row % this.rows + this.rows) % this.rows;
      if (this.wrap & 2) column = (column % this.columns + this.columns) % this.columns;
      const inside = row >= 0 && row < this.rows && column >= 0 && column < this.columns;
      return inside ? row * this.columns + column : -1;
    }

    // The squares a kind attacks: a leap reaches its square, a ride goes on until something stops it.
    attacks(kind, from, state, through) {
      const seen = new Set();
      for (const [down, right, reach] of this.kinds[kind].moves) {
        let at = from;
        for (let steps = 0; steps < (reach || 1); steps += 1) {
          at = this.step(at, down, right);
          if (at < 0 || at === from) break;
          const terrain = this.squares[at];
          if (terrain === HOLE) break;
          seen.add(at);
          if (terrain === WALL || (state[at] >= 0 && (!through || this.kinds[state[at]].blocker))) break;
        }
      }
      return seen;
    }

    // What is broken, where, and where a piece of a kind would break a rule at once.
    judge(state) {
      const wrong = [];
      const conflicts = new Set();
      const excluded = this.kinds.map(() => new Set());
      // What no further piece can undo: a piece of a kind that a rule does not name may come in between.
      const closed = this.kinds.map(() => new Set());
      const exclude = (kind, at, firm) => {
        excluded[kind].add(at);
        if (firm) closed[kind].add(at);
      };
      const standing = this.all.filter((at) => state[at] >= 0);
      const pairs = [];
      for (const rule of this.list) {
        const [least, most] = rule.range ?? [null, null];
        if (rule.sort === "attacks") {
          const firm = rule.through || this.kinds.every((_, kind) => rule.from.includes(kind) && rule.to.includes(kind));
          for (const from of standing.filter((at) => rule.from.includes(state[at]))) {
            const seen = this.attacks(state[from], from, state, rule.through);
            const hit = [...seen].filter((to) => rule.to.includes(state[to]));
            if (most !== null && hit.length > most) {
              for (const to of hit) {
                conflicts.add(from).add(to);
                if (!pairs.some(([a, b]) => a === to && b === from)) pairs.push([from, to]);
              }
            }
            // A further piece may hide one that is seen, so a full number excludes nothing unless all pieces of a line count.
            if (hit.length >= most && (most === 0 || (most !== null && rule.through))) {
              for (const to of seen) if (state[to] < 0) rule.to.forEach((kind) => exclude(kind, to, firm));
            }
          }
          if (most === 0) {
            for (const at of this.all.filter((at) => state[at] < 0)) {
              for (const kind of rule.from) {
                if (excluded[kind].has(at)) continue;
                for (const to of this.attacks(kind, at, state, rule.through)) {
                  if (rule.to.includes(state[to])) { exclude(kind, at, firm); break; }
                }
              }
            }
          }
        } else if (rule.sort === "count") {
          for (const { unit, squares } of rule.areas) {
            const inside = squares.filter((at) => rule.kinds.includes(state[at]));
            if (most !== null && inside.length > most) {
              wrong.push(word("wrong-many", { unit, count: inside.length, range: amount(rule.range) }));
              inside.forEach((at) => conflicts.add(at));
            }
            if (most !== null && inside.length >= most) {
              for (const at of squares) if (state[at] < 0) rule.kinds.forEach((kind) => exclude(kind, at, true));
            }
          }
        }
      }
      // Only when all that is excluded is known can places be seen to be too few.
      for (const rule of this.list) {
        const least = rule.range?.[0] ?? null;
        if (rule.sort === "count" && least > 0) {
          for (const { unit, squares } of rule.areas) {
            const places = squares.filter((at) => rule.kinds.includes(state[at])
              || (state[at] === EMPTY && rule.kinds.some((kind) => !closed[kind].has(at))));
            if (places.length < least) wrong.push(word("wrong-few", { unit }));
          }
        } else if (rule.sort === "covered" && least > 0) {
          const isOpen = (at) => state[at] === EMPTY && rule.by.some((kind) => !closed[kind].has(at));
          if (this.all.some(isOpen)) continue;
          const seen = new Map();
          for (const from of standing.filter((at) => rule.by.includes(state[at]))) {
            for (const to of this.attacks(state[from], from, state, rule.through)) seen.set(to, (seen.get(to) ?? 0) + 1);
          }
          for (const at of rule.areas.flatMap((area) => area.squares)) {
            if ((seen.get(at) ?? 0) < least && !(rule.vacant && state[at] >= 0)) wrong.push(word("wrong-cover", { square: this.name(at) }));
          }
        }
      }
      if (pairs.length === 1) wrong.unshift(word("wrong-attack", { a: this.name(pairs[0][0]), b: this.name(pairs[0][1]) }));
      else if (pairs.length) wrong.unshift(word("wrong-attacks", { count: pairs.length }));
      return { wrong, conflicts, excluded };
    }

    // The names of the kinds at some places, for one and for more.
    kindsOf(places) {
      const kinds = [...new Set(places.map(([kind]) => kind))];
      return { piece: this.pieces(kinds, 1), pieces: this.pieces(kinds) };
    }

    pieces(kinds, count = 2) {
      return listed(kinds.map((kind) => count === 1 ? this.kinds[kind].one : this.kinds[kind].many));
    }

    // How many pieces of a kind there are in the end, where the rules say so: by themselves, or half of two equal armies.
    total(kind) {
      const equal = this.list.some(({ sort, plus, minus, range }) => sort === "balance" && range[0] === 0 && range[1] === 0
        && plus.length === 1 && minus.length === 1 && [...plus, ...minus].includes(kind));
      return this.counted([kind]) ?? (equal && this.kinds.length === 2 ? this.counted([0, 1]) / 2 || null : null);
    }

    counted(wanted) {
      for (const { sort, kinds, areas, range } of this.list) {
        if (sort !== "count" || kinds.length !== wanted.length || !wanted.every((kind) => kinds.includes(kind))) continue;
        if (range[0] !== range[1]) continue;
        const covered = new Set(areas.flatMap((area) => area.squares)).size;
        const apart = areas.reduce((sum, area) => sum + area.squares.length, 0) === covered;
        if (apart && covered === this.all.length) return range[0] * areas.length;
      }
      return null;
    }

    words() {
      const lines = [];
      // How many pieces there are in the end is told above the board.
      const isCounted = this.kinds.every((_, kind) => this.total(kind) !== null);
      const isTold = ({ sort, where, kinds }) => isCounted && sort === "count" && where === "b" && kinds.length === 1;
      for (const rule of this.list.filter((rule) => !isTold(rule))) {
        const range = rule.range && amount(rule.range);
        const one = rule.range && (rule.range[1] ?? rule.range[0]) === 1;
        const every = (kinds) => kinds.length === this.kinds.filter((kind) => !kind.blocker).length;
        // Any of several kinds is a piece.
        const any = (kinds, number) => kinds.length > 1 && every(kinds) ? word(number === 1 ? "piece" : "pieces")
          : this.pieces(kinds, number);
        const pieces = rule.kinds && any(rule.kinds, one ? 1 : 2);
        if (rule.sort === "attacks") {
          const king = rule.from.length === 1 && this.kinds[rule.from[0]].glyph === "star";
          if (rule.range[1] === 0 && every(rule.from) && every(rule.to)) {
            lines.push(king ? word("rule-touching", { pieces: this.pieces(rule.from) }) : word("rule-apart"));
          } else if (rule.range[1] === 0) {
            lines.push(word("rule-no-attack", { from: any(rule.from, 1), to: any(rule.to, 1) }));
          } else {
            lines.push(word("rule-attacks", { from: any(rule.from, 1), to: any(rule.to, one ? 1 : 2), range }));
          }
        } else if (rule.sort === "count") {
          const key = { b: "rule-board", r: "rule-rows", c: "rule-columns", g: "rule-regions" }[rule.where] ?? "rule-areas";
          lines.push(word(key, { range, pieces, areas: rule.areas.map((area) => area.unit).join("; ") }));
        } else if (rule.sort === "covered") {
          const squares = [...new Set(rule.areas.flatMap((area) => area.squares))].sort((one, other) => one - other);
          const key = (rule.vacant ? "rule-covered-vacant" : "rule-covered") + (rule.where === "b" ? "" : "-squares");
          lines.push(word(key, { range, pieces: any(rule.by, one ? 1 : 2), squares: this.names(squares) }));
        } else if (rule.sort === "balance") {
          const equal = range === word("none-of");
          lines.push(word(equal ? "rule-equal" : "rule-balance", { plus: this.pieces(rule.plus), minus: this.pieces(rule.minus), range }));
        } else {
          lines.push(word("rule-other", { text: rule.text }));
        }
      }
      const sees = ({ from, by }) => (from ?? by)?.some((kind) => this.kinds[kind].moves.some(([, , reach]) => reach));
      const isSeen = this.list.some(sees);
      // That makes a difference unless none is attacked, or one piece is enough to cover a square.
      const counts = ({ sort, range }) => range[1] !== 0 && !(sort === "covered" && range[0] === 1 && range[1] === null);
      if (this.list.some((rule) => rule.through && sees(rule) && counts(rule))) lines.push(word("rule-through"));
      if (this.squares.includes(WALL) && isSeen) lines.push(word("rule-walls"));
      if (this.squares.includes(HOLE) && isSeen) lines.push(word("rule-holes"));
      if (this.squares.includes(FORBIDDEN)) lines.push(word(isSeen ? "rule-forbidden-seen" : "rule-forbidden"));
      if (this.wrap & 1) lines.push(word("rule-wrap-rows"));
      if (this.wrap & 2) lines.push(word("rule-wrap-columns"));
      return lines.map(capital);
    }
  }

  // A state as text: a letter for each piece, x for a mark, numbers for runs of empty squares.
  const written = (state) => state.map((what) => what === MARK ? "x" : what < 0 ? "." : String.fromCharCode(65 + what)).join("")
    .replace(/\.+/g, (run) => run.length);
  const readState = (text, rules, givens) => {
    const state = Array(rules.rows * rules.columns).fill(EMPTY);
    let at = 0;
    for (const [part] of String(text).matchAll(/\d+|./g)) {
      if (/\d/.test(part)) { at += Number(part); continue; }
      const kind = part.charCodeAt(0) - 65;
      if (rules.squares[at] === OPEN) state[at] = part === "x" ? MARK : kind >= 0 && kind < rules.kinds.length ? kind : EMPTY;
      at += 1;
    }
    for (const [kind, square] of givens) state[square] = kind;
    return state.slice(0, rules.rows * rules.columns);
  };

  class Puzzle {
    constructor(data, number) {
      this.data = data;
      this.number = number;
      this.rules = new Rules(data);
      const { rules } = this;
      this.givens = data.givens ?? [];
      this.fixed = new Set(this.givens.map(([, at]) => at));
      const kept = memory.read(data.key) ?? {};
      this.state = readState(typeof kept.state === "string" ? kept.state : "", rules, this.givens);
      this.done = kept.done === true;
      this.past = [];
      this.future = [];
      this.told = new Set();
      this.focus = Math.max(rules.squares.indexOf(OPEN), 0);
      this.shown = null;
      this.viewing = -1;
      // Kinds that may be placed: blockers that stand from the start are not.
      this.choices = rules.kinds.map((_, kind) => kind);
      this.kind = 0;
      const title = "title-" + number;
      this.mark = make("span", { className: "mark" });
      this.count = make("span", { className: "count" });
      this.status = make("p", { className: "status" });
      this.board = make("div", { className: "board" });
      this.board.setAttribute("role", "grid");
      this.board.setAttribute("aria-labelledby", title);
      const stars = make("span", { className: "stars" }, "★".repeat(data.stars) + "☆".repeat(5 - data.stars));
      stars.setAttribute("role", "img");
      stars.setAttribute("aria-label", word("stars", { stars: data.stars }));
      const button = (name, work) => {
        const label = word(name);
        const element = make("button", { type: "button", className: name }, label);
        element.setAttribute("aria-label", word("named", { button: label, number }));
        element.addEventListener("click", work);
        return element;
      };
      this.undoes = button("undo", () => this.undo());
      this.redoes = button("redo", () => this.redo());
      const buttons = make("div", { className: "buttons" }, button("hint", () => this.hint()), button("check", () => this.check()),
        this.undoes, this.redoes, button("solution", () => this.view(0)), button("share", () => this.share()), button("reset", () => this.reset()));
      this.backs = button("back", () => this.view(this.viewing - 1));
      this.nexts = button("next", () => this.view(this.viewing + 1));
      this.viewer = make("div", { className: "buttons viewer", hidden: true }, this.backs, this.nexts, button("close", () => this.view(-1)));
      this.element = make("article", { id: "puzzle-" + number },
        make("div", { className: "head" }, make("h2", { id: title }, word("puzzle", { number }) + " ", this.mark), stars),
        make("p", { className: "task" }, this.goal(), " ", this.count), ...this.palette(),
        this.board, this.viewer, this.status, buttons,
        make("ul", { className: "rules" }, ...rules.words().map((line) => make("li", {}, line))));
      this.element.classList.toggle("bare", rules.squares.includes(HOLE));
      this.element.setAttribute("aria-labelledby", title);
      this.build();
      this.update();
    }

    goal() {
      const { rules } = this;
      const parts = this.choices.map((kind) => [rules.total(kind), rules.kinds[kind]]);
      if (parts.some(([total]) => total === null)) return word("place-some");
      return word("place", { pieces: listed(parts.map(([total, kind]) => `${total} ${total === 1 ? kind.one : kind.many}`)) });
    }

    palette() {
      if (this.choices.length < 2) return [];
      const group = make("fieldset", { className: "palette" }, make("legend", { className: "quiet" }, word("choose-piece", { number: this.number })));
      for (const kind of this.choices) {
        const radio = make("input", { type: "radio", name: "kind-" + this.number, value: kind, checked: kind === 0 });
        radio.addEventListener("change", () => { this.kind = kind; });
        group.append(make("label", {}, radio, drawn(this.rules.kinds[kind].glyph, this.rules.kinds[kind].look),
          " " + this.rules.kinds[kind].one));
      }
      return [group];
    }

    build() {
      const { rules } = this;
      const { rows, columns, squares } = rules;
      const region = (at) => rules.regions && squares[at] !== HOLE ? rules.regions[at] : -1;
      const hue = this.hues();
      this.cells = [];
      for (let row = 0; row < rows; row += 1) {
        const line = make("div", { className: "row" });
        line.setAttribute("role", "row");
        for (let column = 0; column < columns; column += 1) {
          const at = row * columns + column;
          const cell = make("div", { className: "cell" });
          cell.setAttribute("role", "gridcell");
          cell.dataset.at = at;
          cell.sorts = [rules.isDark(at) && "odd", { "%": "wall", "-": "forbidden", "~": "hole" }[squares[at]]];
          if (squares[at] === WALL) cell.append(drawn("bricks", "bricks"));
          if (rules.regions && region(at) >= 0) cell.sorts.push("tint", "tint" + hue[region(at)]);
          if (rules.regions) {
            if (column && region(at) !== region(at - 1)) cell.sorts.push("edge-left");
            if (row && region(at) !== region(at - columns)) cell.sorts.push("edge-top");
          }
          if (column === 0 && squares[at] !== HOLE) cell.append(this.coordinate("rank", rows - row));
          if (row === rows - 1 && squares[at] !== HOLE) cell.append(this.coordinate("file", letters(column)));
          this.cells.push(cell);
          line.append(cell);
        }
        this.board.append(line);
      }
      const cellOf = (event) => event.target.closest(".cell");
      // Some browsers answer a long touch by a menu, some by nothing, and some by a click at its end: it is timed here.
      let timer = 0;
      let held = false;
      const release = () => clearTimeout(timer);
      this.board.addEventListener("pointerdown", (event) => {
        const cell = cellOf(event);
        held = false;
        release();
        if (cell && event.pointerType === "touch") timer = setTimeout(() => { held = true; this.note(Number(cell.dataset.at)); }, 450);
      });
      for (const end of ["pointerup", "pointercancel", "pointerleave"]) this.board.addEventListener(end, release);
      this.board.addEventListener("click", (event) => {
        const cell = cellOf(event);
        if (cell && !held) this.toggle(Number(cell.dataset.at));
        held = false;
      });
      this.board.addEventListener("contextmenu", (event) => {
        const cell = cellOf(event);
        if (!cell) return;
        event.preventDefault();
        if (event.pointerType !== "touch") this.note(Number(cell.dataset.at));
      });
      this.board.addEventListener("keydown", (event) => this.key(event));
      this.board.addEventListener("focusin", (event) => { const cell = cellOf(event); if (cell) this.rove(Number(cell.dataset.at)); });
    }

    // Neighbouring regions have different tints; eight are enough where they are no puzzle for map makers.
    hues() {
      const { regions, columns, rows } = this.rules;
      const near = new Map();
      const join = (a, b) => { if (a >= 0 && b >= 0 && a !== b) { near.set(a, (near.get(a) ?? new Set()).add(b)); near.set(b, (near.get(b) ?? new Set()).add(a)); } };
      (regions ?? []).forEach((own, at) => {
        if (at % columns) join(own, regions[at - 1]);
        if (at >= columns) join(own, regions[at - columns]);
      });
      const hues = [];
      const used = Array(8).fill(0);
      for (let own = 0; own <= Math.max(-1, ...(regions ?? [])); own += 1) {
        const taken = new Set([...(near.get(own) ?? [])].map((other) => hues[other]));
        const free = used.map((times, hue) => [taken.has(hue), times, hue]).sort(([a, b, c], [d, e, f]) => a - d || b - e || c - f);
        hues[own] = free[0][2];
        used[hues[own]] += 1;
      }
      return hues;
    }

    coordinate(kind, text) {
      const label = make("span", { className: "coord " + kind });
      label.dataset.text = text;
      label.setAttribute("aria-hidden", "true");
      return label;
    }

    rove(at) {
      this.cells[this.focus].tabIndex = -1;
      this.focus = at;
      this.cells[at].tabIndex = 0;
    }

    key(event) {
      if (event.altKey || event.metaKey || event.ctrlKey) {
        if (event.altKey || !"zy".includes(event.key.toLowerCase())) return;
        event.preventDefault();
        return event.key.toLowerCase() === "y" || event.shiftKey ? this.redo() : this.undo();
      }
      const { rows, columns } = this.rules;
      const [row, column] = [Math.floor(this.focus / columns), this.focus % columns];
      const moves = {
        ArrowUp: [Math.max(row - 1, 0), column], ArrowDown: [Math.min(row + 1, rows - 1), column],
        ArrowLeft: [row, Math.max(column - 1, 0)], ArrowRight: [row, Math.min(column + 1, columns - 1)],
        Home: [row, 0], End: [row, columns - 1], PageUp: [0, column], PageDown: [rows - 1, column],
      };
      const clear = () => this.put(this.focus, EMPTY);
      const works = {
        Enter: () => this.toggle(this.focus), " ": () => this.toggle(this.focus), Delete: clear, Backspace: clear,
        x: () => this.note(this.focus), u: () => this.undo(), r: () => this.redo(), h: () => this.hint(),
      };
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      if (moves[key]) {
        const [down, right] = moves[key];
        this.rove(down * columns + right);
        this.cells[this.focus].focus();
      } else if (works[key]) {
        if (!event.repeat) works[key]();
      } else if (/^[1-9]$/.test(key) && Number(key) <= this.choices.length) {
        this.put(this.focus, this.choices[Number(key) - 1]);
      } else {
        return;
      }
      event.preventDefault();
    }

    // Empty, a piece, a mark, and empty again; another kind replaces what stands.
    toggle(at) {
      const now = this.state[at];
      this.put(at, now === MARK ? EMPTY : now === this.kind ? MARK : this.kind);
    }

    // A mark that no piece stands there, or none any more.
    note(at) { this.put(at, this.state[at] === MARK ? EMPTY : MARK); }

    put(at, what) {
      this.rove(at);
      if (this.rules.squares[at] !== OPEN || this.fixed.has(at) || this.viewing >= 0 || this.state[at] === what) return;
      this.change([[at, what]]);
      this.tell(`${this.cells[at].getAttribute("aria-label")}. ${this.count.textContent} ${this.status.textContent}`);
    }

    change(changes) {
      this.past.push(this.state);
      this.future = [];
      this.state = [...this.state];
      for (const [at, what] of changes) if (!this.fixed.has(at)) this.state[at] = what;
      this.shown = null;
      this.update();
      this.keep();
    }

    travel(from, to, words) {
      if (!from.length || this.viewing >= 0) return;
      to.push(this.state);
      this.state = from.pop();
      this.shown = null;
      this.update();
      this.keep();
      this.tell(`${words} ${this.count.textContent} ${this.status.textContent}`);
    }

    undo() { this.travel(this.past, this.future, word("undone")); }

    redo() { this.travel(this.future, this.past, word("redone")); }

    reset() {
      this.view(-1);
      this.change(this.state.map((_, at) => [at, EMPTY]));
      this.done = false;
      this.told.clear();
      this.update();
      this.keep();
      this.tell(word("was-reset", { number: this.number }));
    }

    share() {
      const hash = `#puzzle=${this.number}&state=${written(this.state)}`;
      try { history.replaceState(null, "", hash); } catch { location.hash = hash; }
      try { navigator.clipboard?.writeText(location.href).catch(() => {}); } catch { /* it is in the address bar */ }
      this.say(word("shared"));
      this.tell(word("shared"));
    }

    // The solution and the steps, decoded when they are asked for.
    secret() {
      if (this.known) return this.known;
      const { number, list } = unpack(this.data.secret, this.data.key);
      const place = () => [this.rules.kinds.length > 1 ? number() : 0, number()];
      let seen = [];
      const unit = () => {
        const sort = ["board", "row", "column", "line", "region", "square", "cover", "sight", "apart", "squares"][number()];
        const own = number();
        seen.push(...this.rules.inside(sort, own));
        return this.rules.unit(sort, own);
      };
      const step = () => {
        const made = { placed: list(place), excluded: list(place) };
        const length = number();
        seen = length ? Array.from({ length: length - 1 }, number) : [];
        const told = [...seen];
        const sort = number();
        const texts = {
          0: () => { const [, square] = place(); seen.push(square); return word("because-attacked", { square: this.rules.name(square) }); },
          1: () => word("because-full", { unit: unit() }),
          2: () => word("because-last", { unit: unit() }),
          3: () => word("because-room", { unit: unit() }),
          4: () => {
            const [units, lines] = [list(unit), list(unit)];
            return word("because-confined", { units: listed(units), lines: listed(lines) }, lines.length);
          },
          5: () => { const whole = unit(); return word(made.placed.length ? "because-parts" : "because-packed", { unit: whole, count: number() }); },
          6: () => { const lines = this.rules.words(); return word("because-rule", { rule: lines[number()] ?? "" }); },
          7: () => {
            const stands = number();
            const [kind, square] = place();
            seen.push(square);
            const chain = list(place).map(([, at]) => at);
            const broken = unit();
            const steps = chain.length ? word("because-chain", { squares: this.rules.names(chain), unit: broken }, chain.length)
              : word("because-at-once", { unit: broken });
            return word(stands ? "because-stands" : "because-vacant", { piece: this.rules.kinds[kind].one, square: this.rules.name(square), steps });
          },
          8: () => word("because-searched"),
        };
        made.text = capital(texts[sort]());
        made.because = length ? told : seen;
        const squares = [...new Set(made.excluded.map(([, at]) => at))];
        if (made.placed.length) {
          const at = made.placed.map(([, square]) => square);
          made.text += " " + word("so-place", { ...this.rules.kindsOf(made.placed), squares: this.rules.names(at) }, at.length);
        } else if (squares.length) {
          const whole = squares.length * this.rules.kinds.length === made.excluded.length;
          made.text += " " + (whole ? word("so-empty", { squares: this.rules.names(squares) }, squares.length)
            : word("so-not", { piece: this.rules.pieces([...new Set(made.excluded.map(([kind]) => kind))], 1), squares: this.rules.names(squares) }));
        }
        return made;
      };
      const solution = Array(this.state.length).fill(EMPTY);
      for (const [kind, at] of list(place)) solution[at] = kind;
      this.known = { solution, steps: list(step) };
      return this.known;
    }

    isSolved() {
      const { solution } = this.secret();
      return solution.every((what, at) => Math.max(what, EMPTY) === Math.max(this.state[at], EMPTY));
    }

    // Whether a state holds what a step finds: pieces, and marks or what excludes them.
    holds(step, index, excluded) {
      const is = ([kind, at]) => this.state[at] === kind;
      const isNot = ([kind, at]) => this.state[at] === MARK || (this.state[at] >= 0 && this.state[at] !== kind) || excluded[kind].has(at);
      return step.placed.every(is) && (step.excluded.every(isNot) || (this.rules.kinds.length > 1 && this.told.has(index)));
    }

    hint() {
      if (this.viewing >= 0) this.view(-1);
      const { rules } = this;
      const { solution, steps } = this.secret();
      const wrong = rules.all.find((at) => this.state[at] >= 0 && this.state[at] !== solution[at]);
      const mark = rules.all.find((at) => this.state[at] === MARK && solution[at] >= 0);
      if (wrong !== undefined || mark !== undefined) {
        const at = wrong ?? mark;
        const text = wrong === undefined ? word("mark-wrong", { square: rules.name(at) })
          : word("piece-wrong", { piece: rules.kinds[this.state[at]].one, square: rules.name(at) });
        this.shown = { placed: [[this.state[at], at]], excluded: [], because: [], text };
        return this.announce(text, "bad");
      }
      const { excluded } = rules.judge(this.state);
      const index = steps.findIndex((step, index) => !this.holds(step, index, excluded));
      if (index < 0) return this.announce(this.verdict.solved ? word("solved") : word("nothing-left"));
      const step = steps[index];
      if (this.shown === step) {
        const marks = rules.kinds.length === 1 ? step.excluded.map(([, at]) => [at, MARK]) : [];
        this.told.add(index);
        this.change([...marks.filter(([at]) => this.state[at] === EMPTY), ...step.placed.map(([kind, at]) => [at, kind])]);
        const text = word("done-step", { text: step.text });
        if (!this.verdict.solved) this.say(text);
        return this.tell(this.verdict.solved ? `${text} ${word("solved")}` : text);
      }
      this.shown = step;
      if (!step.placed.length && rules.kinds.length > 1) this.told.add(index);
      this.announce(step.text);
    }

    announce(text, kind = "") {
      this.paint();
      this.say(text, kind);
      this.tell(text);
    }

    check() {
      const { wrong, solved } = this.verdict;
      const count = this.state.filter((what, at) => what >= 0 && !this.fixed.has(at)).length;
      const wanted = this.choices.map((kind) => this.rules.total(kind));
      const value = wanted.includes(null) ? null : wanted.reduce((sum, own) => sum + own, 0);
      const full = value !== null && count + this.givens.length === value;
      const text = solved ? word("solved") : wrong.length ? wrong.join(" ")
        : full ? word("all-but") : word("nothing-wrong", { count }, count);
      this.announce(text, wrong.length ? "bad" : solved ? "good" : "");
    }

    // Shows the board after some steps of the solution; what the player has placed stays as it is.
    view(at) {
      const { steps } = this.secret();
      const was = this.viewing;
      this.viewing = Math.min(at, steps.length - 1);
      this.viewer.hidden = this.viewing < 0;
      this.shown = steps[this.viewing] ?? null;
      this.backs.disabled = this.viewing <= 0;
      this.nexts.disabled = this.viewing >= steps.length - 1;
      this.update();
      if (this.viewing >= 0) this.announce(word("step", { at: this.viewing + 1, count: steps.length, text: steps[this.viewing].text }));
      else if (was >= 0) this.element.querySelector("button.solution").focus();
    }

    visible() {
      if (this.viewing < 0) return this.state;
      const state = readState("", this.rules, this.givens);
      for (const step of this.secret().steps.slice(0, this.viewing)) {
        if (this.rules.kinds.length === 1) for (const [, at] of step.excluded) state[at] = MARK;
        for (const [kind, at] of step.placed) state[at] = kind;
      }
      return state;
    }

    keep() {
      const started = this.state.some((what, at) => what !== EMPTY && !this.fixed.has(at));
      if (started || this.done) memory.write(this.data.key, { state: written(this.state), done: this.done });
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
      const { rules } = this;
      this.verdict = { ...rules.judge(this.state), solved: this.isSolved() };
      const { solved, conflicts, wrong } = this.verdict;
      if (solved) this.done = true;
      this.element.classList.toggle("solved", solved && this.viewing < 0);
      this.mark.textContent = this.done ? word("solved-mark") : "";
      const counts = this.choices.map((kind) => {
        const [placed, value] = [this.state.filter((what) => what === kind).length, rules.total(kind)];
        const { one, many } = rules.kinds[kind];
        const shown = value === null ? String(placed) : word("of", { placed, value });
        return this.choices.length > 1 ? `${shown} ${(value ?? placed) === 1 ? one : many}` : shown;
      });
      this.count.textContent = counts.join(", ");
      this.undoes.disabled = !this.past.length;
      this.redoes.disabled = !this.future.length;
      if (solved) this.say(word("solved"), "good");
      else if (conflicts.size) this.say(wrong[0] ?? "", "bad");
      else this.say("");
      this.paint();
    }

    paint() {
      const { rules, fixed } = this;
      const state = this.visible();
      const verdict = this.viewing < 0 ? this.verdict : rules.judge(state);
      const placed = new Map((this.shown?.placed ?? []).map(([kind, at]) => [at, kind]));
      const excluded = new Set((this.shown?.excluded ?? []).map(([, at]) => at));
      const because = new Set(this.shown?.because ?? []);
      this.cells.forEach((cell, at) => {
        const terrain = rules.squares[at];
        const what = state[at];
        const conflict = verdict.conflicts.has(at);
        const dotted = terrain === OPEN && what === EMPTY && verdict.excluded.every((kind) => kind.has(at));
        const ghost = what < 0 && placed.has(at) && placed.get(at) >= 0;
        const sorts = [...cell.sorts, dotted && "seen", conflict && "conflict", placed.has(at) && "hinted", ghost && "ghost",
          excluded.has(at) && what < 0 && "out", terrain === OPEN && because.has(at) && "because", fixed.has(at) && "given", what === MARK && "marked"];
        cell.className = ["cell", ...sorts].filter(Boolean).join(" ");
        cell.tabIndex = at === this.focus ? 0 : -1;
        const kind = what >= 0 ? what : ghost ? placed.get(at) : -1;
        const shown = cell.querySelector("svg.piece");
        if (shown && Number(shown.dataset.kind) !== kind) shown.remove();
        if (kind >= 0 && Number(shown?.dataset.kind ?? -1) !== kind) {
          const svg = drawn(rules.kinds[kind].glyph, "piece " + rules.kinds[kind].look);
          svg.dataset.kind = kind;
          cell.append(svg);
        }
        const inside = what >= 0 ? rules.kinds[what].one : word(what === MARK ? "marked" : "empty");
        const words = [terrain === OPEN ? inside : word({ "%": "wall", "-": "forbidden", "~": "hole" }[terrain])];
        if (fixed.has(at)) words.push(word("given"));
        if (rules.regions && rules.regions[at] >= 0) words.push(word("region", { name: rules.regionNames[rules.regions[at]] }));
        if (conflict) words.push(word("conflict"));
        if (dotted && sight.checked) words.push(word("excluded"));
        if (placed.has(at) || excluded.has(at)) words.push(word("hinted"));
        if (terrain === OPEN && because.has(at)) words.push(word("because"));
        cell.setAttribute("aria-label", `${rules.name(at)}: ${words.join(", ")}`);
        if (terrain !== OPEN || fixed.has(at)) cell.setAttribute("aria-disabled", "true");
        else cell.setAttribute("aria-selected", String(what >= 0));
      });
    }
  }

  const summarise = () => {
    done.textContent = word("solved-count", { solved: puzzles.filter((puzzle) => puzzle.done).length, count: puzzles.length });
  };
  const choose = () => {
    for (const puzzle of puzzles) {
      const fits = level.value === "0" || puzzle.data.stars === Number(level.value);
      puzzle.element.hidden = !fits || (unsolved.checked && puzzle.done);
    }
    none.hidden = puzzles.some((puzzle) => !puzzle.element.hidden);
  };

  const none = make("p", { className: "none", hidden: true }, word("none"));
  sight.checked = memory.read("sight") ?? true;
  main.classList.toggle("seeing", sight.checked);
  plates.value = String(book.plates);
  const puzzles = book.puzzles.map((data, index) => new Puzzle(data, index + 1));
  main.append(none, ...puzzles.map((puzzle) => puzzle.element));
  const look = () => {
    main.classList.toggle("seeing", sight.checked);
    for (const puzzle of puzzles) puzzle.paint();
  };
  sight.addEventListener("change", () => { memory.write("sight", sight.checked); look(); });
  unsolved.addEventListener("change", choose);
  level.addEventListener("change", choose);

  // A link holds a puzzle and its state; undo leads back to what was there before.
  const follow = () => {
    const link = new URLSearchParams(location.hash.slice(1));
    const puzzle = puzzles[Number(link.get("puzzle")) - 1];
    if (!puzzle) return;
    const state = link.get("state");
    if (state !== null && state !== written(puzzle.state)) {
      puzzle.change(readState(state, puzzle.rules, puzzle.givens).map((what, at) => [at, what]));
    }
    // Boards that come near change their height when they are drawn; then it is moved to once more.
    const show = () => puzzle.element.scrollIntoView();
    show();
    requestAnimationFrame(() => requestAnimationFrame(show));
  };
  window.addEventListener("hashchange", follow);

  // The printed book is made when it is needed: drawings, since printers leave out the grounds of a page.
  const paper = byId("paper");
  const SIDE = 40;
  const plate = (puzzle, solved) => {
    const { rules, fixed } = puzzle;
    const { rows, columns, squares, regions } = rules;
    const inside = (at) => squares[at] !== HOLE;
    const places = [...squares].map((_, at) => ({ at, x: at % columns * SIDE, y: Math.floor(at / columns) * SIDE }));
    const rectangle = ({ x, y }, style) => `<rect x="${x}" y="${y}" width="${SIDE}" height="${SIDE}" ${style}/>`;
    const part = (chosen, draw) => places.filter(({ at }) => chosen(at)).map(draw).join("");
    const hatch = ({ x, y }) => `<path d="M${x} ${y + 20}l20-20M${x} ${y + 40}l40-40M${x + 20} ${y + 40}l20-20" stroke="#777"/>`;
    const brick = (place) => rectangle(place, 'fill="#222"')
      + `<use href="#glyph-bricks" x="${place.x}" y="${place.y}" width="${SIDE}" height="${SIDE}" fill="#fff"/>`;
    const state = solved ? puzzle.secret().solution : own.checked ? puzzle.state : readState("", rules, puzzle.givens);
    const piece = ({ at, x, y }) => {
      const { glyph, look } = rules.kinds[state[at]];
      const ring = fixed.has(at) ? `<rect x="${x + 3}" y="${y + 3}" width="34" height="34" rx="6" fill="none" stroke="#000"/>` : "";
      return ring + `<use href="#glyph-${glyph}" x="${x + 5}" y="${y + 5}" width="30" height="30"${look === "hollow" ? ' fill="#fff" stroke="#000" stroke-width="5"' : ""}/>`;
    };
    const cross = ({ x, y }) => `<path d="M${x + 15} ${y + 15}l10 10m0-10l-10 10" stroke="#000" stroke-width="1.5"/>`;
    const edges = !regions ? "" : places.map(({ at, x, y }) =>
      (at % columns && regions[at] !== regions[at - 1] ? `M${x} ${y}v${SIDE}` : "")
      + (at >= columns && regions[at] !== regions[at - columns] ? `M${x} ${y}h${SIDE}` : "")).join("");
    const ranks = solved ? "" : Array.from({ length: rows }, (_, row) =>
      `<text x="-6" y="${row * SIDE + 25}" text-anchor="end">${rows - row}</text>`).join("");
    const files = solved ? "" : Array.from({ length: columns }, (_, column) =>
      `<text x="${column * SIDE + 20}" y="${rows * SIDE + 17}" text-anchor="middle">${letters(column)}</text>`).join("");
    const edge = solved ? 3 : 24;
    const ground = (at) => !regions && rules.isDark(at) ? "#e8e8e8" : "#fff";
    return `<svg viewBox="${-edge} -3 ${columns * SIDE + edge + 3} ${rows * SIDE + edge + 3}" font-size="13" aria-hidden="true">`
      + part(inside, (place) => rectangle(place, `fill="${ground(place.at)}" stroke="#999"`))
      + part((at) => squares[at] === FORBIDDEN, hatch) + part((at) => squares[at] === WALL, brick)
      + `<path d="${edges}" fill="none" stroke="#000" stroke-width="3.5" stroke-linecap="square"/>`
      + part((at) => state[at] >= 0, piece) + part((at) => state[at] === MARK, cross)
      + (squares.includes(HOLE) ? "" : `<rect width="${columns * SIDE}" height="${rows * SIDE}" fill="none" stroke="#000" stroke-width="3.5"/>`)
      + ranks + files + "</svg>";
  };
  const figure = (puzzle, solved) => {
    const caption = make("figcaption", {}, make("strong", {}, word("puzzle", { number: puzzle.number })));
    if (!solved && common) caption.append(make("span", {}, puzzle.goal()));
    if (!solved) caption.append(make("span", {}, "★".repeat(puzzle.data.stars)));
    const element = make("figure", {}, caption);
    element.insertAdjacentHTML("beforeend", plate(puzzle, solved));
    if (!solved && !common) element.append(make("p", { className: "small" }, [puzzle.goal(), ...puzzle.rules.words()].join(" ")));
    return element;
  };
  // Rules that all puzzles share are printed once, below the title.
  const common = new Set(puzzles.map((puzzle) => puzzle.rules.words().join(" "))).size < 2;
  // How many columns and rows fit a page, and how high a board may be so that they do.
  const LAYOUT = { 1: [1, 1], 2: [1, 2], 4: [2, 2], 6: [2, 3], 9: [3, 3], 12: [3, 4], 20: [4, 5] };
  const leaves = (chosen, count, solved, head) => {
    const [columns, rows] = LAYOUT[count];
    const pages = [];
    for (let from = 0; from < chosen.length; from += count) {
      const grid = make("div", { className: "plates" }, ...chosen.slice(from, from + count).map((puzzle) => figure(puzzle, solved)));
      grid.style.gridTemplateColumns = `repeat(${columns}, 1fr)`;
      // In millimetres: a leaf is 178 wide, and 218 high below its head; figures are 6 apart. A line of a caption, and rules in several
      // lines where they differ, are not the board's.
      const lines = solved ? 5 : common ? 6.5 : columns > 2 ? 26.5 : 18;
      const height = Math.min((218 - 6 * (rows - 1)) / rows - lines, (178 - 6 * (columns - 1)) / columns);
      for (const svg of grid.querySelectorAll("svg")) svg.style.maxHeight = `${height}mm`;
      pages.push(make("section", { className: "leaf" + (solved ? " answers" : "") }, ...(from ? [] : head), grid));
    }
    return pages;
  };
  const typeset = () => {
    const chosen = puzzles.filter((puzzle) => !puzzle.element.hidden);
    const title = document.querySelector("h1").textContent;
    const intro = [...document.querySelectorAll(".top p:not(.start)")].map((text) => text.cloneNode(true));
    if (common && chosen.length) intro.push(make("p", {}, chosen[0].rules.words().join(" ")));
    paper.replaceChildren(...leaves(chosen, Number(plates.value), false, [make("h1", {}, title), ...intro]),
      ...leaves(chosen, 20, true, [make("h1", {}, word("answers"))]));
  };
  window.addEventListener("beforeprint", typeset);
  window.addEventListener("afterprint", () => paper.replaceChildren());
  byId("print").addEventListener("click", () => window.print());
  choose();
  summarise();
  follow();
})();
