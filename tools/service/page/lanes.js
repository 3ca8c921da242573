// SPDX-License-Identifier: Apache-2.0
// The lanes before a maneuver as arrows, where the traveller has to choose; those that lead along the route stand out.

const laneArrows = {"sharp left": "↙", left: "↰", "slight left": "↖", straight: "↑", "slight right": "↗", right: "↱", "sharp right": "↘", none: "|"};

function laneArrow(indication, side) {
    return indication === "uturn" ? (side === "left" ? "↷" : "↶") : laneArrows[indication];
}

function laneWords(lanes) {
    const said = lanes.map(lane => lane.indications.map(one => one === "uturn" ? "U-turn" : one).join(" or ") + (lane.valid ? " (take it)" : ""));
    return "Lanes from left to right: " + said.join(", ");
}

// A row of lanes as the only item of a list; without a choice nothing.
function laneRow(step) {
    const lanes = step.intersections[0].lanes || [];
    if (lanes.every(lane => lane.valid)) return [];
    const arrows = lanes.map(lane => make("i", {className: lane.valid ? "valid" : "",
                                                textContent: lane.indications.map(one => laneArrow(one, step.driving_side)).join("")}));
    const row = make("span", {className: "lanes", title: laneWords(lanes)}, ...arrows);
    row.setAttribute("role", "img");
    row.setAttribute("aria-label", row.title);
    return [row];
}
