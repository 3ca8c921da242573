// SPDX-License-Identifier: Apache-2.0
// Streets for their names: the roads of one name, joined end to end.

// Joins lines of one name end to end, as straight as possible, into chains of points of the world.
function joinLines(lines) {
    const at = new Map();  // from an end to the lines there
    const key = point => point.join();
    lines.forEach(line => [line[0], line.at(-1)].forEach(end => at.set(key(end), [...(at.get(key(end)) || []), line])));
    const used = new Set();
    const heading = (from, to) => Math.atan2(to[1] - from[1], to[0] - from[0]);
    const next = chain => {
        const [before, end] = chain.slice(-2);
        let best = null;
        let least = Math.PI / 3;  // sharper corners end a chain
        for (const line of at.get(key(end))) {
            if (used.has(line)) continue;
            const onward = key(line[0]) === key(end) ? line : [...line].reverse();
            const turn = Math.abs(heading(onward[0], onward[1]) - heading(before, end));
            const angle = Math.min(turn, 2 * Math.PI - turn);
            if (angle < least) [best, least] = [{line, onward}, angle];
        }
        return best;
    };
    return lines.flatMap(line => {
        if (used.has(line)) return [];
        used.add(line);
        let chain = [...line];
        for (let side = 0; side < 2; side++) {
            for (let found; found = next(chain);) {
                used.add(found.line);
                chain.push(...found.onward.slice(1));
            }
            chain.reverse();
        }
        return [chain];
    });
}

// A chain with its length from the beginning to each point.
function measured(name, road, points) {
    const lengths = [0];
    for (let i = 1; i < points.length; i++) {
        lengths.push(lengths[i - 1] + Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]));
    }
    return {name, road, points, lengths, length: lengths.at(-1), box: boxOf(points)};
}

// The chains of one class of roads, from an answer about roads with names.
function namedChains({class: road, name_of: nameOf, names}, lines) {
    const byName = names.map(() => []);
    lines.forEach((line, i) => {
        if (nameOf[i] < 0) return;
        const points = [];
        for (let j = 0; j < line.length; j += 2) points.push(project([line[j] * 1e-6, line[j + 1] * 1e-6]));
        byName[nameOf[i]].push(points);
    });
    return byName.flatMap((all, i) => joinLines(all).map(chain => measured(names[i], road, chain)));
}
