// SPDX-License-Identifier: Apache-2.0
// The search over the names of streets: a field with a list of matches. The chosen street is shown, and can become a point.

class Search {
    constructor(page) {
        this.page = page;
        this.latest = new Latest(error => this.show([], error.message));
        this.matches = [];
        this.at = -1;       // the selected match; -1: none
        this.found = null;  // the chosen street
        const field = element("wanted");
        field.oninput = () => this.ask(field.value);
        field.onfocus = () => this.ask(field.value);
        field.onblur = () => this.show([]);
        field.onkeydown = event => this.key(event);
    }

    ask(text) {
        this.latest.run(async () => {
            if (!/[\p{L}\p{N}]/u.test(text)) return this.show([]);
            const answer = await ask("network/names?search=" + encodeURIComponent(text));
            if (document.activeElement !== element("wanted")) return;
            this.show(answer.streets, answer.streets.length ? answer.is_complete ? "" : "Type more to see further streets" : "No street has this name");
        });
    }

    show(matches, note = "") {
        this.matches = matches;
        this.at = null;
        const items = matches.map((street, i) => {
            const choose = event => {
                event.preventDefault();  // keeps the focus, so that the list stays until the choice
                this.choose(i);
            };
            const item = make("li", {id: "match-" + i, onclick: choose, onpointermove: () => this.select(i), onmousedown: event => event.preventDefault()},
                              street.name + " ", make("small", {textContent: this.whereabouts(street)}));
            item.setAttribute("role", "option");
            return item;
        });
        element("matches").replaceChildren(...items, ...(note ? [make("li", {textContent: note})] : []));
        element("matches").hidden = !matches.length && !note;
        this.select(matches.length ? 0 : -1);
    }

    // How far a street is from the middle of the map, and in which direction: many streets have the same name.
    whereabouts({location}) {
        const {view} = this.page;
        const middle = view.world([view.width / 2, view.height / 2]);
        const [x, y] = project(location);
        const metres = Math.hypot(x - middle[0], y - middle[1]) * Math.cos(location[1] * radian);
        const bearing = Math.atan2(x - middle[0], middle[1] - y) / radian;
        return metres < 100 ? "here" : distanceText(metres) + " " + compassText((bearing + 360) % 360);
    }

    select(index) {
        if (index === this.at) return;
        this.at = index;
        element("matches").querySelectorAll("[role]").forEach((item, i) => {
            item.setAttribute("aria-selected", i === index);
            if (i === index) item.scrollIntoView({block: "nearest"});
        });
        this.page.view.draw();
        element("wanted").setAttribute("aria-expanded", !element("matches").hidden);
        element("wanted").setAttribute("aria-activedescendant", index < 0 ? "" : "match-" + index);
    }

    key(event) {
        event.stopPropagation();  // the map has keys of its own
        const count = this.matches.length;
        const move = {ArrowDown: 1, ArrowUp: -1}[event.key];
        if (move && count) {
            event.preventDefault();
            this.select((this.at + move + count) % count);
        } else if (event.key === "Enter" && this.at >= 0) {
            this.choose(this.at);
        } else if (event.key === "Escape") {
            this.show([]);
        }
    }

    choose(index) {
        this.found = this.matches[index];
        element("wanted").value = this.found.name;
        element("wanted").blur();
        this.page.view.remember();
        this.page.view.show(worldBox(this.found.bbox), 500);
        this.page.show();
    }

    // The chosen street in the panel.
    items() {
        if (!this.found) return [];
        const close = () => {
            this.found = null;
            this.page.show();
        };
        const add = () => {
            const {location} = this.found;
            this.found = null;
            this.page.add(location);
        };
        return [make("div", {className: "stop"}, make("span", {textContent: this.found.name}),
            make("button", {type: "button", className: "wide", textContent: "Add as point", onclick: add}),
            make("button", {type: "button", textContent: "×", title: "Forget " + this.found.name, onclick: close}))];
    }

    // Draws dots for the matches, the selected one larger, or for the chosen street.
    draw(context, view, colours) {
        for (const street of this.matches) drawDot(context, view, project(street.location), 4, colours.mark, colours.ink);
        const street = this.matches[this.at] || this.found;
        if (street) drawDot(context, view, project(street.location), 7, colours.mark, colours.ink);
    }
}
