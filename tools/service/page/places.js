// SPDX-License-Identifier: Apache-2.0
// Parses pasted lists of places: an optional name and two numbers, separated by commas, semicolons, tabs or blanks.

function isNumber(field) {
    return field !== "" && isFinite(field);
}

// Returns [{name, place: [lon, lat], line}]. Throws for the first line that is not a place. A first line without
// numbers is a header.
function parsePlaces(text, latitudeFirst) {
    const places = [];
    text.split("\n").forEach((line, index) => {
        if (!line.trim()) return;
        const fields = line.trim().split(/[,;\t]/.test(line) ? /\s*[,;\t]\s*/ : /\s+/);
        const numbers = fields.map((_, i) => i).filter(i => isNumber(fields[i]));
        if (!numbers.length && !places.length) return;
        const [first, second] = numbers.slice(-2);
        if (numbers.length < 2 || second !== first + 1) throw new Error(`Line ${index + 1}: expected a name, if any, and two numbers`);
        const pair = [Number(fields[first]), Number(fields[second])];
        const [lon, lat] = latitudeFirst ? pair.reverse() : pair;
        if (Math.abs(lon) > 180 || Math.abs(lat) > 90) throw new Error(`Line ${index + 1}: longitude ${lon}, latitude ${lat} is out of range`);
        const name = fields.filter((_, i) => i !== first && i !== second).join(" ").trim();
        places.push({name: name || String(places.length + 1), isNamed: name !== "", place: [lon, lat], line: index});
    });
    return places;
}

function placeLine({name, isNamed, place: [lon, lat]}, latitudeFirst) {
    return [...(isNamed ? [name] : []), ...(latitudeFirst ? [lat, lon] : [lon, lat])].join(", ");
}

function csvText(names, cells) {
    const quoted = text => /[",\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text;
    const row = (name, values) => [name, ...values].join();
    return [row("", names.map(quoted)), ...cells.map((values, i) => row(quoted(names[i]), values.map(value => value ?? "")))].join("\n") + "\n";
}
