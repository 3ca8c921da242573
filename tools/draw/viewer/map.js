// SPDX-License-Identifier: Apache-2.0
// A map: layers of lines, dots and marks, and for an isochrone map its roads.

function runningSum(differences) {
    let sum = 0;
    return differences.map(difference => sum += difference);
}

const nodes = decodeLines([data.nodes.points.length / 2], data.nodes.points)[0];
for (const node of data.nodes.missing) nodes[2 * node] = nodes[2 * node + 1] = NaN;

for (const layer of data.layers) {
    layer.lines = decodeLines(layer.counts, layer.points);
    layer.strokes = [];
}

// A line to the right of another, at a distance; as beside() of map.h.
function lineBeside(line, distance) {
    const points = [];
    const directions = [];
    for (let i = 0; i < line.length; i += 2) {
        const [dx, dy] = [line[i] - points.at(-2), line[i + 1] - points.at(-1)];
        const length = Math.hypot(dx, dy);
        if (length === 0) continue;
        if (points.length) directions.push(dx / length, dy / length);
        points.push(line[i], line[i + 1]);
    }
    if (!directions.length) return line;
    return points.map((_, at) => {
        const i = at - at % 2;
        const [before, after] = [Math.max(0, i - 2), Math.min(i, directions.length - 2)];
        const [x, y] = [directions[before] + directions[after], directions[before + 1] + directions[after + 1]];
        const by = distance / Math.max(0.5, (x * x + y * y) / 2);
        return points[at] + by * (at % 2 ? x : -y);
    });
}

// Paths of a layer's lines, one for each width and side. Lines beside their roads are shifted by points of the screen,
// so their paths hold for one zoom: `unit` is such a point on the map.
function strokesOf(layer, unit) {
    if (layer.strokes.length && (layer.unit === unit || !layer.beside)) return layer.strokes;
    const strokes = new Map();
    layer.lines.forEach((line, i) => {
        const width = layer.widths && layer.widths[i] || layer.width;
        const beside = layer.beside ? layer.beside[i] : 0;
        const key = width + " " + beside;
        if (!strokes.has(key)) strokes.set(key, {width, path: new Path2D()});
        traceLine(strokes.get(key).path, beside ? lineBeside(line, (width / 2 + 0.25) * unit) : line, 0, 1);
    });
    layer.unit = unit;
    return layer.strokes = [...strokes.values()];
}
for (const dots of data.dots) dots.at = decodeLines([dots.points.length / 2], dots.points)[0];

let reach = null;
if (data.reach) {
    const roads = data.reach.roads;
    roads.tail = runningSum(roads.tail);
    roads.head = roads.head.map((difference, i) => roads.tail[i] + difference);
    roads.lines = decodeLines(roads.counts, roads.points);
    reach = new Reach(data.reach, nodes);
}

// The elements that the pointer can find: nodes, the roads of all layers and of the isochrone map, and routes.
const found = {lines: [], names: [], labels: [], beside: [], roads: []};  // roads: index of the isochrone map's road, or -1
const routes = {lines: [], texts: []};
for (const layer of data.layers) {
    layer.lines.forEach((line, i) => {
        if (!layer.texts.length) return;
        if (layer.route) {
            routes.lines.push(line);
            routes.texts.push(data.texts[layer.texts[i]]);
            return;
        }
        found.lines.push(line);
        found.names.push(layer.texts[i]);
        found.labels.push(layer.label);
        found.beside.push(layer.beside ? layer.beside[i] : 0);
        found.roads.push(-1);
    });
}
if (reach) {
    reach.roads.lines.forEach((line, road) => {
        found.lines.push(line);
        found.names.push(reach.roads.texts[road]);
        found.labels.push("");
        found.beside.push(0);
        found.roads.push(road);
    });
}
// Finds lines by the boxes of their segments.
class LineGrid {
    constructor(lines) {
        const segments = [];
        this.lines = lines;
        this.lineOfSegment = [];
        lines.forEach((line, index) => {
            for (let i = 2; i < line.length; i += 2) {
                segments.push(Math.min(line[i], line[i - 2]), Math.min(line[i + 1], line[i - 1]), Math.max(line[i], line[i - 2]),
                              Math.max(line[i + 1], line[i - 1]));
                this.lineOfSegment.push(index);
            }
        });
        this.grid = new Grid(segments);
    }

