// SPDX-License-Identifier: Apache-2.0
// Points that are outside of the map, or far from every road of it.

const farMetres = 300;  // points farther from the nearest road get a warning

function isInside([lon, lat], [west, south, east, north], margin = 0.01) {
    return lon >= west - margin && lon <= east + margin && lat >= south - margin && lat <= north + margin;
}

function degreesText(value, [positive, negative]) {
    return Math.abs(value).toFixed(3) + "° " + (value < 0 ? negative : positive);
}

// Throws an error for the first place that is outside of the map. `call` makes a text of its index.
function requireInside(places, bounds, call) {
    const index = places.findIndex(place => !isInside(place, bounds));
    if (index < 0) return;
    const [west, south, east, north] = bounds;
    const [lon, lat] = places[index];
    const swapped = isInside([lat, lon], bounds) ? ". Its longitude and latitude seem to be swapped" : "";
    throw new Error(`${call(index)} (longitude ${lon}, latitude ${lat}) is outside of the map, which reaches from ` +
        `${degreesText(west, "EW")} to ${degreesText(east, "EW")} and from ${degreesText(south, "NS")} to ${degreesText(north, "NS")}${swapped}.`);
}

// Says how far a point is from its road; nothing if it is close.
function roadNote(metres) {
    if (!(metres > 25)) return [];
    const isFar = metres > farMetres;
    return [make("small", {className: isFar ? "warning" : "", textContent: (isFar ? "⚠ " : "") + distanceText(metres) + " to the nearest road"})];
}
