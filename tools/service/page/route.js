// SPDX-License-Identifier: Apache-2.0
// Mode "route": the fastest route through the points, its directions, and alternatives between two points.

function distanceToSegment([x, y], [ax, ay], [bx, by]) {
    const [dx, dy] = [bx - ax, by - ay];
    const along = Math.min(Math.max(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1), 0), 1);
    return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

class RouteMode {
    constructor(page) {
        this.page = page;
        this.points = [];
        this.reach = 10;   // pixels between a click and the route
        this.far = 1000;   // metres between a point and its road that are worth a warning
        this.clear();
    }

    get labels() { return this.points.map((_, i) => i < 26 ? String.fromCharCode(65 + i) : String(i + 1)); }
    // Undefined while the answer is about other points than the present ones.
    get route() { return this.waypoints.length === this.points.length ? this.routes[this.chosen] : undefined; }
    get hint() {
        return ["Click the start on the map.", "Click the destination."][this.points.length] ||
            "Drag the points; click for a further stop, or on the route for one on the way.";
    }

    // A click on the route inserts a stop there.
    click(place) {
        const leg = this.legAt(place);
        this.points.splice(leg === undefined ? this.points.length : leg + 1, 0, place);
    }

    // The index of the leg within some pixels of the place; undefined if there is none.
    legAt(place) {
        const route = this.route;
        if (!route) return undefined;
        const [x, y] = this.page.view.screen(project(place));
        const found = route.legs.findIndex(leg => leg.steps.some(step => {
            const line = step.geometry.coordinates.map(at => this.page.view.screen(project(at)));
            return line.some((end, i) => i > 0 && distanceToSegment([x, y], line[i - 1], end) <= this.reach);
        }));
        return found < 0 ? undefined : found;
    }

    // Moves a stop before the one above it.
    raise(index) {
        this.points.splice(index - 1, 2, this.points[index], this.points[index - 1]);
        this.page.refresh();
    }

    // Shows the line of a step, and at least the junction where it begins.
    zoomTo(step) {
        const line = step.geometry.coordinates;
        const [lon, lat] = [0, 1].map(i => line.map(at => at[i]));
        this.page.view.show(worldBox([Math.min(...lon), Math.min(...lat), Math.max(...lon), Math.max(...lat)]), 300);
    }

    // Drops the answer about former points.
    clear() {
        this.routes = [];
        this.waypoints = [];
        this.chosen = 0;
    }

    async ask() {
        if (this.points.length < 2) return this.clear();
        const options = "?steps=true&overview=full&geometries=geojson" + (this.points.length === 2 ? "&alternatives=2" : "");
        const answer = await ask("route/v1/driving/" + this.points.map(place => place.join()).join(";") + options);
        this.chosen = 0;
        this.waypoints = answer.waypoints;
        this.routes = answer.routes;
        for (const route of this.routes) route.path = tracePath([route.geometry.coordinates.flat()]);
    }

    // The places, the routes to choose from, and the directions of the chosen one.
    items() {
        const labels = this.labels;
        const stops = labels.map((label, i) => make("div", {className: "stop"}, make("b", {className: "badge", textContent: label}),
            make("span", {textContent: this.waypoints[i] && this.waypoints[i].name || this.points[i].map(value => value.toFixed(5)).join(", ")}),
            ...(i > 0 ? [make("button", {type: "button", title: "Visit point " + label + " earlier", textContent: "↑", onclick: () => this.raise(i)})] : []),
            make("button", {type: "button", title: "Remove point " + label, textContent: "×", onclick: () => this.page.remove(i)})));
        const route = this.route;
        if (!route) return stops;
        const far = this.waypoints.flatMap(({distance}, i) => distance <= this.far ? [] : [make("p", {className: "far",
            textContent: `Point ${labels[i]} is ${distanceText(distance)} from the nearest road.`})]);
        const choices = this.routes.length < 2 ? [] : [make("div", {className: "choices"}, ...this.routes.map((other, i) => {
            const button = make("button", {type: "button", textContent: timeText(Math.round(other.duration)) + ", " + distanceText(other.distance),
                                           onclick: () => this.choose(i)});
            button.setAttribute("aria-pressed", i === this.chosen);
            return button;
        }))];
        const list = make("ol", {}, ...route.legs.flatMap((leg, i) => directionItems(leg, labels[i + 1], step => this.zoomTo(step))));
        return [make("h2", {textContent: timeText(Math.round(route.duration)) + ", " + distanceText(route.distance)}), ...far, ...choices, ...stops, list];
    }

    choose(index) {
        this.chosen = index;
        this.page.show();
    }

    draw(context, view, colours) {
        const stroke = (path, colour, width) => {
            context.strokeStyle = colour;
            context.lineWidth = width / view.k;
            context.stroke(path);
        };
        const chosen = this.route;
        if (!chosen) return;
        for (const route of this.routes) {
            if (route === chosen) continue;
            stroke(route.path, colours.paper, 7);
            stroke(route.path, colours.faint, 4);
        }
        stroke(chosen.path, colours.paper, 9);
        stroke(chosen.path, colours.accent, 5);
        const toRoads = tracePath(this.waypoints.map((waypoint, i) => [...this.points[i], ...waypoint.location]));
        context.setLineDash([2 / view.k, 5 / view.k]);
        stroke(toRoads, colours.ink, 2);
        context.setLineDash([]);
    }
}
