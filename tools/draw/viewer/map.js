// A map: layers of lines, dots and marks, and of a map of reach its roads.

// Differences to points, cut into lines of so many points each.
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

function runningSum(differences) {
    let sum = 0;
    return differences.map(difference => sum += difference);
}

const nodes = decodeLines([data.nodes.points.length / 2], data.nodes.points)[0];
for (const node of data.nodes.missing) nodes[2 * node] = nodes[2 * node + 1] = NaN;

for (const layer of data.layers) {
    layer.lines = decodeLines(layer.counts, layer.points);
    layer.path = new Path2D();
    for (const line of layer.lines) traceLine(layer.path, line, 0, 1);
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

// What the pointer may find: nodes, and the lines of all layers and of the reach.
const found = {lines: [], texts: [], roads: []};
for (const layer of data.layers) {
    layer.lines.forEach((line, i) => {
        if (!layer.texts.length) return;
        found.lines.push(line);
        found.texts.push([data.texts[layer.texts[i]], layer.label]);
        found.roads.push(-1);
    });
}
if (reach) {
    reach.roads.lines.forEach((line, road) => {
        found.lines.push(line);
        found.texts.push([data.texts[reach.roads.texts[road]], ""]);
        found.roads.push(road);
    });
}
const segments = [];  // boxes of each segment, and its line
const lineOfSegment = [];
found.lines.forEach((line, index) => {
    for (let i = 2; i < line.length; i += 2) {
        segments.push(Math.min(line[i], line[i - 2]), Math.min(line[i + 1], line[i - 1]), Math.max(line[i], line[i - 2]),
                      Math.max(line[i + 1], line[i - 1]));
        lineOfSegment.push(index);
    }
});
const lineGrid = new Grid(segments);
const placed = [];
for (let node = 0; node < nodes.length / 2; ++node) if (!isNaN(nodes[2 * node])) placed.push(node);
const nodeGrid = new Grid(placed.flatMap(node => [nodes[2 * node], nodes[2 * node + 1], nodes[2 * node], nodes[2 * node + 1]]));

function nearestNode(at, radius) {
    const item = nodeGrid.nearest(at, radius, i => Math.hypot(nodes[2 * placed[i]] - at[0], nodes[2 * placed[i] + 1] - at[1]));
    return item < 0 ? -1 : placed[item];
}

function nearestLine(at, radius) {
    const segment = lineGrid.nearest(at, radius, i => nearestOnLine(at, found.lines[lineOfSegment[i]])[0]);
    return segment < 0 ? -1 : lineOfSegment[segment];
}

let hovered = -1;  // a node

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

function drawScale(view) {
    element("scale").style.display = data.metres > 0 ? "" : "none";
    if (!(data.metres > 0)) return;
    const metres = 60 * data.metres / view.k;
    const power = Math.pow(10, Math.floor(Math.log10(metres)));
    const length = [1, 2, 5, 10].map(factor => factor * power).find(value => value >= metres);
    element("scale").children[0].style.width = length / data.metres * view.k + "px";
    element("scale").children[1].textContent = length >= 1000 ? length / 1000 + " km" : +length.toPrecision(2) + " m";
}

const view = new View(element("canvas"), data.view, (context, view) => {
    const grow = Math.min(3, Math.max(1, Math.pow(view.k / view.least, 0.3)));
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
    for (const layer of data.layers) stroke(layer.path, layer.colour, layer.width, layer.dash);
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
    for (const mark of data.marks) drawMark(context, ...view.screen([mark.x, mark.y]), mark.letter, mark.colour);
    if (hovered >= 0) {
        const [x, y] = view.screen([nodes[2 * hovered], nodes[2 * hovered + 1]]);
        context.strokeStyle = data.theme.ink;
        context.lineWidth = 2;
        context.beginPath();
        context.arc(x, y, data.labelNodes ? 12 : 6, 0, 2 * Math.PI);
        context.stroke();
    }
    drawScale(view);
});

function valueText(value) {
    return value === Infinity ? "no way there" : quantityText(value, reach.unit);
}

view.onHover = at => {
    const before = hovered;
    const world = at && view.world(at);
    hovered = at ? nearestNode(world, 9 / view.k) : -1;
    const line = at ? nearestLine(world, 12 / view.k) : -1;
    const texts = line >= 0 ? found.texts[line].filter(text => text) : [];
    if (hovered >= 0) {
        texts.push("node " + data.nodes.ids[hovered]);
        if (reach) texts.push(valueText(reach.valueAtNode(hovered)));
    } else if (line >= 0 && reach) {
        const value = reach.along(found.roads[line]);
        texts.push(value ? "about " + valueText(value(nearestOnLine(world, found.lines[line])[1])) : valueText(Infinity));
    }
    showTip(at, texts.join("\n"), view);
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
        if (layer.label) addLegendEntry(layer.label, line(layer.colour, layer.width, layer.dash));
    }
    for (const dots of data.dots) {
        if (!dots.label) continue;
        addLegendEntry(dots.label, context => {
            context.fillStyle = dots.colour;
            drawDot(context, 15, 9, Math.min(4, dots.radius), dots.square);
        });
    }
}

// The map of reach from whatever node is clicked.
function startFrom(node) {
    reach.setFrom(node);
    const id = data.nodes.ids[node];
    const mark = data.marks[0];
    [mark.x, mark.y] = [nodes[2 * node], nodes[2 * node + 1]];
    if (mark.entry) mark.entry.textContent = "from " + id;
    element("title").textContent = reach.title + " from " + id;
    view.draw();
}
if (reach) {
    element("hint").textContent = "Click a node to start from there";
    view.onClick = at => {
        const node = nearestNode(view.world(at), 25 / view.k);
        if (node >= 0) startFrom(node);
    };
}
