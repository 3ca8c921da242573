// SPDX-License-Identifier: Apache-2.0
// The roads of the server's network: all roads coarsely, and the roads in view as finely as the screen shows.

const earthRadius = 6371008.8;
const radian = Math.PI / 180;

// Mercator's projection in metres at the equator, y down.
function project([lon, lat]) {
    return [earthRadius * lon * radian, -earthRadius * Math.asinh(Math.tan(Math.min(Math.max(lat, -85), 85) * radian))];
}

function unproject([x, y]) {
    return [x / earthRadius / radian, Math.atan(Math.sinh(-y / earthRadius)) / radian];
}

// The place at a point of the world, in millionths of a degree.
function placeAt(at) {
    return unproject(at).map(value => +value.toFixed(6));
}

// Converts west, south, east, north to left, top, right, bottom.
function worldBox([west, south, east, north]) {
    return [...project([west, north]), ...project([east, south])];
}

// Converts lines of lon, lat, … to a path in the world's coordinates.
function tracePath(lines, scale = 1, closed = false) {
    const path = new Path2D();
    for (const line of lines) {
        for (let i = 0; i < line.length; i += 2) {
            const [x, y] = project([line[i] * scale, line[i + 1] * scale]);
            i ? path.lineTo(x, y) : path.moveTo(x, y);
        }
        if (closed) path.closePath();
    }
    return path;
}

class Network {
    constructor(description, changed, failed) {
        this.description = description;
        this.changed = changed;
        this.whole = null;   // the whole network, requested first
        this.detail = null;  // the roads of the view
        this.latest = new Latest(failed);
        this.leftOut = [];   // road classes left out of the drawing because of their number
        this.chains = [];    // the streets with names among the roads that are drawn
    }

    static metresPerPixel(view) {
        return Math.cos(unproject(view.world([0, view.height / 2]))[1] * radian) / view.k;
    }

    // West, south, east, north of the view, extended by the share `more` of its size on each side.
    static box(view, more) {
        const [dx, dy] = [more * view.width, more * view.height];
        const [west, north] = unproject(view.world([-dx, -dy]));
        const [east, south] = unproject(view.world([view.width + dx, view.height + dy]));
        return [west, south, east, north];
    }

    // Requests the roads that the view needs and the page does not have.
    follow(view) {
        const pixel = Network.metresPerPixel(view);
        const shown = Network.box(view, 0);
        if (this.suits(this.whole, shown, pixel) || this.suits(this.detail, shown, pixel)) return;
        const first = !this.whole;
        const box = first ? this.description.bounds : Network.box(view, 0.5);
        const resolution = pixel < 4 ? 0 : pixel / 2;
        this.latest.run(async () => {
            const target = "network/roads?bbox=" + box.map(value => value.toFixed(6)) + "&resolution=" + resolution.toFixed(3) + "&names=true";
            this[first ? "whole" : "detail"] = Network.read(await ask(target), {box, pixel, resolution});
            this.changed();
        });
    }

    static read(answer, asked) {
        const lines = answer.roads.map(roads => decodeLines(roads.counts, roads.points));
        return {...asked, leftOut: answer.left_out, chains: answer.roads.flatMap((roads, i) => namedChains(roads, lines[i])),
                layers: answer.roads.map((roads, i) => ({road: roads.class, path: tracePath(lines[i], 1e-6)}))};
    }

    // Returns true if `part` has the roads of the box, fine enough for pixels of `pixel` metres. If classes were left
    // out, more may fit after zooming in.
    suits(part, box, pixel) {
        if (!part || pixel < part.resolution) return false;
        const bounds = this.description.bounds;
        const covers = box.every((value, i) => i < 2 ? Math.max(value, bounds[i]) >= part.box[i] - 1e-6 : Math.min(value, bounds[i]) <= part.box[i] + 1e-6);
        return covers && (!part.leftOut.length || pixel > part.pixel / 1.5);
    }

    draw(context, view, theme, isGrey) {
        const pixel = Network.metresPerPixel(view);
        const grow = Math.min(3, Math.max(0.45, 1.8 * Math.pow(pixel, -0.3)));
        const shown = Network.box(view, 0);
        const known = [this.whole, this.detail].filter(part => part);
        const best = known.findLast(part => this.suits(part, shown, pixel));
        const parts = best ? [best] : known;  // until a suitable one has arrived
        this.leftOut = parts.length ? parts.at(-1).leftOut : [];
        this.chains = parts.length ? parts.at(-1).chains : [];
        for (const part of parts) {
            for (const layer of [...part.layers].reverse()) {
                const style = theme.classes[layer.road];
                context.strokeStyle = isGrey ? theme.road : style.colour;
                context.lineWidth = style.width * (isGrey ? 0.5 : 1) * grow / view.k;
                context.setLineDash(style.dashed ? [5 / view.k, 4 / view.k] : []);
                context.stroke(layer.path);
            }
        }
        context.setLineDash([]);
    }
}
