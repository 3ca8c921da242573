// SPDX-License-Identifier: Apache-2.0
// Draws routes: the chosen one above the others, its marked part, and the point where a click would insert a stop.

function stroke(context, view, path, colour, width) {
    context.strokeStyle = colour;
    context.lineWidth = width / view.k;
    context.stroke(path);
}

function drawDot(context, view, [x, y], radius, fill, edge) {
    const path = new Path2D();
    path.arc(x, y, radius / view.k, 0, 2 * Math.PI);
    context.fillStyle = fill;
    context.fill(path);
    stroke(context, view, path, edge, 2);
}

function drawRoutes(context, view, colours, {routes, shown, marked, hovered}) {
    if (!shown) return;
    for (const route of routes) {
        if (route === shown) continue;
        stroke(context, view, route.line.path, colours.paper, 7);
        stroke(context, view, route.line.path, colours.faint, 4);
    }
    stroke(context, view, shown.line.path, colours.paper, 9);
    stroke(context, view, shown.line.path, colours.accent, 5);
    if (marked) {
        const part = worldPath([marked.line]);
        stroke(context, view, part, colours.ink, 9);
        stroke(context, view, part, colours.mark, 5);
        drawDot(context, view, marked.line[0], 5, colours.paper, colours.ink);
    }
    if (hovered) drawDot(context, view, hovered, 5, colours.paper, colours.accent);
}
