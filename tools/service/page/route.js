// SPDX-License-Identifier: Apache-2.0
// Mode "route": the fastest route through the points, its directions, and alternatives between two points.

class RouteMode {
    constructor(page) {
        this.page = page;
        this.stops = new StopList(this);
        this.snapped = new WeakMap();  // what the server answered about a point
        this.points = [];
        this.clear();
    }

    get labels() { return this.points.map((_, i) => i < 26 ? String.fromCharCode(65 + i) : String(i + 1)); }
    get shown() { return this.routes[this.chosen]; }
    // Undefined while the answer is about other points than the present ones.
    get route() { return this.count === this.points.length ? this.shown : undefined; }
    get hint() {
        const labels = this.labels;
        if (this.insertAt) return `Click the stop between ${labels[this.insertAt - 1]} and ${labels[this.insertAt]} on the map.`;
        return ["Click the start on the map.", "Click the destination."][this.points.length] ||
            "Drag the points or the route; click for a further stop.";
    }

    click(place) {
        this.points.splice(this.insertAt || this.points.length, 0, place);
        this.insertAt = 0;
    }

    // The next click inserts a stop there; 0: at the end.
    insertBefore(index) {
        this.insertAt = this.insertAt === index ? 0 : index;
        this.page.show();
    }

    insert(index, place) {
        this.insertAt = 0;
        this.points.splice(index, 0, place);
    }

    remove(index) {
        this.insertAt = 0;
        this.points.splice(index, 1);
    }

    reorder(from, to) {
        this.insertAt = 0;
        this.points.splice(to, 0, ...this.points.splice(from, 1));
        this.page.refresh();
    }

    // Drops the answer about former points.
    clear() {
        this.routes = [];
        this.count = 0;
        this.chosen = 0;
        this.marked = this.hovered = null;
        if (this.insertAt >= this.points.length) this.insertAt = 0;
    }

    async ask() {
        const points = [...this.points];
        if (!points.length) return this.clear();
        requireInside(points, this.page.description.bounds, i => "Point " + this.labels[i]);
        const {profile, exclude} = this.page.choices;
        if (points.length < 2) {
            this.clear();
            const answer = await ask(`nearest/v1/${profile}/${points[0].join()}?number=1${exclude}`);
            return this.snapped.set(points[0], answer.waypoints[0]);
        }
        const options = "?steps=true&overview=false&geometries=geojson" + exclude + (points.length === 2 ? "&alternatives=2" : "");
        const answer = await ask(`route/v1/${profile}/${points.map(place => place.join()).join(";")}${options}`);
        this.chosen = 0;
        this.marked = this.hovered = null;
        this.count = points.length;
        points.forEach((place, i) => this.snapped.set(place, answer.waypoints[i]));
        this.routes = answer.routes;
        for (const route of this.routes) route.line = new RouteLine(route);
    }

    // The routes to choose from, the places, and the directions of the chosen route.
    items() {
        const labels = this.labels;
        const found = this.points.map(place => this.snapped.get(place));
        const names = found.map((waypoint, i) => waypoint && waypoint.name || this.points[i].map(value => value.toFixed(5)).join(", "));
        const stops = this.stops.items(labels, names, found.map(waypoint => waypoint && waypoint.distance));
        const route = this.route;
        if (!route) return stops;
        const text = one => timeText(Math.round(one.duration)) + ", " + distanceText(one.distance);
        const choices = this.routes.length < 2 ? [] : [make("div", {className: "choices"}, ...this.routes.map((other, i) => {
            const button = make("button", {type: "button", textContent: text(other), onclick: () => this.choose(i)});
            button.setAttribute("aria-pressed", i === this.chosen);
            return button;
        }))];
        const title = make("button", {type: "button", className: "plain", title: "Show the whole route", textContent: text(route),
                                      onclick: () => this.zoom(route.line.box)});
        const list = make("ol", {}, ...route.legs.flatMap((leg, i) => directionItems(leg, labels[i + 1], this)));
        return [make("h2", {}, title), ...choices, ...stops, list];
    }

    choose(index) {
        this.chosen = index;
        this.marked = null;
        this.page.show();
    }

    zoom(box) {
        this.page.view.remember();
        this.page.view.show(box, 250);
    }

    static key({maneuver}) { return maneuver.type + " " + maneuver.location.join(); }
    isMarked(step) { return this.marked !== null && this.marked.key === RouteMode.key(step); }

    // Marks the part of the route that a step is about, and zooms to it.
    mark(step) {
        const line = step.geometry.coordinates.map(project);
        this.marked = {key: RouteMode.key(step), line};
        this.zoom(boxOf(line));
        this.page.show();
    }

    // The route near a place of the world: {route, leg, point}; the chosen one before others.
    near(at, distance) {
        const found = this.routes.map((route, i) => ({...route.line.nearest(at), route: i})).filter(hit => hit.distance <= distance);
        return found.find(hit => hit.route === this.chosen) || found[0];
    }

    // Inserts a stop on the route, or chooses another route. Returns false if there is none.
    clickLine(at, distance) {
        const hit = this.route && !this.insertAt && this.near(at, distance);
        if (!hit) return false;
        if (hit.route !== this.chosen) {
            this.choose(hit.route);
        } else {
            this.insert(hit.leg + 1, placeAt(hit.point));
            this.page.refresh();
        }
        return true;
    }

    isBelow(index, view) { return Boolean(this.route) && this.route.line.leadsUp(index, 30 / view.k); }

    draw(context, view, colours) {
        drawRoutes(context, view, colours, this);
        const known = this.points.filter(place => this.snapped.has(place));
        const toRoads = tracePath(known.map(place => [...place, ...this.snapped.get(place).location]));
        context.setLineDash([2 / view.k, 5 / view.k]);
        stroke(context, view, toRoads, colours.ink, 2);
        context.setLineDash([]);
    }
}
