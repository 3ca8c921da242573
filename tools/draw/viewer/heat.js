// SPDX-License-Identifier: Apache-2.0
// A heat map: an image of cells, its ids along the edges, and the values under the pointer.

const [rows, columns] = [data.shownRows, data.shownColumns];
const left = 84, top_ = 56;  // space for ids, in pixels
const image = document.createElement("canvas");
[image.width, image.height] = [columns, rows];

function bytesOf(colour) {
    return [1, 3, 5].map(at => parseInt(colour.slice(at, at + 2), 16));
}

(function fill() {
    const context = image.getContext("2d");
    const pixels = context.createImageData(columns, rows);
    const ramp = data.ramp.map(bytesOf);
    const none = bytesOf(data.theme.frame);
    const range = data.largest - data.smallest;
    data.values.forEach((value, i) => {
        const share = range > 0 ? (value - data.smallest) / range : 0;
        const colour = value === null ? none : ramp[Math.min(ramp.length - 1, Math.floor(share * ramp.length))];
        pixels.data.set([...colour, 255], 4 * i);
    });
    context.putImageData(pixels, 0, 0);
})();

const firstRow = at => Math.floor(at * data.rowIds.length / rows);
const firstColumn = at => Math.floor(at * data.columnIds.length / columns);

// "17", or "17 to 19" if a cell stands for several.
function span(ids, first, next) {
    return next - first > 1 ? ids[first] + " to " + ids[next - 1] : ids[first];
}

function fitted(context, text, width) {
    if (context.measureText(text).width <= width) return text;
    while (text && context.measureText(text + "…").width > width) text = text.slice(0, -1);
    return text + "…";
}

// Draws as many ids along an edge as fit. The first cell begins at `origin`; ids are shown from `begin` to `end`.
function drawIds(ids, shown, first, cell, {origin, begin, end}, put) {
    const step = 14;
    let last = -Infinity;
    for (let i = 0; i < shown; ++i) {
        const at = (i + 0.5) * cell + origin;
        if (at < begin || at > end || at - last < step) continue;
        last = at;
        put(ids[first(i)], at);
    }
}

let selected = null;  // row and column of the id found by the search box; -1: none

function drawSelected(context, view) {
    if (!selected) return;
    const {row, column} = selected;
    context.strokeStyle = "#e6007e";
    context.lineWidth = 3;
    if (row >= 0) context.strokeRect(view.x, view.y + row * view.k, columns * view.k, view.k);
    if (column >= 0) context.strokeRect(view.x + column * view.k, view.y, view.k, rows * view.k);
}

const view = new View(element("canvas"), [-0.02 * columns, -0.02 * rows, columns * 1.02, rows * 1.02], (context, view) => {
    context.imageSmoothingEnabled = false;
    context.drawImage(image, view.x, view.y, columns * view.k, rows * view.k);
    drawSelected(context, view);
    context.fillStyle = data.theme.paper;
    context.fillRect(0, 0, left, view.height);
    context.fillRect(0, 0, view.width, top_);
    context.fillStyle = data.theme.faint;
    context.font = "11px \"DejaVu Sans\", sans-serif";
    context.textBaseline = "middle";
    context.textAlign = "right";
    context.fillText("from ↓   to →", left - 5, 12);
    context.fillStyle = data.theme.ink;
    drawIds(data.rowIds, rows, firstRow, view.k, {origin: view.y, begin: top_, end: view.height},
            (id, y) => context.fillText(fitted(context, id, left - 10), left - 5, y));
    context.textAlign = "left";
    drawIds(data.columnIds, columns, firstColumn, view.k, {origin: view.x, begin: left, end: view.width}, (id, x) => {
        context.save();
        context.translate(x, top_ - 5);
        context.rotate(-Math.PI / 2);
        context.fillText(fitted(context, id, top_ - 10), 0, 0);
        context.restore();
    });
});
// Shows the whole image beside the ids.
view.showAll = function () {
    const room = [this.width - left - 12, this.height - top_ - 12];
    this.least = Math.max(1e-9, Math.min(room[0] / columns, room[1] / rows));
    this.k = this.least;
    this.x = left + 4;
    this.y = top_ + 4;
    this.draw();
};
view.showAll();

view.onHover = at => {
    const [x, y] = at && at[0] >= left && at[1] >= top_ ? view.world(at).map(Math.floor) : [-1, -1];
    if (x < 0 || y < 0 || x >= columns || y >= rows) return showTip(at, "", view);
    const value = data.values[y * columns + x];
    const [from, to] = [span(data.rowIds, firstRow(y), firstRow(y + 1)), span(data.columnIds, firstColumn(x), firstColumn(x + 1))];
    const mean = rows < data.rowIds.length || columns < data.columnIds.length ? "mean " : "";
    const text = value === null ? "unreachable" : mean + quantityText(value, data.unit);
    showTip(at, "from " + from + "\nto " + to + "\n" + text, view);
};

// The selection that back() restores.
view.saved = () => selected;
view.restored = before => {
    selected = before;
    if (!selected) element("wanted").value = "";
};
view.onEscape = () => {
    if (!selected) return;
    view.remember();
    selected = null;
    element("wanted").value = "";
    view.draw();
};

// Brings a row and a column into view, large enough to be read. Either may be -1.
function showCells(row, column) {
    selected = {row, column};
    const k = Math.max(view.k, 14);
    const at = view.world([view.width / 2, view.height / 2]);
    const [begin, end] = [view.world([left, top_]), view.world([view.width, view.height])];
    [column, row].forEach((cell, axis) => {
        const inSight = k === view.k && cell >= begin[axis] && cell + 1 <= end[axis];
        if (cell >= 0 && !inSight) at[axis] = cell + 0.5 - [left, top_][axis] / 2 / k;
    });
    view.centre(at, k);
}

if (rows && columns) {
    const ids = [...new Set([...data.rowIds, ...data.columnIds])];
    const foldedIds = ids.map(folded);
    const [rowOf, columnOf] = [data.rowIds, data.columnIds].map(of => new Map(of.map((id, at) => [id, at])));
    // The image cell that contains a row or column; -1 if the id is not there.
    const block = (at, shown, count) => at === undefined ? -1 : Math.floor(((at + 1) * shown - 1) / count);
    new SearchBox(view, "Search a row or column", wanted => {
        const begin = idsLike(wanted, ids);
        const other = namesLike(wanted, ids, foldedIds).filter(i => !begin.includes(i));
        return [...begin, ...other].map(i => {
            const row = block(rowOf.get(ids[i]), rows, data.rowIds.length);
            const column = block(columnOf.get(ids[i]), columns, data.columnIds.length);
            return {label: ids[i], note: row < 0 ? "to" : column < 0 ? "from" : "", choose: () => showCells(row, column)};
        });
    });
}

if (data.legend) {
    const title = document.createElement("h2");
    title.textContent = data.valueName;
    element("legend").append(title);
    const swatch = colour => context => {
        context.fillStyle = colour;
        context.fillRect(1, 1, 28, 16);
    };
    data.ticks.forEach((tick, i) => {
        const share = data.largest > data.smallest ? (tick - data.smallest) / (data.largest - data.smallest) : 0;
        addLegendEntry(data.tickLabels[i], swatch(data.ramp[Math.round(share * (data.ramp.length - 1))]));
    });
    if (data.values.includes(null)) addLegendEntry("unreachable", swatch(data.theme.frame));
}
element("scale").style.display = "none";
