// SPDX-License-Identifier: Apache-2.0
// Mode "route": the fastest route through the points, its directions, and alternatives between two points.

class RouteMode {
    constructor(page) {
        this.page = page;
        this.points = [];
        this.clear();
    }

    get labels() { return this.points.map((_, i) => i < 26 ? String.fromCharCode(65 + i) : String(i + 1)); }
    // Undefined while the answer is about other points than the present ones.
    get route() { return this.waypoints.length === this.points.length ? this.routes[this.chosen] : undefined; }
    get hint() {
        return ["Click the start on the map.", "Click the destination."][this.points.length] || "Drag the points; click for a further stop.";
    }

    click(place) {
        this.points.push(place);
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
            make("button", {type: "button", title: "Remove point " + label, textContent: "×", onclick: () => this.page.remove(i)})));
        const route = this.route;
        if (!route) return stops;
        const choices = this.routes.length < 2 ? [] : [make("div", {className: "choices"}, ...this.routes.map((other, i) => {
            const button = make("button", {type: "button", textContent: timeText(Math.round(other.duration)) + ", " + distanceText(other.distance),
                                           onclick: () => this.choose(i)});
            button.setAttribute("aria-pressed", i === this.chosen);
            return button;
        }))];
        const list = make("ol", {}, ...route.legs.flatMap((leg, i) => directionItems(leg, labels[i + 1])));
        return [make("h2", {textContent: timeText(Math.round(route.duration)) + ", " + distanceText(route.distance)}), ...choices, ...stops, list];
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
