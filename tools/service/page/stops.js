// SPDX-License-Identifier: Apache-2.0
// The stops of a route as a list: they are dragged by their letter or moved by buttons, removed, and inserted between others.

class StopList {
    constructor(mode) {
        this.mode = mode;
    }

    // `names` and `distances` (to the road, in metres) are undefined where they are unknown.
    items(labels, names, distances) {
        const rows = labels.map((label, i) => this.row(label, i, labels.length, names[i], distances[i]));
        rows.forEach((row, i) => this.listen(row, rows, i));
        return rows.flatMap((row, i) => i + 1 < rows.length ? [row, this.between(labels, i + 1)] : [row]);
    }

    row(label, index, count, name, distance) {
        const {page} = this.mode;
        const button = (text, title, onclick) => make("button", {type: "button", textContent: text, title, onclick});
        const moves = count < 2 ? [] : [
            button("↑", `Move point ${label} up`, () => this.mode.reorder(index, index - 1)),
            button("↓", `Move point ${label} down`, () => this.mode.reorder(index, index + 1))];
        if (moves.length) [moves[0].disabled, moves[1].disabled] = [index === 0, index === count - 1];
        const text = make("span", {title: name}, name, ...roadNote(distance));
        return make("div", {className: "stop"}, make("b", {className: "badge", textContent: label, title: count < 2 ? "" : "Drag to reorder"}),
                    text, ...moves, button("×", "Remove point " + label, () => page.remove(index)));
    }

    between(labels, index) {
        const insert = make("button", {type: "button", textContent: "+", title: `Insert a stop between ${labels[index - 1]} and ${labels[index]}`,
                                       onclick: () => this.mode.insertBefore(index)});
        insert.setAttribute("aria-pressed", this.mode.insertAt === index);
        return make("div", {className: "between"}, insert);
    }

    listen(row, rows, index) {
        const badge = row.firstChild;
        if (rows.length < 2) return;
        let target = null;
        const show = next => {
            target = next;
            rows.forEach((other, i) => {
                other.classList.toggle("dragged", target !== null && i === index);
                other.classList.toggle("before", i === target && i < index);
                other.classList.toggle("after", i === target && i > index);
            });
        };
        badge.onpointerdown = event => {
            event.preventDefault();
            badge.setPointerCapture(event.pointerId);
            show(index);
        };
        badge.onpointermove = event => {
            if (target === null) return;
            const passed = rows.filter((other, i) => {
                const box = other.getBoundingClientRect();
                return i !== index && event.clientY > (box.top + box.bottom) / 2;
            });
            show(passed.length);
        };
        badge.onpointercancel = () => show(null);
        badge.onpointerup = () => {
            const to = target;
            show(null);
            if (to !== null && to !== index) this.mode.reorder(index, to);
        };
    }
}
