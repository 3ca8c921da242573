// SPDX-License-Identifier: Apache-2.0
// Reach: the areas within some times of one point.

class AreaMode {
    constructor(page) {
        this.page = page;
        this.isBelowRoads = true;  // the roads are drawn in grey
        this.points = [];
        this.clear();
        element("reach-form").onsubmit = event => event.preventDefault();
        element("minutes").oninput = () => page.refresh();
    }

    get labels() { return this.points.map(() => "•"); }
    get hint() {
        const costs = this.page.description.profiles;
        return (this.points.length ? "Drag the point, or click elsewhere." : "Click a point on the map.") +
            (costs.length ? ` The cost is ${costs[0]}.` : "");
    }

    click(place) {
        this.points[0] = place;
    }

    clear() {
        this.areas = [];
        this.distance = undefined;  // from the point to its road, in metres
    }

    minutes() {
        const fields = element("minutes").value.split(/[\s,;]+/).filter(field => field);
        const minutes = fields.map(Number);
        if (!minutes.length || minutes.some(value => !(value > 0))) throw new Error("Minutes: expected numbers above 0, such as 5, 10, 15");
        return [...new Set(minutes)].sort((a, b) => a - b);
    }

    async ask() {
        if (!this.points.length) return this.clear();
        requireInside(this.points, this.page.description.bounds, () => "The point");
        const [lon, lat] = this.points[0];
        const contours = this.minutes().map(time => ({time}));
        const answer = await ask("isochrone", {locations: [{lon, lat}], contours, polygons: true, denoise: 0});
        this.distance = answer.distance;
        const polygons = ({type, coordinates}) => type === "Polygon" ? [coordinates] : coordinates;
        const rings = answer.features.map(feature => polygons(feature.geometry).flat().map(ring => ring.flat()));
        // The largest area comes first. Each is drawn without the next one, which lies inside it.
        this.areas = answer.features.map((feature, i) => ({minutes: feature.properties.contour,
            outline: tracePath(rings[i], 1, true), path: tracePath([...rings[i], ...(rings[i + 1] || [])], 1, true)})).reverse();
    }

    colour(index, colours) {
        const last = colours.values.length - 1;
        return colours.values[this.areas.length < 2 ? 3 : Math.round(index / (this.areas.length - 1) * last * 0.85)];
    }

    items() {
        return [...roadNote(this.distance), ...this.areas.map((area, i) => {
            const sample = make("i", {className: "sample"});
            sample.style.background = this.colour(i, this.page.colours);
            return make("div", {className: "stop"}, sample, make("span", {textContent: "up to " + area.minutes + " min"}));
        })];
    }

    draw(context, view, colours) {
        context.globalAlpha = 0.6;
        for (let i = this.areas.length; i-- > 0;) {
            context.fillStyle = context.strokeStyle = this.colour(i, colours);
            context.fill(this.areas[i].path, "evenodd");
            context.lineWidth = 1 / view.k;
            context.stroke(this.areas[i].outline);
        }
        context.globalAlpha = 1;
    }
}
