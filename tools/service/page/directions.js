// SPDX-License-Identifier: Apache-2.0
// Steps of a route as sentences, in the words of `allways path`; in other languages than English those of the server.

const isEnglish = /^en/i.test(navigator.language || "en");

function moveText(modifier) {
    if (!modifier) return "continue";
    if (modifier === "straight") return "go straight";
    if (modifier === "uturn") return "make a U-turn";
    const [kind, side] = modifier.includes(" ") ? modifier.split(" ") : ["", modifier];
    return {slight: "bear ", sharp: "turn sharp ", "": "turn "}[kind] + side;
}

function compassText(bearing) {
    return ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"][Math.round(bearing / 45) % 8];
}

function sideText(modifier = "") {
    return modifier.endsWith("left") ? " on the left" : modifier.endsWith("right") ? " on the right" : "";
}

function keepText(modifier) {
    return modifier === "straight" ? "keep in the middle" : "keep " + modifier.replace("slight ", "");
}

function roadName(step) {
    return step.name || step.ref || "";
}

// Where a ramp leads: its signs, or the next road if it has no name.
function towardsText(step, following) {
    const road = roadName(step) ? undefined : following.find(roadName);
    const towards = step.destinations || (road ? roadName(road) : "");
    return towards && " towards " + towards;
}

function stepText(step, before, following, destination) {
    const {type, modifier, exit, bearing_after: bearing} = step.maneuver;
    if (!isEnglish && step.maneuver.instruction) return step.maneuver.instruction;
    const name = roadName(step);
    const onto = name && " onto " + name;
    if (type === "arrive") return "arrive at " + destination;
    if (type === "depart") return "head " + compassText(bearing) + (name && " on " + name);
    if (step.mode === "ferry") return "take the ferry" + (name && " " + name);
    switch (type) {
        case "new name": return (/^(straight|slight .*)?$/.test(modifier || "") ? "continue" : moveText(modifier)) + onto;
        case "continue": return moveText(modifier) + (modifier === "uturn" ? name && " on " + name : name && " to stay on " + name);
        case "merge": return "merge" + (modifier ? " " + modifier.replace("slight ", "") : "") + onto;
        case "on ramp": return "take the ramp" + sideText(modifier) + onto + towardsText(step, following);
        case "off ramp":
            return "take " + (step.exits ? "exit " + step.exits : "the exit") + sideText(modifier) + onto + towardsText(step, following);
        case "fork":
            return keepText(modifier) + (before && name === roadName(before) ? name && " on " + name : onto) +
                (step.destinations ? " towards " + step.destinations : "");
        case "end of road":
            return "at the end of the road " + moveText(modifier) + (before && name && name === roadName(before) ? " to stay on " + name : onto);
        case "roundabout":
        case "roundabout turn":
        case "rotary":
            return "at " + (step.rotary_name || "the roundabout") + " take " + (exit ? "exit " + exit : "the exit") + onto;
        case "notification": return "leave the ferry" + onto;
        case "exit roundabout":
        case "exit rotary": return "leave the roundabout" + (exit ? " at exit " + exit : "") + onto;
        default: return moveText(modifier) + onto;
    }
}

function sentence(text) {
    return text[0].toUpperCase() + text.slice(1);
}

// The way out of a roundabout belongs to the step that enters it.
function withoutExits(steps) {
    const joined = [];
    for (const step of steps) {
        const last = joined[joined.length - 1];
        if (/^exit /.test(step.maneuver.type) && /^(roundabout|rotary)$/.test(last.maneuver.type)) {
            last.distance += step.distance;
            last.duration += step.duration;
            last.geometry = {coordinates: [...last.geometry.coordinates, ...step.geometry.coordinates]};
        } else {
            joined.push({...step});
        }
    }
    return joined;
}

// One item for each step; a click on it marks its part of the route.
function directionItems(leg, destination, mode) {
    return withoutExits(leg.steps).map((step, at, steps) => {
        const last = step.maneuver.type === "arrive";
        const text = sentence(stepText(step, steps[at - 1], steps.slice(at + 1), destination));
        const length = last ? "" : distanceText(step.distance) + " · " + timeText(Math.round(step.duration));
        const button = make("button", {type: "button", className: "plain", onclick: () => mode.mark(step)},
                            make("span", {}, text, ...laneRow(step)), make("small", {textContent: length}));
        button.setAttribute("aria-pressed", mode.isMarked(step));
        return make("li", {}, button);
    });
}