    nearest(at, radius) {
        const segment = this.grid.nearest(at, radius, i => nearestOnLine(at, this.lines[this.lineOfSegment[i]])[0]);
        return segment < 0 ? -1 : this.lineOfSegment[segment];
    }

    // The lines within the radius, in their order.
    near([x, y], radius) {
        const near = new Set();
        this.grid.each(x - radius, y - radius, x + radius, y + radius, key => {
            for (const segment of this.grid.cells.get(key) || []) near.add(this.lineOfSegment[segment]);
        });
        return [...near].sort((a, b) => a - b).filter(line => nearestOnLine([x, y], this.lines[line])[0] <= radius);
    }
}
const lineGrid = new LineGrid(found.lines);
const routeGrid = new LineGrid(routes.lines);
const placed = [];
for (let node = 0; node < nodes.length / 2; ++node) if (!isNaN(nodes[2 * node])) placed.push(node);
const nodeGrid = new Grid(placed.flatMap(node => [nodes[2 * node], nodes[2 * node + 1], nodes[2 * node], nodes[2 * node + 1]]));

function nearestNode(at, radius) {
    const item = nodeGrid.nearest(at, radius, i => Math.hypot(nodes[2 * placed[i]] - at[0], nodes[2 * placed[i] + 1] - at[1]));
    return item < 0 ? -1 : placed[item];
}

// Of the two directions of a road that lie side by side, the one on the pointer's side.
function nearestLine(world, radius) {
    const nearest = lineGrid.nearest(world, radius);
    if (nearest < 0 || !found.beside[nearest]) return nearest;
    const away = line => nearestOnLine(world, lineBeside(found.lines[line], 1 / view.k))[0];
    const near = lineGrid.near(world, nearestOnLine(world, found.lines[nearest])[0] * (1 + 1e-9));
    return near.reduce((best, line) => away(line) < away(best) ? line : best, nearest);
}

// The names of the roads that end at a node.
function namesAt(node) {
    const [x, y] = [nodes[2 * node], nodes[2 * node + 1]];
    const ends = line => line[0] === x && line[1] === y || line[line.length - 2] === x && line[line.length - 1] === y;
    const near = isNaN(x) ? [] : lineGrid.near([x, y], 1).filter(line => ends(found.lines[line]));
    const names = [...new Set(near.map(line => data.texts[found.names[line]]))].filter(name => name);
    const isNumberOfOther = ref => names.some(name => name.endsWith("(" + ref + ")"));  // "B12" beside "High Street (B12)"
    return names.filter(name => !isNumberOfOther(name)).sort((a, b) => a.localeCompare(b));
}

// The text for a node: the roads that meet there, or its id if no road has a name.
function placeText(node) {
    const most = 3;
    const names = namesAt(node);
    return names.slice(0, most).join(" / ") + (names.length > most ? " / …" : "") || data.nodes.ids[node];
}

let hovered = -1;     // a node
let selected = null;  // what the search box found: {node}, or {path} with the lines of a street

