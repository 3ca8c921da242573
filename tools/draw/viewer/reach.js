// SPDX-License-Identifier: Apache-2.0
// The isochrone map from one node: distances, and the roads cut into pieces by band.

class Reach {
    constructor(reach, nodes) {
        Object.assign(this, reach);
        this.unitsARaw = Math.pow(10, this.digits);
        this.nodeCount = nodes.length / 2;
        this.through = new Uint8Array(this.nodeCount).fill(1);
        for (const node of this.noThrough) this.through[node] = 0;
        this.setFrom(this.from);
    }

    setFrom(node) {
        this.from = node;
        this.distance = distancesFrom(node, this.nodeCount, this.roads, this.through);
        this.cut();
    }

    valueAtNode(node) { return this.distance[node] / this.unitsARaw; }

    // The value on a road as a function of the share of its length; null if the road is unreachable.
    along(road) {
        const {tail, head, forward, backward} = this.roads;
        const start = (node, cost) =>
            cost >= 0 && (this.through[node] || node === this.from) ? this.valueAtNode(node) : Infinity;
        const fromTail = start(tail[road], forward[road]);
        const fromHead = start(head[road], backward[road]);
        if (fromTail === Infinity && fromHead === Infinity) return null;
        const ahead = Math.max(0, forward[road]) / this.unitsARaw;
        const back = Math.max(0, backward[road]) / this.unitsARaw;
        const value = share => Math.min(fromTail + share * ahead, fromHead + (1 - share) * back);
        value.cuts = [0, 1];
        const add = share => { if (share > 0 && share < 1) value.cuts.push(share); };
        for (const end of this.breaks) {
            if (fromTail < Infinity && ahead > 0) add((end - fromTail) / ahead);
            if (fromHead < Infinity && back > 0) add(1 - (end - fromHead) / back);
        }
        if (fromTail < Infinity && fromHead < Infinity && ahead + back > 0) add((fromHead + back - fromTail) / (ahead + back));
        value.cuts.sort((a, b) => a - b);
        return value;
    }

    bandOf(value) {
        let band = 0;
        while (band < this.breaks.length && value > this.breaks[band]) ++band;
        return band;
    }

    // Makes this.parts, paths by colour and width: [{colour, width, path}], the nearest band last.
    cut() {
        const parts = new Map();
        const none = this.colours.length + 1;  // unreachable; one less: beyond the bands
        const path = (band, width) => {
            const key = band + " " + width;
            if (!parts.has(key)) {
                const colour = band === none ? this.unreachable : band === none - 1 ? this.beyond : this.colours[band];
                parts.set(key, {band, colour, width, path: new Path2D()});
            }
            return parts.get(key).path;
        };
        for (let road = 0; road < this.roads.tail.length; ++road) {
            const value = this.along(road);
            const width = this.roads.widths[road];
            if (!value) {
                traceLine(path(none, 1.2), this.roads.lines[road], 0, 1);
                continue;
            }
            for (let i = 1; i < value.cuts.length; ++i) {
                const band = this.bandOf(value((value.cuts[i - 1] + value.cuts[i]) / 2));
                traceLine(path(band, width), this.roads.lines[road], value.cuts[i - 1], value.cuts[i]);
            }
        }
        this.parts = [...parts.values()].sort((a, b) => b.band - a.band || a.width - b.width);
    }
}

// Adds the part of a line between two shares of its length to a path.
function traceLine(path, points, from, to) {
    if (from > 0 || to < 1) points = partOfLine(points, from, to);
    path.moveTo(points[0], points[1]);
    for (let i = 2; i < points.length; i += 2) path.lineTo(points[i], points[i + 1]);
}

function partOfLine(points, from, to) {
    let total = 0;
    for (let i = 2; i < points.length; i += 2) total += Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1]);
    const [first, last] = [from * total, to * total];
    const part = [];
    let along = 0;
    for (let i = 2; i < points.length; i += 2) {
        const length = Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1]);
        const put = at => {
            const share = length > 0 ? Math.min(1, Math.max(0, (at - along) / length)) : 0;
            part.push(points[i - 2] + share * (points[i] - points[i - 2]), points[i - 1] + share * (points[i + 1] - points[i - 1]));
        };
        if (along + length >= first) {
            if (part.length === 0) put(first);
            if (along + length >= last) {
                put(last);
                break;
            }
            part.push(points[i], points[i + 1]);
        }
        along += length;
    }
    return part.length >= 4 ? part : points.slice(-4);
}
