// SPDX-License-Identifier: Apache-2.0
// Finds what lies near a place, and shortest paths from a node.

// A grid of boxes, to find the boxes within a distance of a place.
class Grid {
    // boxes: left, top, right, bottom of each box, in one array.
    constructor(boxes) {
        this.boxes = boxes;
        const count = boxes.length / 4;
        let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
        for (let i = 0; i < boxes.length; i += 4) {
            left = Math.min(left, boxes[i]);
            top = Math.min(top, boxes[i + 1]);
            right = Math.max(right, boxes[i + 2]);
            bottom = Math.max(bottom, boxes[i + 3]);
        }
        Object.assign(this, {left, top});
        this.side = Math.max(1, Math.min(400, Math.ceil(Math.sqrt(count))));
        this.cell = Math.max(right - left, bottom - top, 1) / this.side;
        this.cells = new Map();
        for (let i = 0; i < count; ++i) {
            this.each(boxes[4 * i], boxes[4 * i + 1], boxes[4 * i + 2], boxes[4 * i + 3], key => {
                const list = this.cells.get(key);
                list ? list.push(i) : this.cells.set(key, [i]);
            });
        }
    }

    each(left, top, right, bottom, call) {
        const at = (value, origin) => Math.min(Math.max(Math.floor((value - origin) / this.cell), 0), this.side - 1);
        for (let row = at(top, this.top); row <= at(bottom, this.top); ++row) {
            for (let column = at(left, this.left); column <= at(right, this.left); ++column) call(row * this.side + column);
        }
    }

    // The item with the smallest distance(item) up to `radius`, or -1.
    nearest([x, y], radius, distance) {
        let best = -1;
        let least = radius;
        this.each(x - radius, y - radius, x + radius, y + radius, key => {
            for (const item of this.cells.get(key) || []) {
                const away = distance(item);
                if (away <= least) [best, least] = [item, away];
            }
        });
        return best;
    }
}

// The distance of a place from a line, and the share of the line's length where it is nearest: [distance, share].
function nearestOnLine([x, y], points) {
    let [best, at, along] = [Infinity, 0, 0];
    for (let i = 2; i < points.length; i += 2) {
        const [ax, ay] = [points[i - 2], points[i - 1]];
        const [dx, dy] = [points[i] - ax, points[i + 1] - ay];
        const length = Math.hypot(dx, dy);
        const t = length > 0 ? Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (length * length))) : 0;
        const away = Math.hypot(x - ax - t * dx, y - ay - t * dy);
        if (away < best) [best, at] = [away, along + t * length];
        along += length;
    }
    return [best, along > 0 ? at / along : 0];
}

// A heap of numbers with the smallest priority first.
class Heap {
    constructor() {
        this.keys = [];
        this.items = [];
    }
    get empty() { return this.keys.length === 0; }

    push(key, item) {
        let at = this.keys.length;
        for (; at > 0; at = (at - 1) >> 1) {
            const up = (at - 1) >> 1;
            if (this.keys[up] <= key) break;
            this.set(at, this.keys[up], this.items[up]);
        }
        this.set(at, key, item);
    }

    pop() {
        const top = [this.keys[0], this.items[0]];
        const key = this.keys.pop();
        const item = this.items.pop();
        const size = this.keys.length;
        if (size === 0) return top;
        let at = 0;
        for (let down = 1; down < size; down = 2 * at + 1) {
            if (down + 1 < size && this.keys[down + 1] < this.keys[down]) ++down;
            if (this.keys[down] >= key) break;
            this.set(at, this.keys[down], this.items[down]);
            at = down;
        }
        this.set(at, key, item);
        return top;
    }

    set(at, key, item) {
        this.keys[at] = key;
        this.items[at] = item;
    }
}

// Dijkstra: raw costs from one node to all, Infinity where there is no path. roads: tail, head, forward, backward (costs,
// below zero where there is no way); through[node] is 0 for nodes that paths do not pass.
function distancesFrom(from, nodeCount, roads, through) {
    if (!roads.first) indexRoads(roads, nodeCount);
    const distance = new Float64Array(nodeCount).fill(Infinity);
    const heap = new Heap();
    distance[from] = 0;
    heap.push(0, from);
    while (!heap.empty) {
        const [far, node] = heap.pop();
        if (far > distance[node] || (node !== from && !through[node])) continue;
        for (let i = roads.first[node]; i < roads.first[node + 1]; ++i) {
            const road = roads.at[i];
            const forward = roads.tail[road] === node;
            for (const [cost, next] of [[forward ? roads.forward[road] : -1, roads.head[road]],
                                        [roads.head[road] === node ? roads.backward[road] : -1, roads.tail[road]]]) {
                if (cost < 0 || far + cost >= distance[next]) continue;
                distance[next] = far + cost;
                heap.push(far + cost, next);
            }
        }
    }
    return distance;
}

// The roads of each node: at[first[node]] … at[first[node + 1] - 1].
function indexRoads(roads, nodeCount) {
    roads.first = new Int32Array(nodeCount + 1);
    for (let i = 0; i < roads.tail.length; ++i) ++roads.first[roads.tail[i] + 1], ++roads.first[roads.head[i] + 1];
    for (let node = 0; node < nodeCount; ++node) roads.first[node + 1] += roads.first[node];
    const next = roads.first.slice();
    roads.at = new Int32Array(2 * roads.tail.length);
    for (let i = 0; i < roads.tail.length; ++i) {
        roads.at[next[roads.tail[i]]++] = i;
        roads.at[next[roads.head[i]]++] = i;
    }
}