function drawMark(context, x, y, letter, colour) {
    context.beginPath();
    context.arc(x, y, letter ? 10 : 8, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
    context.strokeStyle = context.fillStyle = data.theme.paper;
    context.lineWidth = 1.6;
    context.stroke();
    if (letter) {
        context.font = "bold 11px \"DejaVu Sans\", sans-serif";
        context.textAlign = "center";
        context.textBaseline = "middle";
        context.fillText(letter, x, y + 0.5);
    } else {
        context.beginPath();
        context.arc(x, y, 2.6, 0, 2 * Math.PI);
        context.fill();
    }
}

function drawDot(context, x, y, radius, square) {
    context.beginPath();
    square ? context.rect(x - radius, y - radius, 2 * radius, 2 * radius) : context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
}

function drawLabelledNodes(context, view) {
    context.font = "10px \"DejaVu Sans\", sans-serif";
    context.textBaseline = "middle";
    context.lineWidth = 1;
    data.nodes.ids.forEach((id, node) => {
        if (data.marks.some(mark => mark.x === nodes[2 * node] && mark.y === nodes[2 * node + 1])) return;
        const [x, y] = view.screen([nodes[2 * node], nodes[2 * node + 1]]);
        const inside = context.measureText(id).width <= 15;
        context.beginPath();
        context.arc(x, y, inside ? 10 : 3.5, 0, 2 * Math.PI);
        context.fillStyle = data.theme.paper;
        context.strokeStyle = data.theme.ink;
        context.fill();
        context.stroke();
        context.fillStyle = data.theme.ink;
        context.textAlign = inside ? "center" : "left";
        context.fillText(id, inside ? x : x + 7, y + 0.5);
    });
}

const selectedColour = "#e6007e";

// Drawn below the roads, which keep their colours.
function drawSelectedStreet(context, view) {
    if (!selected || !selected.path) return;
    context.strokeStyle = selectedColour;
    context.lineWidth = 13 / view.k;
    context.stroke(selected.path);
}

function drawSelectedNode(context, view) {
    if (!selected || selected.path) return;
    const [x, y] = view.screen([nodes[2 * selected.node], nodes[2 * selected.node + 1]]);
    context.strokeStyle = selectedColour;
    context.lineWidth = 4;
    context.beginPath();
    context.arc(x, y, 14, 0, 2 * Math.PI);
    context.stroke();
}

const hasWidths = data.layers.some(layer => layer.widths);  // lines as wide as the legend's samples
const view = new View(element("canvas"), data.view, (context, view) => {
    const grow = hasWidths ? 1 : Math.min(3, Math.max(1, Math.pow(view.k / view.least, 0.3)));
    const stroke = (path, colour, width, dash) => {
        context.strokeStyle = colour;
        context.lineWidth = width * grow / view.k;
        context.setLineDash(dash ? [5 / view.k, 4 / view.k] : []);
        context.stroke(path);
    };
    context.save();
    context.translate(view.x, view.y);
    context.scale(view.k, view.k);
    context.lineCap = context.lineJoin = "round";
    drawSelectedStreet(context, view);
    for (const layer of data.layers) {
        context.lineCap = layer.beside ? "butt" : "round";
        for (const part of strokesOf(layer, grow / view.k)) stroke(part.path, layer.colour, part.width, layer.dash);
    }
    context.lineCap = "round";
    if (reach) for (const part of reach.parts) stroke(part.path, part.colour, part.width, false);
    context.restore();
    context.setLineDash([]);
    for (const dots of data.dots) {
        context.fillStyle = dots.colour;
        for (let i = 0; i < dots.at.length; i += 2) {
            const [x, y] = view.screen([dots.at[i], dots.at[i + 1]]);
            drawDot(context, x, y, dots.radius, dots.square);
        }
    }
    if (data.labelNodes) drawLabelledNodes(context, view);
    drawSelectedNode(context, view);
    for (const mark of data.marks) drawMark(context, ...view.screen([mark.x, mark.y]), mark.letter, mark.colour);
    if (hovered >= 0) {
        const [x, y] = view.screen([nodes[2 * hovered], nodes[2 * hovered + 1]]);
        context.strokeStyle = data.theme.ink;
        context.lineWidth = 2;
        context.beginPath();
        context.arc(x, y, data.labelNodes ? 12 : 6, 0, 2 * Math.PI);
        context.stroke();
    }
    drawScale(view, data.metres);
});

function valueText(value) {
    return value === Infinity ? "no way there" : quantityText(value, reach.unit);
}

// For one route all that is known of it and the streets at its ends; for several routes their first lines.
function routeTexts(world) {
    const most = 6;
    const near = routeGrid.near(world, 7 / view.k).reverse();  // in the order of the legend
    const texts = near.map(route => routes.texts[route]);
    if (near.length > 1) {
        const lines = texts.map(text => text.split("\n")[0]);
        return near.length > most ? [...lines.slice(0, most - 1), "and " + (near.length - most + 1) + " more"] : lines;
    }
    if (near.length === 0) return [];
    const line = routes.lines[near[0]];
    const [from, to] = [line.slice(0, 2), line.slice(-2)].map(end => nearestNode(end, 0)).map(node => node < 0 ? "" : placeText(node));
    return from && to && !texts[0].startsWith(from + " to " + to) ? [...texts, "from " + from + "\nto " + to] : texts;
}

view.onHover = at => {
    const before = hovered;
    const world = at && view.world(at);
    hovered = at ? nearestNode(world, 9 / view.k) : -1;
    const line = at ? nearestLine(world, 12 / view.k) : -1;
    const texts = hovered >= 0 ? [namesAt(hovered).join(" / ")] : line >= 0 ? [data.texts[found.names[line]], found.labels[line]] : [];
    if (at) texts.push(...routeTexts(world));
    if (hovered >= 0) {
        texts.push("node " + data.nodes.ids[hovered]);
        if (reach) texts.push(valueText(reach.valueAtNode(hovered)));
    } else if (line >= 0 && reach) {
        const value = reach.along(found.roads[line]);
        texts.push(value ? "about " + valueText(value(nearestOnLine(world, found.lines[line])[1])) : valueText(Infinity));
    }
    showTip(at, texts.filter(text => text).join("\n"), view);
    if (before !== hovered) view.draw();
};

if (data.legend) {
    if (data.legendTitle) {
        const title = document.createElement("h2");
        title.textContent = data.legendTitle;
        element("legend").append(title);
    }
    const line = (colour, width, dash) => context => {
        context.strokeStyle = colour;
        context.lineWidth = width;
        context.setLineDash(dash ? [4, 3] : []);
        context.beginPath();
        context.moveTo(1, 9);
        context.lineTo(29, 9);
        context.stroke();
    };
    for (const mark of data.marks) {
        if (mark.label) mark.entry = addLegendEntry(mark.label, context => drawMark(context, 15, 9, mark.letter, mark.colour));
    }
    if (reach) {
        reach.labels.forEach((label, band) => addLegendEntry(label, line(reach.colours[band], 6, false)));
        if (!reach.open) addLegendEntry(reach.beyondLabel, line(reach.beyond, 6, false));
        addLegendEntry("no way there", line(reach.unreachable, 2, false));
    }
    for (const layer of [...data.layers].reverse()) {
        if (layer.label) addLegendEntry(layer.label, layer.width > 0 && line(layer.colour, layer.width, layer.dash));
    }
    for (const dots of [...data.dots].reverse()) {
        if (!dots.label) continue;
        addLegendEntry(dots.label, context => {
            context.fillStyle = dots.colour;
            drawDot(context, 15, 9, dots.square ? Math.min(4, dots.radius) : 4, dots.square);
        });
    }
}

// In page titles, street names replace node ids; a title given by the user stays.
const markedNodes = data.marks.map(mark => nearestNode([mark.x, mark.y], 0));
const firstTitle = (() => {
    const names = markedNodes.map(node => node < 0 ? "" : placeText(node));
    const texts = data.marks.map((mark, at) => {
        if (!names[at]) return mark.label;
        const id = data.nodes.ids[markedNodes[at]];
        return names.indexOf(names[at]) === names.lastIndexOf(names[at]) || names[at] === id ? names[at] : names[at] + " (" + id + ")";
    });
    const given = data.marks.map(mark => mark.label);
    const [before, after] = reach ? [reach.title + " " + given[0], reach.title + " from " + texts[0]]
                                  : ["Path from " + given[0] + " to " + given.at(-1) + ":", "Path from " + texts[0] + " to " + texts.at(-1) + ":"];
    data.marks.forEach((mark, at) => mark.entry && (mark.entry.textContent = (reach ? "from " : "") + texts[at]));
    return data.marks.length && data.title.startsWith(before) ? after + data.title.slice(before.length) : data.title;
})();

function setTitle(title) {
    element("title").textContent = document.title = title;
}
setTitle(firstTitle);

// Shows the isochrone map from a clicked node.
function startFrom(node) {
    reach.setFrom(node);
    const text = placeText(node);
    const mark = data.marks[0];
    [mark.x, mark.y] = [nodes[2 * node], nodes[2 * node + 1]];
    if (mark.entry) mark.entry.textContent = "from " + text;
    setTitle(node === data.reach.from ? firstTitle : reach.title + " from " + text);
    element("hint").textContent = node === data.reach.from ? "Click a node to start from there" : "Escape returns to the first start";
    view.draw();
}
if (reach) {
    element("hint").textContent = "Click a node to start from there";
    view.onClick = at => {
        const node = nearestNode(view.world(at), 25 / view.k);
        if (node < 0 || node === reach.from) return;
        view.remember();
        startFrom(node);
    };
}

// The selection and the isochrone map's start that back() restores.
view.saved = () => ({selected, from: reach && reach.from});
view.restored = ({selected: before, from}) => {
    selected = before;
    if (!selected) element("wanted").value = "";
    if (reach && reach.from !== from) startFrom(from);
};
view.onEscape = () => {
    if (!selected && !(reach && reach.from !== data.reach.from)) return;
    view.remember();
    if (selected) {
        selected = null;
        element("wanted").value = "";
    } else {
        startFrom(data.reach.from);
    }
    view.draw();
};

// The least width of a box around a node or a street.
const least = (() => {
    const all = data.view[2] - data.view[0];
    return data.labelNodes ? all / 2 : data.metres > 0 ? Math.min(500 / data.metres, all / 3) : all / 8;
})();

function showNode(node) {
    selected = {node};
    view.centre([nodes[2 * node], nodes[2 * node + 1]], Math.max(view.k, Math.min(view.width, view.height) / least));
}

function showStreet(texts) {
    const path = new Path2D();
    const box = [Infinity, Infinity, -Infinity, -Infinity];
    found.lines.forEach((line, i) => {
        if (!texts.has(found.names[i])) return;
        traceLine(path, line, 0, 1);
        for (let at = 0; at < line.length; at += 2) {
            box[0] = Math.min(box[0], line[at]);
            box[1] = Math.min(box[1], line[at + 1]);
            box[2] = Math.max(box[2], line[at]);
            box[3] = Math.max(box[3], line[at + 1]);
        }
    });
    selected = {path};
    view.show(box, least);
}

if (placed.length) {
    // "Main Street" and "main street" are one match, spelled as on most of its roads.
    const roadsNamed = new Map();
    for (const text of found.names) roadsNamed.set(text, (roadsNamed.get(text) || 0) + 1);
    const streets = new Map();
    for (const [text] of [...roadsNamed].sort((a, b) => b[1] - a[1])) {
        const name = data.texts[text];
        const key = folded(name) || name;
        if (!name) continue;
        if (!streets.has(key)) streets.set(key, {name, texts: new Set()});
        streets.get(key).texts.add(text);
    }
    const foldedNames = [...streets.keys()];
    const names = [...streets.values()].map(street => street.name);
    new SearchBox(view, names.length ? "Search a street or node" : "Search a node", wanted => {
        const ids = idsLike(wanted, data.nodes.ids).filter(node => !isNaN(nodes[2 * node]))
            .map(node => ({label: data.nodes.ids[node], note: "node", choose: () => showNode(node)}));
        const exact = ids.length && ids[0].label.toLowerCase() === wanted.trim().toLowerCase() ? ids.splice(0, 1) : [];
        const like = namesLike(wanted, names, foldedNames).map(i => ({label: names[i], choose: () => showStreet(streets.get(foldedNames[i]).texts)}));
        return [...exact, ...like, ...ids];
    });
}
