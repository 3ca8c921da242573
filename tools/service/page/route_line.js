// SPDX-License-Identifier: Apache-2.0
// The line of a route in the world's coordinates, leg by leg.

function worldPath(lines) {
    const path = new Path2D();
    for (const line of lines) line.forEach(([x, y], i) => i ? path.lineTo(x, y) : path.moveTo(x, y));
    return path;
}

// Left, top, right, bottom.
function boxOf(points) {
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    for (const [x, y] of points) {
        box[0] = Math.min(box[0], x);
        box[1] = Math.min(box[1], y);
        box[2] = Math.max(box[2], x);
        box[3] = Math.max(box[3], y);
    }
    return box;
}

class RouteLine {
    constructor(route) {
        this.legs = route.legs.map(leg => leg.steps.flatMap(step => step.geometry.coordinates.map(project)));
        this.path = worldPath(this.legs);
    }

    get box() { return boxOf(this.legs.flat()); }

    // The point of the line that is nearest to a place of the world: {leg, point, distance}.
    nearest([x, y]) {
        let best = {distance: Infinity};
        this.legs.forEach((line, leg) => {
            for (let i = 1; i < line.length; i++) {
                const [[ax, ay], [bx, by]] = [line[i - 1], line[i]];
                const square = (bx - ax) ** 2 + (by - ay) ** 2;
                const share = square ? Math.min(Math.max(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square, 0), 1) : 0;
                const point = [ax + share * (bx - ax), ay + share * (by - ay)];
                const distance = Math.hypot(point[0] - x, point[1] - y);
                if (distance < best.distance) best = {leg, point, distance};
            }
        });
        return best;
    }

    // Returns true if the way to and from a stop covers more of the space above the stop than of that below. `size` is
    // the side of these spaces.
    leadsUp(stop, size) {
        let up = 0;
        for (const line of [this.legs[stop] || [], [...(this.legs[stop - 1] || [])].reverse()]) {
            let walked = 0;
            for (let i = 1; i < line.length && walked < 2 * size; i++) {
                const [[x, y], [ax, ay], [bx, by]] = [line[0], line[i - 1], line[i]];
                const length = Math.hypot(bx - ax, by - ay);
                const parts = Math.min(20, Math.ceil(length / size * 8));
                for (let part = 0.5; part < parts; part++) {
                    const [dx, dy] = [ax + (bx - ax) * part / parts - x, ay + (by - ay) * part / parts - y];
                    if (Math.abs(dx) < size / 2 && Math.abs(dy) < size) up -= Math.sign(dy) * length / parts;
                }
                walked += length;
            }
        }
        return up > size / 10;
    }
}
