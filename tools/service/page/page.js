// SPDX-License-Identifier: Apache-2.0
// The page of `allways serve`: a map of the network, and the modes that send requests about it.

class Page {
    constructor(description) {
        this.description = description;
        this.latest = new Latest(error => this.fail(error));
        this.dark = matchMedia("(prefers-color-scheme: dark)");
        this.dark.onchange = () => this.takeTheme();
        this.network = new Network(description, () => this.view.draw(),
                                   error => element("left-out").textContent = error.message);
        this.choices = new Choices(description, () => this.refresh());
        this.names = new StreetNames();
        this.search = new Search(this);
        this.modes = {route: new RouteMode(this), reach: new AreaMode(this), matrix: new MatrixMode(this)};
        this.mode = this.modes.route;
        this.view = new View(element("canvas"), worldBox(description.view), (context, view) => this.paint(context, view));
        this.markers = new Markers(this.view, element("frame"));
        this.markers.onMove = (i, place) => this.move(i, place);
        this.markers.onRemove = i => this.remove(i);
        this.markers.isBelow = i => Boolean(this.mode.isBelow) && this.mode.isBelow(i, this.view);
        this.grip = new LineGrip(this);
        this.view.onClick = at => this.click(at);
        element("attribution").textContent = description.attribution;
        this.takeTheme();
        this.listen();
    }

    listen() {
        for (const choice of document.getElementsByName("mode")) choice.onchange = () => this.choose(choice.value);
        element("canvas").addEventListener("keydown", event => {
            if (event.key === "Enter") this.click([this.view.width / 2, this.view.height / 2]);
        });
        element("panel").addEventListener("keydown", event => event.stopPropagation());  // arrow keys belong to its fields
        element("clear").onclick = () => {
            this.mode.points = [];
            this.refresh();
        };
        addEventListener("hashchange", () => this.takeAddress());
        addEventListener("beforeprint", () => this.print(true));
        addEventListener("afterprint", () => this.print(false));
        this.takeAddress();
    }

    // On paper the map has a size of its own, shows the same part of the world, and is light.
    print(begins) {
        if (begins === document.body.classList.contains("printing")) return;
        const view = this.view;
        const {k, moved, width, height} = view;
        if (begins) this.onScreen = {middle: view.world([width / 2, height / 2]), k, moved};
        document.body.classList.toggle("printing", begins);
        view.resize();
        const scale = begins ? Math.min(view.width / width, view.height / height) : 1;
        view.centre(this.onScreen.middle, this.onScreen.k * scale);
        if (!begins) view.moved = this.onScreen.moved;
        this.takeTheme();
        view.drawNow();
    }

    takeTheme() {
        const isDark = this.dark.matches && !document.body.classList.contains("printing");
        const theme = this.description.themes[isDark ? "dark" : "light"];
        for (const name of ["paper", "ground", "ink", "faint", "frame"]) document.body.style.setProperty("--" + name, theme[name]);
        const own = name => getComputedStyle(document.body).getPropertyValue(name).trim();
        this.colours = {...theme, accent: own("--accent"), mark: own("--mark")};
        this.show();
    }

    // Reads "#route=LON,LAT;LON,LAT&exclude=ferry", a mode with its points and choices, so that links and reloads show
    // the same.
    takeAddress() {
        const [[name, list = ""], ...fields] = decodeURIComponent(location.hash.slice(1)).split("&").map(field => field.split("="));
        this.choices.take(Object.fromEntries(fields));
        const mode = Object.hasOwn(this.modes, name) ? name : "route";
        const points = list.split(";").map(place => place.split(",").map(Number)).filter(place => place.length === 2 && place.every(isFinite));
        if (mode !== "matrix") this.modes[mode].points = points.slice(0, mode === "reach" ? 1 : undefined);
        const inside = points.filter(place => isInside(place, this.description.bounds));
        if (mode === "route" && inside.length > 1) this.view.show(boxOf(inside.map(project)), 1000);
        this.choose(mode);
    }

    writeAddress() {
        const name = Object.keys(this.modes).find(name => this.modes[name] === this.mode);
        const list = name === "matrix" ? "" : "=" + this.mode.points.map(place => place.join()).join(";");
        history.replaceState(null, "", "#" + name + list + (name === "reach" ? "" : this.choices.address));
    }

    choose(name) {
        this.mode = this.modes[name];
        document.querySelector(`[name=mode][value=${name}]`).checked = true;
        element("reach-form").hidden = name !== "reach";
        element("matrix-form").hidden = name !== "matrix";
        element("choices").hidden = this.choices.isEmpty || name === "reach";
        element("panel").className = name;
        this.refresh();
    }

    click(at) {
        const place = this.view.world(at);
        const isOnLine = this.mode.clickLine && this.mode.clickLine(place, LineGrip.tolerance / this.view.k);
        if (!isOnLine) this.add(placeAt(place));
    }

    add(place) {
        try {
            this.mode.click(place);
            this.refresh();
        } catch (error) {
            this.fail(error);
        }
    }

    move(index, place) {
        this.mode.move ? this.mode.move(index, place) : this.mode.points[index] = place;
        this.refresh();
    }

    remove(index) {
        this.mode.remove ? this.mode.remove(index) : this.mode.points.splice(index, 1);
        this.refresh();
    }

    // Requests the answer for the present points.
    refresh() {
        const mode = this.mode;
        this.writeAddress();
        this.show();
        this.latest.run(async () => {
            await mode.ask();
            element("error").textContent = "";
            this.show();
        });
    }

    fail(error) {
        this.mode.clear();
        element("error").textContent = error.message;
        this.show();
    }

    show() {
        const points = this.mode.markers || this.mode.points;
        this.markers && this.markers.show(points, this.mode.labels);
        element("hint").textContent = this.mode.hint;
        const buttons = () => [...element("answer").querySelectorAll("button")];
        const focused = buttons().indexOf(document.activeElement);
        element("answer").replaceChildren(...this.search.items(), ...this.mode.items());
        if (focused >= 0) (buttons()[focused] || element("canvas")).focus({preventScroll: true});
        element("clear").hidden = !this.mode.points.length;
        this.view.draw();
    }

    paint(context, view) {
        if (!this.colours) return;
        context.save();
        context.translate(view.x, view.y);
        context.scale(view.k, view.k);
        context.lineCap = context.lineJoin = "round";
        const isBelow = this.mode.isBelowRoads;
        if (isBelow) this.mode.draw(context, view, this.colours);
        this.network.draw(context, view, this.colours, isBelow);
        if (!isBelow) this.mode.draw(context, view, this.colours);
        this.search.draw(context, view, this.colours);
        context.restore();
        this.names.draw(context, view, this.colours);
        this.markers.follow();
        drawScale(view, Network.metresPerPixel(view) * view.k);
        const leftOut = this.network.leftOut;
        element("left-out").textContent = leftOut.length ? "Zoom in to see: " + leftOut.join(", ") : "";
        clearTimeout(this.following);
        this.following = setTimeout(() => this.follow(), this.network.whole ? 120 : 0);
    }

    // Called once the view has come to rest.
    follow() {
        this.network.follow(this.view);
        if (this.names.place(this.view, this.network.chains)) this.view.draw();
    }
}

let page = null;
ask("network").then(description => page = new Page(description)).catch(error => element("error").textContent = error.message);
