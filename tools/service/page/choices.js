// SPDX-License-Identifier: Apache-2.0
// The choice among the costs that the server knows and the classes of roads that it can leave out.

class Choices {
    constructor(description, changed) {
        this.isEmpty = !description.profiles.length && !description.exclude.length;
        const fill = (name, options) => {
            element(name).replaceChildren(...options.map(([value, text]) => make("option", {value, textContent: text})));
            element(name).parentElement.hidden = options.length < 2;
            element(name).onchange = changed;
        };
        fill("cost", description.profiles.map(name => [name, name]));
        fill("exclude", [["", "nothing"], ...description.exclude.map(classes => [classes.join(), classes.join(", ")])]);
        element("choices").onsubmit = event => event.preventDefault();
    }

    // The profile in the URL of a request; without a choice, any text means the only one.
    get profile() { return encodeURIComponent(element("cost").value || "driving"); }
    // An option of a request, to be put behind others.
    get exclude() { return this.excluded && "&exclude=" + encodeURIComponent(this.excluded); }
    get excluded() { return element("exclude").value; }

    // As the part of an address behind "#route=…".
    get address() {
        const first = element("cost").selectedIndex <= 0;
        return (first ? "" : "&cost=" + this.profile) + (this.excluded && "&exclude=" + this.excluded);
    }

    // Takes the fields of an address; unknown choices have no effect.
    take(fields) {
        for (const name of ["cost", "exclude"]) {
            const options = [...element(name).options];
            element(name).selectedIndex = Math.max(options.findIndex(option => option.value === fields[name]), Math.min(0, options.length - 1));
        }
    }
}
