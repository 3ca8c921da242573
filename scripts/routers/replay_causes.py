# SPDX-License-Identifier: Apache-2.0
"""Names the cause of a differing row by its tags, and of a differing route by its scenario.

The first cause that applies counts. A cause is a difference between rules, not a verdict about which rule is right.
"""

OPEN_TO_PERMISSION = {  # classes that a profile of Allways opens only by a key of the mode itself
    "car": {"footway", "cycleway", "track", "pedestrian"},
    "bicycle": {"footway", "pedestrian", "steps", "bridleway", "motorway"},
    "foot": {"motorway", "motorway_link"},
}
UNKNOWN_CLASSES = {"runway", "garbagetag", "some_tag", "nosense", "pier"}
SIZES = {"width", "est_width", "maxwidth", "maxwidth:physical", "maxheight", "maxheight:physical", "maxlength", "maxweight",
         "maxweightrating", "node/maxheight"}
RESIDENTS = {"private", "delivery", "residents", "permit"}

ROUTABILITY_CAUSES = [  # (name, function of profile, tags and wanted results that returns True if the cause applies)
    ("pushing a bicycle along footways and against one-way streets",
     lambda mode, tags, want: mode == "bicycle" and (
         {"pushing bike", "4 km/h +-1"} & want or "man_made" in tags or tags.get("highway") in ("footway", "pedestrian", "steps") and
         not {"access", "cycleway"} & set(tags))),
    ("cycleway=* opens motorways and unknown classes to bicycles",
     lambda mode, tags, want: mode == "bicycle" and any(key.startswith("cycleway") for key in tags) and
     tags.get("highway") in {"motorway", "some_tag"}),
    ("an access tag opens a class that the profile does not know",
     lambda mode, tags, want: tags.get("highway") in UNKNOWN_CLASSES),
    ("limits of width, height, length and weight are not read",
     lambda mode, tags, want: SIZES & set(tags)),
    ("private, delivery, residents and permit: OSRM lets cars end there, Allways closes them",
     lambda mode, tags, want: mode == "car" and RESIDENTS & {value for key, value in tags.items() if "access" in key or
                                                             key in ("motorcar", "motor_vehicle", "vehicle")}),
    ("cars on hov=designated", lambda mode, tags, want: "hov" in tags),
    ("highway=road: closed in OSRM, open in Allways", lambda mode, tags, want: tags.get("highway") == "road"),
    ("highway=trunk for bicycles and feet: closed in OSRM, open in Allways",
     lambda mode, tags, want: mode != "car" and tags.get("highway", "").startswith("trunk")),
    ("…=separate beside a road: OSRM closes the road",
     lambda mode, tags, want: any(value == "separate" for value in tags.values())),
    ("barrier: an unknown kind is open in OSRM for bicycles and feet",
     lambda mode, tags, want: tags.get("node/barrier") == "some_tag"),
    ("barrier: a fence with sensory=audible or audio is open in OSRM",
     lambda mode, tags, want: "node/sensory" in tags),
    ("barrier: a kerb at a crossing is open to cars in OSRM", lambda mode, tags, want: tags.get("node/barrier") == "kerb"),
    ("oneway=alternating on motorways and roundabouts: one-way in OSRM, both ways in Allways",
     lambda mode, tags, want: tags.get("oneway") == "alternating"),
    ("the general key access=* opens a class that needs permission",
     lambda mode, tags, want: tags.get("access") in ("yes", "permissive") and
     tags.get("highway") in OPEN_TO_PERMISSION.get(mode, ())),
    ("a key of the mode, or its form for a direction, on a class that needs permission",
     lambda mode, tags, want: tags.get("highway") in OPEN_TO_PERMISSION.get(mode, ())),
    ("access=psv does not close a road to bicycles", lambda mode, tags, want: tags.get("access") == "psv"),
    ("an unknown value of the specific key overrides access=no at a node",
     lambda mode, tags, want: "some_tag" in tags.values()),
]

ROUTE_CAUSES = {  # by feature file
    "bicycle/area": "ways that only OSRM opens or closes", "bicycle/bridge": "pushing a bicycle",
    "bicycle/mode": "pushing a bicycle", "bicycle/pushing": "pushing a bicycle", "bicycle/surface": "pushing a bicycle",
    "bicycle/startpoint": "pushing a bicycle", "bicycle/train": "trains that carry bicycles",
    "bicycle/use_sidepath": "use_sidepath", "foot/use_sidepath": "use_sidepath",
    "bicycle/sidepath_names": "names of sidepaths", "foot/sidepath_names": "names of sidepaths",
    "car/classes": "the list of streets is shortened for directions", "foot/names": "names are joined for directions",
    "car/side_bias": "the list of streets is shortened for directions",
    "bicycle/classes": "the list of streets is shortened for directions",
    "car/destination": "through traffic on destination-only roads", "car/hov": "cars on hov=designated",
    "foot/intersection": "two ways at the same place, of which each router takes another",
    "foot/conveying": "conveying on a street that is no escalator",
}

MATCH_CAUSES = [  # (name, a column that differs)
    ("confidence is a probability, and not learned from traces", "confidence"),
    ("alternatives are counted from a probability of 5 % on", "alternatives"),
    ("times and lengths: rounded to tenths of a second by OSRM, lengths to decimetres by Allways", "duration"),
    ("times and lengths: rounded to tenths of a second by OSRM, lengths to decimetres by Allways", "a:distance"),
    ("a point at a node is written once, and coordinates are rounded to the nearest", "geometry"),
    ("the fastest speed: 30 km/h in this profile of OSRM's, always 50 m/s in Allways", "matchings"),
]


def restriction_kinds(scenario):
    """The keys restriction* of the scenario's relations."""
    tables = [step.table for step in scenario.steps if step.text.rstrip(":") == "the relations"]
    return {column for table in tables for column in table.header if column.startswith("restriction")}


def cause_of(row, scenario):
    if row.kind == "match":
        differing = {column for column, text in row.got.items() if text != row.want[column]}
        return next((name for name, column in MATCH_CAUSES if column in differing), "other")
    if row.kind == "routability":
        tags = {key: value for key, value in row.want.items() if value and value != "(nil)" and key not in row.got}
        tags = {"highway": "primary"} | tags if "highway" not in row.want else tags
        wanted = {row.want[column] for column in row.got}
        return next((name for name, applies in ROUTABILITY_CAUSES if applies(row.profile, tags, wanted)), "other")
    if kinds := restriction_kinds(scenario):
        if row.profile == "bicycle":
            return "turn restrictions bind bicycles"
        return "conditional turn restrictions" if all("conditional" in kind for kind in kinds) else "turn restrictions"
    return ROUTE_CAUSES.get(row.feature.removesuffix(".feature"), f"other, {row.feature}")
