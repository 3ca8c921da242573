// SPDX-License-Identifier: Apache-2.0
// The mouse on the line of a route: dragging inserts a stop there. (A finger moves the map, but a tap inserts a stop.)

class LineGrip {
    constructor(page) {
        this.page = page;
        this.held = null;  // where the button was pressed: {at, hit}
        const {canvas} = page.view;
        page.view.onHover = at => this.hover(at);
        // Comes before the listeners of the view, which would move the map.
        canvas.parentElement.addEventListener("pointerdown", event => this.down(event), true);
        canvas.addEventListener("pointermove", event => this.drag(event));
        canvas.addEventListener("pointerup", event => this.up(event));
        canvas.addEventListener("pointercancel", () => this.held = null);
    }

    static get tolerance() { return 8; }

    hit(at) {
        const {mode, view} = this.page;
        return at && mode.near && mode.route && !mode.insertAt ? mode.near(view.world(at), LineGrip.tolerance / view.k) : undefined;
    }

    hover(at) {
        const {mode, view} = this.page;
        if (!mode.near) return;
        const hit = this.hit(at);
        const point = hit && hit.route === mode.chosen ? hit.point : null;
        view.canvas.style.cursor = hit ? "pointer" : "";
        if (point || mode.hovered) view.draw();
        mode.hovered = point;
    }

    down(event) {
        const {view, mode} = this.page;
        if (event.target !== view.canvas || event.pointerType !== "mouse" || event.button !== 0) return;
        const at = view.place(event);
        const hit = this.hit(at);
        if (!hit || hit.route !== mode.chosen) return;
        event.stopPropagation();
        view.canvas.setPointerCapture(event.pointerId);
        this.held = {at, hit};
    }

    drag(event) {
        if (!this.held) return;
        const {page, held} = this;
        const at = page.view.place(event);
        if (Math.hypot(at[0] - held.at[0], at[1] - held.at[1]) < 4) return;
        this.held = null;
        page.mode.hovered = null;
        const index = held.hit.leg + 1;
        page.mode.insert(index, placeAt(page.view.world(at)));
        page.refresh();
        page.markers.hold(index, event);
    }

    up() {
        if (!this.held) return;
        const {at} = this.held;
        this.held = null;
        this.page.click(at);
    }
}
