// SPDX-License-Identifier: Apache-2.0
// Shared by maps, heat maps and the page of `allways serve`: the canvas with pan, zoom and back, texts, and the tip.
// World coordinates have y down.

const element = id => document.getElementById(id);

// Converts differences to points, cut into lines of counts[i] points each.
function decodeLines(counts, differences) {
    let [x, y, at] = [0, 0, 0];
    return counts.map(count => {
        const points = new Array(2 * count);
        for (let i = 0; i < points.length; i += 2) {
            points[i] = x += differences[at++];
            points[i + 1] = y += differences[at++];
        }
        return points;
    });
}

function timeText(seconds) {
    if (seconds < 60) return +seconds.toFixed(3) + " s";
    const whole = Math.round(seconds);
    const two = number => String(number).padStart(2, "0");
    if (whole < 3600) return Math.floor(whole / 60) + ":" + two(whole % 60) + " min";
    return Math.floor(whole / 3600) + ":" + two(Math.floor(whole / 60) % 60) + ":" + two(whole % 60) + " h";
}

// A value in a unit of the file, as text: times as h:min:s, long distances in kilometres.
function quantityText(value, unit) {
    const seconds = {s: 1, min: 60, h: 3600}[unit];
    if (seconds) return timeText(value * seconds);
    if (unit === "m" && value >= 1000) return +(value / 1000).toPrecision(5) + " km";
    return +value.toPrecision(7) + (unit ? " " + unit : "");
}

// The part of the world that the canvas shows: screen = world * k + (x, y), in CSS pixels.
class View {
    constructor(canvas, bounds, draw) {
        this.canvas = canvas;
        this.bounds = bounds;  // [left, top, right, bottom] that "all" shows
        this.paint = draw;
        this.onHover = this.onClick = this.onEscape = () => {};
        this.saved = () => null;   // returns what back() restores besides the view, such as a selection
        this.restored = () => {};  // receives it
        this.past = [];            // views to go back to, the latest at the end
        this.waiting = false;
        this.pointers = new Map();
        new ResizeObserver(() => this.resize()).observe(canvas);
        this.resize();
        this.listen();
    }

    get width() { return this.canvas.clientWidth; }
    get height() { return this.canvas.clientHeight; }
    world(at) { return [(at[0] - this.x) / this.k, (at[1] - this.y) / this.k]; }
    screen(at) { return [at[0] * this.k + this.x, at[1] * this.k + this.y]; }

    resize() {
        this.ratio = window.devicePixelRatio || 1;
        this.canvas.width = Math.round(this.width * this.ratio);
        this.canvas.height = Math.round(this.height * this.ratio);
        const before = this.size;
        this.size = [this.width, this.height];
        if (this.moved) {
            this.x += (this.width - before[0]) / 2;
            this.y += (this.height - before[1]) / 2;
        } else {
            this.showAll();
        }
        this.drawNow();  // a canvas is empty after its size changes, and the next frame would be too late
    }

    showAll() {
        const [left, top, right, bottom] = this.bounds;
        this.least = Math.min(this.width / (right - left), this.height / (bottom - top));
        this.k = this.least;
        this.x = this.width / 2 - (left + right) / 2 * this.k;
        this.y = this.height / 2 - (top + bottom) / 2 * this.k;
        this.draw();
    }

    move(dx, dy) {
        this.moved = true;
        this.x += dx;
        this.y += dy;
        this.draw();
    }

    // Shows the box [left, top, right, bottom] with a margin, and at least `least` of the world to each side.
    show([left, top, right, bottom], least) {
        const side = (from, to) => Math.max((to - from) * 1.3, least);
        this.centre([(left + right) / 2, (top + bottom) / 2],
                    Math.min(this.width / side(left, right), this.height / side(top, bottom)));
    }

    centre(middle, k) {
        this.moved = true;
        this.k = Math.min(Math.max(k, this.least / 8), this.least * 20000);
        this.x = this.width / 2 - middle[0] * this.k;
        this.y = this.height / 2 - middle[1] * this.k;
        this.draw();
    }

    // Call it before a change: back() returns to the present view. Steps of one gesture within a second are one change.
    remember(gesture) {
        const now = performance.now();
        const goesOn = gesture && gesture === this.gesture && now - this.changed < 1000;
        [this.gesture, this.changed] = [gesture, now];
        if (goesOn) return;
        const middle = this.world([this.width / 2, this.height / 2]);
        this.past.push({middle, k: this.k, moved: this.moved, saved: this.saved()});
        if (this.past.length > 200) this.past.shift();
        element("back").disabled = false;
    }

    back() {
        const last = this.past.pop();
        if (!last) return;
        this.gesture = null;
        element("back").disabled = this.past.length === 0;
        this.restored(last.saved);
        last.moved ? this.centre(last.middle, last.k) : this.reset();
    }

    // The actions of buttons and keys.
    step(dx, dy) {
        this.remember("move");
        this.move(dx, dy);
    }

    scale(factor, at) {
        this.remember("zoom");
        this.zoom(factor, at);
    }

    all() {
        if (this.moved) this.remember();
        this.reset();
    }

    reset() {
        this.moved = false;  // a view that shows everything follows the window's size
        this.showAll();
    }

    // Zooms; the place under `at` stays there.
    zoom(factor, at = [this.width / 2, this.height / 2]) {
        const k = Math.min(Math.max(this.k * factor, this.least / 8), this.least * 20000);
        const [wx, wy] = this.world(at);
        this.moved = true;
        this.k = k;
        this.x = at[0] - wx * k;
        this.y = at[1] - wy * k;
        this.draw();
    }

