# SPDX-License-Identifier: Apache-2.0
"""Asks for the matching of a scenario's trace, and turns the answer into the texts of its columns."""

from .osrm_answers import matches, number_text, turn_text
from .scenario_map import Unsupported

NEAR = 2.5e-5  # degrees at the scenarios' origin, within which OSRM's step definitions take two places for one


def match_request(scene, row):
    """The positions and the parameters of a row."""
    if "request" in row:
        raise Unsupported("column 'request'")
    parameters = dict(scene.options)
    for column, value in row.items():
        if column.startswith("param:") and value:
            parameters[column.removeprefix("param:")] = value
    if times := row.get("timestamps", "").split():
        parameters["timestamps"] = ";".join(times)
    return [scene.place(name) for name in row["trace"]], {key: value for key, value in parameters.items() if value != "(nil)"}


def places_text(found, wanted, scene):
    """The wanted names if the places lie there, else with the places that do not; further places do not count."""
    if len(found) < len(wanted):
        return f"{len(found)} places"
    names = []
    for (lon, lat), name in zip(found, wanted):
        x, y = scene.place(name)
        names.append(name if abs(lon - x) <= NEAR and abs(lat - y) <= NEAR else f"?[{lon},{lat}]")
    return "".join(names)


def matchings_text(tracepoints, want, scene):
    parts = {}
    for point in filter(None, tracepoints):
        parts.setdefault(point["matchings_index"], []).append(point["location"])
    wanted = want.split(",")
    if len(parts) != len(wanted):
        return f"{len(parts)} matchings"
    return ",".join(places_text(parts[i], name, scene) for i, name in enumerate(wanted))


def decoded(polyline, digits):
    numbers, value, shift = [], 0, 0
    for sign in polyline:
        bits = ord(sign) - 63
        value |= (bits & 31) << shift
        shift += 5
        if bits < 32:
            numbers.append(~(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    line, here = [], [0, 0]
    for lat, lon in zip(numbers[::2], numbers[1::2]):
        here = [here[0] + lat, here[1] + lon]
        line += [here[0] / 10**digits, here[1] / 10**digits]
    return line


def geometry_text(geometry, kind):
    if isinstance(geometry, dict):
        return ",".join(number_text(number) for point in geometry["coordinates"] for number in point)
    return ",".join(map(number_text, decoded(geometry, 6 if kind == "polyline6" else 5)))


def annotation_text(matching, name):
    return ",".join(":".join(map(number_text, leg["annotation"][name])) for leg in matching["legs"])


def column_text(column, want, json, scene):
    points, matching = json["tracepoints"], json["matchings"][0]
    if column == "matchings":
        return matchings_text(points, want, scene)
    if column == "matchings_index":
        return ",".join("" if point is None else str(point["matchings_index"]) for point in points)
    if column == "waypoints":
        return places_text([point["location"] for point in points if point and point["waypoint_index"] is not None], want, scene)
    if column == "alternatives":
        return ",".join("" if point is None else str(point["alternatives_count"]) for point in points)
    if column == "geometry":
        return geometry_text(matching["geometry"], scene.options.get("geometries", "polyline"))
    if column == "turns":
        return ",".join(turn_text(step) for leg in matching["legs"] for step in leg["steps"])
    if column in ("duration", "confidence"):
        return number_text(matching[column])
    if column.startswith("a:"):
        return annotation_text(matching, column[2:])
    raise Unsupported(f"column '{column}'")


def match_texts(status, json, row, scene):
    """The columns of a row, from the router's answer. Raises Unsupported for a column that the replay does not know."""
    got = {}
    for column, want in row.items():
        if column in ("trace", "timestamps", "#") or column.startswith("param:"):
            text = want
        elif column in ("code", "data_version"):
            text = json.get(column, "")
        elif status != 200:
            text = json["code"]
        else:
            text = column_text(column, want, json, scene)
        got[column] = want if matches(text, want) else text
    return got
