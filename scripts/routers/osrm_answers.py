# SPDX-License-Identifier: Apache-2.0
"""Turns OSRM's answers into the texts of scenario tables, and compares them as OSRM's step definitions do."""

import re

from .scenario_map import Unsupported


def number_text(value):
    """Formats a number as JavaScript does."""
    return str(int(value)) if float(value).is_integer() else repr(value)


def starts_number(text):
    match = re.match(r"\s*[-+]?\d*\.?\d+", text or "")
    return float(match[0]) if match else float("nan")


def matches(got, want):
    """'10 ~5%' and '10 +-2' are ranges, '/a.*/' is a pattern, anything else is compared as text."""
    if got is None:
        return want == ""
    if got == want:
        return True
    if pairs := re.fullmatch(r"((?:\d+->\d+,?)+)\s+\+-(.+)", want):  # bearings
        wanted, found = ([float(number) for number in re.findall(r"\d+", text)] for text in (pairs[1], got))
        return len(wanted) == len(found) and all(abs(a - b) <= float(pairs[2]) for a, b in zip(wanted, found))
    if percent := re.fullmatch(r"(.*)\s+~(.+)%", want):
        target = starts_number(percent[1])
        return target == 0 or 100 * abs(1 - starts_number(got) / target) < float(percent[2])
    if margin := re.fullmatch(r"(.*)\s+\+-(.+)", want) or re.search(r"(\d+)\+-(\d+)", want):
        return abs(starts_number(got) - starts_number(margin[1])) <= starts_number(margin[2])
    if pattern := re.fullmatch("/(.*)/", want):
        return re.search(pattern[1], got) is not None
    return False


# ---- routability


def one_way_answer(status, json, way_name):
    """The values that a row of routability can compare for one direction; empty if the path leaves the row's way."""
    if status != 200:
        return {}
    route = json["routes"][0]
    steps = [step for leg in route["legs"] for step in leg["steps"]]
    if steps[0]["name"] != way_name:
        return {}
    time, distance = route["duration"], route["distance"]
    answer = {"status": "x", "time": time, "mode": steps[0]["mode"]}
    if route["weight"]:
        answer["rate"] = int(distance / route["weight"] * 10 + 0.5) / 10
    if time > 0:
        answer["speed"] = int(3.6 * distance / time)
    return answer


def with_both(forward, backward):
    both = {key: forward.get(key) if forward.get(key) == backward.get(key) else "diff"
            for key in ("status", "time", "mode", "rate", "speed")}
    return {"forw": forward, "backw": backward, "bothw": both}


def routability_texts(answers, row, shortcuts):
    """The result columns of a row, from the router's answers."""
    got = {}
    for column, want in row.items():
        match = re.fullmatch("(forw|backw|bothw)(_rate)?", column)
        if not match:
            continue
        answer = answers[match[1]]
        if match[2]:
            value = answer.get("rate") if want else answer.get("status")
            got[column] = "" if value is None else value if isinstance(value, str) else number_text(value)
            continue
        want = shortcuts.get(want, want)

        def with_unit(key, unit):
            value = answer.get(key)
            return "" if not value else value if isinstance(value, str) else number_text(value) + unit

        if want == "":
            text = answer.get("mode") if answer.get("status") else ""
        elif want == "x":
            text = "x" if answer.get("status") else ""
        elif re.match(r"[\d.]+ s", want):
            text = with_unit("time", " s")
        elif re.match(r"\d+ km/h", want):
            text = with_unit("speed", " km/h")
        else:
            text = answer.get("mode")
        got[column] = row[column] if matches(text or "", want) else text or ""
    return got


# ---- routes


def turn_text(step):
    maneuver = step["maneuver"]
    kind, modifier, exit = maneuver["type"], maneuver.get("modifier"), maneuver.get("exit", "undefined")  # JavaScript's word
    if kind in ("depart", "arrive"):
        return kind
    if kind == "roundabout":
        return f"roundabout-exit-{exit}"
    if kind == "rotary":
        return f"{step.get('rotary_name', 'rotary')}-exit-{exit}"
    if kind == "roundabout turn":
        return f"roundabout turn {modifier} exit-{exit}"
    return f"{kind} {modifier if modifier is not None else 'undefined'}"


def bearing_text(step):
    first = step["intersections"][0]
    before = (first["bearings"][first["in"]] + 180) % 360 if "in" in first else 0
    return f"{before}->{first['bearings'][first['out']] if 'out' in first else 0}"


