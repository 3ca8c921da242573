// SPDX-License-Identifier: Apache-2.0
// Mode "matrix": times or distances between all pairs of the places in a text field.

class MatrixMode {
    constructor(page) {
        this.page = page;
        this.most = 60;          // rows and columns that are shown
        this.mostMarkers = 200;  // more places are dots, which cannot be dragged
        this.places = [];
        this.clear();
        element("matrix-form").onsubmit = event => event.preventDefault();
        for (const name of ["places", "order", "measure"]) element(name).oninput = () => this.change();
        element("copy").onclick = () => this.copy();
    }

    get points() { return this.places.map(place => place.place); }
    set points(none) { element("places").value = ""; this.places = []; }
    get markers() { return this.places.length > this.mostMarkers ? [] : this.points; }
    get labels() { return this.places.map((_, i) => String(i + 1)); }
    get hint() { return "Paste points, or click them on the map."; }
    get latitudeFirst() { return element("order").value === "lat"; }
    get measure() { return element("measure").value; }

    click(place) {
        const text = element("places").value;
        this.write(text + (text && !text.endsWith("\n") ? "\n" : "") + placeLine({place}, this.latitudeFirst) + "\n");
    }

    write(text) {
        element("places").value = text;
        this.read();
    }

    // Removes all places if the text has an error, because markers would then move wrong lines.
    read() {
        this.places = [];
        this.places = parsePlaces(element("places").value, this.latitudeFirst);
    }

    change() {
        try {
            this.read();
        } catch {
            // ask() will show the error later.
        }
        this.page.refresh();
    }

    move(index, place) {
        this.replace(index, placeLine({...this.places[index], place}, this.latitudeFirst));
    }

    remove(index) {
        this.replace(index);
    }

    replace(index, ...lines) {
        const all = element("places").value.split("\n");
        all.splice(this.places[index].line, 1, ...lines);
        this.write(all.join("\n"));
    }

    clear() {
        this.cells = null;
        this.names = [];
        this.distances = [];  // from each point to its road, in metres
    }

    async ask() {
        this.read();
        if (this.places.length < 2) return this.clear();
        const [places, measure, {profile, excluded}] = [this.places, this.measure, this.page.choices];
        requireInside(this.points, this.page.description.bounds, i => `Line ${places[i].line + 1}: the point`);
        const answer = await ask("table/v1/" + profile, {coordinates: this.points, annotations: [measure],
                                                         ...(excluded && {exclude: excluded.split(",")})});
        [this.names, this.cells, this.shown] = [places.map(place => place.name), answer[measure + "s"], measure];
        this.distances = answer.sources.map(source => source.distance);
    }

    items() {
        element("copy").disabled = !this.cells;
        element("copied").textContent = "";
        if (!this.cells) return [];
        const text = value => value === null ? "–" : this.shown === "duration" ? timeText(Math.round(value)) : distanceText(value);
        const names = this.names.slice(0, this.most);
        const head = (name, i) => make("th", {textContent: (this.distances[i] > farMetres ? "⚠ " : "") + name, title: name});
        const cell = (value, i, j) => make("td", {textContent: text(value), title: `from ${names[i]} to ${names[j]}`});
        const table = make("table", {}, make("thead", {}, make("tr", {}, make("th", {textContent: "from \\ to"}), ...names.map(head))),
            make("tbody", {}, ...names.map((name, i) => make("tr", {}, head(name, i),
                ...this.cells[i].slice(0, this.most).map((value, j) => cell(value, i, j))))));
        const rest = this.names.length > this.most
            ? [make("p", {textContent: `The first ${this.most} of ${this.names.length} rows and columns; the CSV has all.`})] : [];
        return [...this.farNote(), make("div", {className: "scroll", tabIndex: 0}, table), ...rest];
    }

    farNote() {
        const far = this.names.flatMap((name, i) => this.distances[i] > farMetres ? [`${name} (${distanceText(this.distances[i])})`] : []);
        const list = far.slice(0, 5).join(", ") + (far.length > 5 ? `, and ${far.length - 5} more` : "");
        return far.length ? [make("p", {className: "warning", textContent: `⚠ Far from any road: ${list}`})] : [];
    }

    get csv() { return csvText(this.names, this.cells); }

    // For pages of other machines without encryption browsers have no clipboard API, but they can copy a selection.
    async copy() {
        if (navigator.clipboard) {
            await navigator.clipboard.writeText(this.csv).catch(error => this.page.fail(error));
        } else {
            const field = make("textarea", {value: this.csv});
            document.body.append(field);
            field.select();
            document.execCommand("copy");
            field.remove();
        }
        element("copied").textContent = this.shown === "duration" ? "Copied, in seconds" : "Copied, in metres";
    }

    draw(context, view, colours) {
        if (this.markers.length) return;
        context.fillStyle = colours.accent;
        for (const place of this.points) {
            const [x, y] = project(place);
            context.beginPath();
            context.arc(x, y, 3 / view.k, 0, 2 * Math.PI);
            context.fill();
        }
    }
}
