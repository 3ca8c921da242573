// SPDX-License-Identifier: Apache-2.0
// The names of streets on the map, where a street is long and straight enough for its name.

class StreetNames {
    constructor() {
        this.placed = [];
        this.widths = new Map();
    }

    static get gap() { return 320; }       // pixels between two labels with the same name
    static get deviation() { return 4; }   // pixels between a label and its street

    width(context, name, font) {
        const key = font + name;
        if (!this.widths.has(key)) this.widths.set(key, context.measureText(name).width);
        return this.widths.get(key);
    }

    // Chooses the labels for a view: those of important roads first, then those of long ones. Returns false if nothing
    // has changed.
    place(view, chains) {
        const box = [...view.world([-100, -100]), ...view.world([view.width + 100, view.height + 100])];
        if (this.chains === chains && this.k === view.k && box[0] >= this.box[0] && box[1] >= this.box[1] && box[2] <= this.box[2] &&
            box[3] <= this.box[3]) return false;
        const [dx, dy] = [view.width / 3, view.height / 3];
        [this.chains, this.k] = [chains, view.k];
        this.box = [...view.world([-dx, -dy]), ...view.world([view.width + dx, view.height + dy])];
        this.placed = [];
        const context = view.canvas.getContext("2d");
        const taken = new TakenCircles(28);
        const metres = Network.metresPerPixel(view);
        const seen = chains.filter(({road, box: [left, top, right, bottom]}) => metres < (road < 4 ? 40 : road < 6 ? 8 : 3) &&
            left <= this.box[2] && right >= this.box[0] && top <= this.box[3] && bottom >= this.box[1]);
        seen.sort((a, b) => a.road - b.road || b.length - a.length);
        for (const chain of seen) {
            const size = chain.road < 4 ? 12 : 11;
            context.font = size + "px " + StreetNames.family;
            const width = this.width(context, chain.name, context.font) + 2;
            if (chain.length * view.k >= width + 8) this.placeOn(chain, width, size, taken);
        }
        return true;
    }

    // From the middle of the chain outwards.
    placeOn(chain, width, size, taken) {
        const [k, span] = [this.k, width / this.k];
        const step = Math.max(span / 2, 20 / k);
        const middle = (chain.length - span) / 2;
        for (let away = 0; away <= middle; away += step) {
            for (const begin of away ? [middle - away, middle + away] : [middle]) {
                const label = this.straight(chain, begin, begin + span);
                if (!label) continue;
                const circles = [];
                for (let along = size / 2; along < width; along += size) {
                    circles.push([0, 1].map(axis => (label.from[axis] + (label.to[axis] - label.from[axis]) * along / width) * k));
                }
                if (!taken.take(circles, size * 0.75, chain.name, StreetNames.gap)) continue;
                const [a, b] = label.to[0] < label.from[0] ? [label.to, label.from] : [label.from, label.to];
                this.placed.push({name: chain.name, size, at: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], angle: Math.atan2(b[1] - a[1], b[0] - a[0])});
            }
        }
    }

    // The chord of a part of a chain in the box, if the part is nearly straight.
    straight({points, lengths}, begin, end) {
        let first = 1;
        for (let high = lengths.length - 1; first < high;) {
            const middle = (first + high) >> 1;
            lengths[middle] < begin ? first = middle + 1 : high = middle;
        }
        const at = (i, length) => {
            const share = (length - lengths[i - 1]) / (lengths[i] - lengths[i - 1] || 1);
            return [0, 1].map(axis => points[i - 1][axis] + share * (points[i][axis] - points[i - 1][axis]));
        };
        const from = at(first, begin);
        if (from[0] < this.box[0] || from[0] > this.box[2] || from[1] < this.box[1] || from[1] > this.box[3]) return null;
        let last = first;
        while (last < lengths.length - 1 && lengths[last] < end) last++;
        const to = at(last, end);
        const chord = Math.hypot(to[0] - from[0], to[1] - from[1]);
        if (chord < 0.95 * (end - begin)) return null;
        for (let i = first; i < last; i++) {
            const [x, y] = [points[i][0] - from[0], points[i][1] - from[1]];
            if (Math.abs(x * (to[1] - from[1]) - y * (to[0] - from[0])) / chord * this.k > StreetNames.deviation) return null;
        }
        return {from, to};
    }

    draw(context, view, colours) {
        context.textAlign = "center";
        context.textBaseline = "middle";
        context.lineJoin = "round";
        for (const {name, size, at, angle} of this.placed) {
            const [x, y] = view.screen(at);
            if (x < -200 || y < -200 || x > view.width + 200 || y > view.height + 200) continue;
            context.save();
            context.translate(x, y);
            context.rotate(angle);
            context.font = size + "px " + StreetNames.family;
            // The road ends under the name, so that it does not look like a hyphen between words.
            const width = this.width(context, name, context.font);
            context.fillStyle = context.strokeStyle = colours.ground;
            context.globalAlpha = 0.65;
            context.fillRect(-width / 2, -size * 0.4, width, size * 0.8);
            context.globalAlpha = 1;
            context.lineWidth = 3;
            context.strokeText(name, 0, 0);
            context.fillStyle = colours.ink;
            context.fillText(name, 0, 0);
            context.restore();
        }
    }
}

StreetNames.family = "\"DejaVu Sans\", Verdana, system-ui, sans-serif";

// Circles on the screen that labels occupy, in squares of side `side`, which is at least their diameter.
class TakenCircles {
    constructor(side) {
        this.side = side;
        this.squares = new Map();
        this.named = new Map();  // where labels of a name are
    }

    take(circles, radius, name, gap) {
        const middle = circles[circles.length >> 1];
        const sames = this.named.get(name) || [];
        if (sames.some(([x, y]) => Math.hypot(x - middle[0], y - middle[1]) < gap)) return false;
        const square = (x, y, dx = 0, dy = 0) => (Math.floor(x / this.side) + dx) + "," + (Math.floor(y / this.side) + dy);
        const isFree = ([x, y]) => [-1, 0, 1].every(dx => [-1, 0, 1].every(dy =>
            (this.squares.get(square(x, y, dx, dy)) || []).every(other => Math.hypot(x - other[0], y - other[1]) >= 2 * radius)));
        if (!circles.every(isFree)) return false;
        for (const circle of circles) {
            const at = square(...circle);
            this.squares.set(at, [...(this.squares.get(at) || []), circle]);
        }
        this.named.set(name, [...sames, middle]);
        return true;
    }
}