def lane_text(step):
    return ";".join(" ".join(f"{';'.join(lane['indications'])}:{str(lane['valid']).lower()}"
                             for lane in place.get("lanes", [])) for place in step["intersections"])


def class_text(step):
    return "[" + ",".join(f"({','.join(place.get('classes', []))})" for place in step["intersections"]) + "]"


def crossing_text(step):
    def roads(place):
        return " ".join(f"{str(entry).lower()}:{bearing}" for entry, bearing in zip(place["entry"], place["bearings"]))
    return ",".join(roads(place) for place in step["intersections"])


STEP_TEXTS = {  # one text for each step, joined by commas
    "ref": lambda step: step.get("ref", ""),
    "destinations": lambda step: step.get("destinations", ""),
    "pronunciations": lambda step: step.get("pronunciation", ""),
    "exits": lambda step: step.get("exits", ""),
    "bearing": bearing_text,
    "turns": turn_text,
    "modes": lambda step: step["mode"],
    "driving_side": lambda step: step["driving_side"],
    "classes": class_text,
    "times": lambda step: number_text(step["duration"]) + "s",
    "distances": lambda step: number_text(step["distance"]) + "m",
    "weights": lambda step: number_text(step["weight"]),
    "lanes": lane_text,
}
GIVEN_COLUMNS = re.compile("from|to|waypoints|bearings|approaches|#|param:.*")


def nearest_name(position, places, grid):
    """The node at a position, within a quarter of the grid size."""
    margin = 0.25 * grid * 0.8990679362704611e-5
    for name, (lon, lat) in places.items():
        if name.isalpha() and abs(position[0] - lon) <= margin and abs(position[1] - lat) <= margin:
            return name
    return "_"


def route_texts(status, json, row, scene):
    """The columns of a row, from the router's answer. Raises Unsupported for a column that the replay does not know."""
    route = json["routes"][0] if json.get("code") == "Ok" else None
    steps = [step for leg in route["legs"] for step in leg["steps"]] if route else []
    names = ",".join(step["name"] for step in steps)
    got = {}
    for column, want in row.items():
        if GIVEN_COLUMNS.fullmatch(column):
            text = want
        elif column == "status":
            text = str(status)
        elif column in ("message", "code", "data_version"):
            text = json.get(column, "")
        elif column == "route":
            text = names.strip()
        elif column == "geometry":
            text = route["geometry"] if route else ""
        elif column == "summary":
            text = ";".join(leg["summary"] for leg in route["legs"]).strip() if route else ""
        elif column == "alternative":
            others = json.get("routes", [])[1:]
            text = ",".join(step["name"] for leg in others[0]["legs"] for step in leg["steps"]) if others else ""
        elif column == "distance":
            text = number_text(route["distance"]) + "m" if want and names else ""
        elif column == "time":
            text = number_text(route["duration"]) + "s" if names else ""
        elif column == "weight":
            text = number_text(route["weight"]) if names else ""
        elif column == "weight_name":
            text = route["weight_name"] if names else ""
        elif column == "speed":
            moving = want and names and route["duration"] > 0
            text = f"{int(3.6 * route['distance'] / route['duration'] + 0.5)} km/h" if moving else ""
        elif column == "intersections":
            text = ";".join(map(crossing_text, steps)).strip()
        elif column == "locations":
            text = ",".join(nearest_name(step["maneuver"]["location"], scene.position, scene.grid) for step in steps)
        elif column == "waypoints_count":
            text = str(len(json.get("waypoints", [])))
        elif column == "a:nodes":
            letters = {node["id"]: name for name, node in scene.node.items()}
            as_ids = re.fullmatch("[0-9:,]+", want)  # the form in scenarios before OSRM 26.9
            text = ",".join(":".join(map(str, leg["annotation"]["nodes"])) if as_ids else
                            "".join(letters.get(id, "?") for id in leg["annotation"]["nodes"])
                            for leg in route["legs"]) if route else ""
        elif column.startswith("a:") and column != "a:datasources":
            text = ",".join(":".join(map(number_text, leg["annotation"][column[2:]]))
                            for leg in route["legs"]) if route else ""
        elif column in STEP_TEXTS:
            text = ",".join(map(STEP_TEXTS[column], steps)) if names or column == "lanes" else ""
        else:
            raise Unsupported(f"column '{column}'")
        got[column] = want if matches(text, want) else text
    return got
