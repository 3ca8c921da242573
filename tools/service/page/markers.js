// SPDX-License-Identifier: Apache-2.0
// Markers on the map: pins whose tips are at the places. Mouse or finger drags them; arrow keys move the one with the focus.

class Markers {
    constructor(view, frame) {
        this.view = view;
        this.frame = frame;
        this.buttons = [];
        this.places = [];
        this.onMove = this.onRemove = () => {};  // (index, place), (index)
        this.isBelow = () => false;              // (index): whether the pin's head is below its tip
    }

    // Keeps existing buttons, so that one that is being dragged keeps the pointer.
    show(places, labels) {
        this.places = places;
        this.frame.classList.toggle("many", places.length > 20);
        while (this.buttons.length > places.length) this.buttons.pop().remove();
        while (this.buttons.length < places.length) this.add(this.buttons.length);
        this.buttons.forEach((button, i) => {
            button.firstChild.firstChild.textContent = labels[i];
            button.setAttribute("aria-label", "Point " + labels[i] + ". Arrow keys move it, Delete removes it.");
        });
        this.follow();
    }

    // Moves the buttons to their places after the view has moved.
    follow() {
        this.buttons.forEach((button, i) => {
            const [x, y] = this.view.screen(project(this.places[i]));
            button.style.transform = `translate(${x}px, ${y}px)`;
            button.classList.toggle("below", this.isBelow(i));
        });
    }

    add(index) {
        const button = make("button", {type: "button", className: "marker"}, make("i", {}, make("b")));
        let grip = null;  // offset from the pointer to the place
        button.hold = event => {
            const [x, y] = this.view.screen(project(this.places[index]));
            const at = this.view.place(event);
            grip = [x - at[0], y - at[1]];
            button.setPointerCapture(event.pointerId);
        };
        button.addEventListener("pointerdown", event => button.hold(event));
        button.addEventListener("pointermove", event => {
            if (!grip) return;
            const at = this.view.place(event);
            this.move(index, [at[0] + grip[0], at[1] + grip[1]]);
        });
        for (const end of ["pointerup", "pointercancel"]) button.addEventListener(end, () => grip = null);
        button.addEventListener("keydown", event => this.key(event, index));
        button.addEventListener("focus", () => this.bringIntoView(index));
        this.buttons.push(button);
        this.frame.append(button);
    }

    // Lets the pointer of an event drag a marker.
    hold(index, event) {
        this.buttons[index].hold(event);
    }

    key(event, index) {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const step = event.shiftKey ? 1 : 10;
        const [dx, dy] = {ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step]}[event.key] || [0, 0];
        const removes = event.key === "Delete" || event.key === "Backspace";
        if (!dx && !dy && !removes) return;
        event.preventDefault();
        event.stopPropagation();
        if (removes) {
            this.onRemove(index);
            (this.buttons[Math.min(index, this.buttons.length - 1)] || this.view.canvas).focus();
            return;
        }
        const [x, y] = this.view.screen(project(this.places[index]));
        this.move(index, [x + dx, y + dy]);
    }

    bringIntoView(index) {
        const at = project(this.places[index]);
        const [x, y] = this.view.screen(at);
        if (x >= 0 && y >= 0 && x <= this.view.width && y <= this.view.height) return;
        this.view.remember();
        this.view.centre(at, this.view.k);
    }

    // Keeps the marker inside the frame, where it can be dragged again.
    move(index, [x, y]) {
        const inside = (value, size) => Math.min(Math.max(value, 0), size);
        const place = placeAt(this.view.world([inside(x, this.view.width), inside(y, this.view.height)]));
        this.onMove(index, place);
    }
}
