// SPDX-License-Identifier: Apache-2.0
// Steps of a route as sentences, in the words of `allways path`.

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

function stepText(step, destination) {
    const {type, modifier, exit, bearing_after: bearing} = step.maneuver;
    const name = step.name || step.ref || "";
    const onto = name && " onto " + name;
    if (type === "arrive") return "arrive at " + destination;
    if (type === "depart") return "head " + compassText(bearing) + (name && " on " + name);
    if (step.mode === "ferry") return "take the ferry" + (name && " " + name);
    switch (type) {
        case "new name": return (/^(straight|slight .*)?$/.test(modifier || "") ? "continue" : moveText(modifier)) + onto;
        case "continue": return moveText(modifier) + (modifier === "uturn" ? name && " on " + name : name && " to stay on " + name);
        case "merge": return "merge" + onto;
        case "on ramp": return "take the ramp" + sideText(modifier) + onto;
        case "off ramp": return "take the exit" + sideText(modifier) + (name && " towards " + name);
        case "fork": return "keep " + (/left/.test(modifier) ? "left" : "right") + onto;
        case "end of road": return "at the end of the road " + moveText(modifier) + onto;
        case "roundabout": return "at the roundabout take " + (exit ? "exit " + exit : "the exit") + onto;
        default: return moveText(modifier) + onto;
    }
}

function sentence(text) {
    return text[0].toUpperCase() + text.slice(1);
}

// One item for each step.
function directionItems(leg, destination) {
    return leg.steps.map(step => {
        const last = step.maneuver.type === "arrive";
        return make("li", {}, make("span", {textContent: sentence(stepText(step, destination))}),
                    make("small", {textContent: last ? "" : distanceText(step.distance) + " · " + timeText(Math.round(step.duration))}));
    });
}
