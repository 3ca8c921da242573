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
        this.modes = {route: new RouteMode(this), reach: new AreaMode(this), matrix: new MatrixMode(this)};
        this.mode = this.modes.route;
        this.view = new View(element("canvas"), worldBox(description.view), (context, view) => this.paint(context, view));
        this.markers = new Markers(this.view, element("frame"));
        this.markers.onMove = (i, place) => this.move(i, place);
        this.markers.onRemove = i => this.remove(i);
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
        this.takeAddress();
    }

    takeTheme() {
        const theme = this.description.themes[this.dark.matches ? "dark" : "light"];
        for (const name of ["paper", "ground", "ink", "faint", "frame"]) document.body.style.setProperty("--" + name, theme[name]);
        this.colours = {...theme, accent: getComputedStyle(document.body).getPropertyValue("--accent").trim()};
        this.show();
    }

    // Reads "#route=LON,LAT;LON,LAT", a mode and its points, so that links and reloads show the same.
    takeAddress() {
        const [name, list = ""] = decodeURIComponent(location.hash.slice(1)).split("=");
        const mode = Object.hasOwn(this.modes, name) ? name : "route";
        const points = list.split(";").map(place => place.split(",").map(Number)).filter(place => place.length === 2 && place.every(isFinite));
        if (mode !== "matrix") this.modes[mode].points = points.slice(0, mode === "reach" ? 1 : undefined);
        if (mode === "route" && points.length > 1) {
            const [lon, lat] = [0, 1].map(i => points.map(point => point[i]));
            this.view.show(worldBox([Math.min(...lon), Math.min(...lat), Math.max(...lon), Math.max(...lat)]), 1000);
        }
        this.choose(mode);
    }

    writeAddress() {
        const name = Object.keys(this.modes).find(name => this.modes[name] === this.mode);
        const list = name === "matrix" ? "" : "=" + this.mode.points.map(place => place.join()).join(";");
        history.replaceState(null, "", "#" + name + list);
    }

    choose(name) {
        this.mode = this.modes[name];
        document.querySelector(`[name=mode][value=${name}]`).checked = true;
        element("reach-form").hidden = name !== "reach";
        element("matrix-form").hidden = name !== "matrix";
        this.refresh();
    }

    click(at) {
        try {
            this.mode.click(unproject(this.view.world(at)).map(value => +value.toFixed(6)));
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
        element("answer").replaceChildren(...this.mode.items());
        if (focused >= 0) (buttons()[focused] || element("canvas")).focus();
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
        context.restore();
        this.markers.follow();
        drawScale(view, Network.metresPerPixel(view) * view.k);
        const leftOut = this.network.leftOut;
        element("left-out").textContent = leftOut.length ? "Zoom in to see: " + leftOut.join(", ") : "";
        clearTimeout(this.following);
        this.following = setTimeout(() => this.network.follow(view), this.network.whole ? 120 : 0);
    }
}

let page = null;
ask("network").then(description => page = new Page(description)).catch(error => element("error").textContent = error.message);