    draw() {
        if (this.waiting) return;
        this.waiting = true;
        requestAnimationFrame(() => this.waiting && this.drawNow());
    }

    drawNow() {
        this.waiting = false;
        const context = this.canvas.getContext("2d");
        context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
        context.clearRect(0, 0, this.width, this.height);
        this.paint(context, this);
    }

    place(event) {
        const box = this.canvas.getBoundingClientRect();
        return [event.clientX - box.left, event.clientY - box.top];
    }

    listen() {
        const canvas = this.canvas;
        canvas.addEventListener("wheel", event => {
            event.preventDefault();
            this.scale(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), this.place(event));
        }, {passive: false});
        canvas.addEventListener("pointerdown", event => this.down(event));
        canvas.addEventListener("pointermove", event => this.drag(event));
        canvas.addEventListener("pointerup", event => this.up(event));
        canvas.addEventListener("pointercancel", event => this.pointers.delete(event.pointerId));
        canvas.addEventListener("pointerleave", () => this.onHover(null));
        window.addEventListener("keydown", event => this.key(event));
        element("closer").onclick = () => this.scale(1.5);
        element("wider").onclick = () => this.scale(1 / 1.5);
        element("all").onclick = () => this.all();
        element("back").onclick = () => this.back();
    }

    down(event) {
        this.canvas.setPointerCapture(event.pointerId);
        this.pointers.set(event.pointerId, this.place(event));
        if (this.start && this.pointers.size === 2) this.remember();  // two fingers zoom
        this.start = this.pointers.size === 1 ? this.place(event) : null;  // null: not a click
        this.canvas.classList.add("dragging");
    }

    drag(event) {
        const now = this.place(event);
        const before = this.pointers.get(event.pointerId);
        if (!before) return this.onHover(now);
        if (this.start && Math.hypot(now[0] - this.start[0], now[1] - this.start[1]) < 4) return;
        if (this.start) this.remember();
        this.start = null;
        this.onHover(null);
        this.pointers.set(event.pointerId, now);
        if (this.pointers.size === 1) return this.move(now[0] - before[0], now[1] - before[1]);
        const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
        const distance = at => Math.max(1, Math.hypot(at[0] - other[0], at[1] - other[1]));
        this.zoom(distance(now) / distance(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
        this.move((now[0] - before[0]) / 2, (now[1] - before[1]) / 2);
    }

    up(event) {
        this.pointers.delete(event.pointerId);
        if (this.pointers.size === 0) this.canvas.classList.remove("dragging");
        if (!this.start) return;
        const at = this.start;
        this.start = null;
        this.onClick(at);
        this.onHover(at);
    }

    key(event) {
        if (event.target.tagName === "INPUT" || event.ctrlKey || event.metaKey) return;
        const step = 60;
        const altered = {ArrowLeft: this.past.length > 0 && (() => this.back())};  // without past views, the browser's own back
        const plain = {"+": () => this.scale(1.5), "=": () => this.scale(1.5), "-": () => this.scale(1 / 1.5), "0": () => this.all(),
                       ArrowLeft: () => this.step(step, 0), ArrowRight: () => this.step(-step, 0),
                       ArrowUp: () => this.step(0, step), ArrowDown: () => this.step(0, -step),
                       Backspace: () => this.back(), Escape: () => this.onEscape()};
        const act = (event.altKey ? altered : plain)[event.key];
        if (!act) return;
        event.preventDefault();
        act();
    }
}

// Draws a bar of a round length; nothing if the length of the world's unit is unknown.
function drawScale(view, metresPerUnit) {
    element("scale").style.display = metresPerUnit > 0 ? "" : "none";
    if (!(metresPerUnit > 0)) return;
    const metres = 60 * metresPerUnit / view.k;
    const power = Math.pow(10, Math.floor(Math.log10(metres)));
    const length = [1, 2, 5, 10].map(factor => factor * power).find(value => value >= metres);
    element("scale").children[0].style.width = length / metresPerUnit * view.k + "px";
    element("scale").children[1].textContent = length >= 1000 ? length / 1000 + " km" : +length.toPrecision(2) + " m";
}

// Shows the tip beside the pointer, inside the canvas; an empty text hides it.
function showTip(at, text, view) {
    const tip = element("tip");
    tip.textContent = text;
    tip.style.display = text ? "block" : "none";
    if (!text) return;
    const left = at[0] + 14 + tip.offsetWidth > view.width ? at[0] - 10 - tip.offsetWidth : at[0] + 14;
    const top = at[1] + 14 + tip.offsetHeight > view.height ? at[1] - 10 - tip.offsetHeight : at[1] + 14;
    tip.style.left = Math.max(0, left) + "px";
    tip.style.top = Math.max(0, top) + "px";
}

// Without a sample the entry is a heading.
function addLegendEntry(label, paint) {
    const row = document.createElement(paint ? "div" : "h2");
    if (!paint) {
        row.textContent = label;
        element("legend").append(row);
        return row;
    }
    const sample = document.createElement("canvas");
    sample.width = 60;
    sample.height = 36;
    const context = sample.getContext("2d");
    context.scale(2, 2);
    paint(context);
    const text = document.createElement("span");
    text.textContent = label;
    row.append(sample, text);
    element("legend").append(row);
    return text;
}
