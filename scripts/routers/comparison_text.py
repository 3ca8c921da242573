# SPDX-License-Identifier: Apache-2.0
"""The report of compare_routers.py as text."""

from .text_table import text_table

MOST_MOVED = 10  # ends that are listed


def spread(values):
    return f"{values['first']:.3f}  {values['median']:.3f}  {values['third']:.3f}" if values else "-"


def moved_text(result):
    text = ""
    for router in result["routers"][1:]:
        why = router["why_moved"] or {"counts": {}, "other": []}
        counts = ", ".join(f"{count} {reason}" for reason, count in why["counts"].items())
        text += (f"\n{router['name']} moved {len(router['moved_ends'])} ends by more than {result['moved_metres']:g} m"
                 f"{': ' + counts if counts else ''}\n")
        for end in why["other"][:MOST_MOVED]:
            text += f"  node {end['node']} by {end['metres']:.0f} m: {end['reason']}\n"
    return text


def map_text(result):
    megabytes = 1 << 20
    lines = [["router", "prepare s", "of all cores", "peak MB", "1000 paths s", "serving peak MB", "table", "rows/s"]]
    for router in result["routers"]:
        prepare, table = router["prepare"], router["table"]
        lines.append([router["name"], f"{prepare['seconds']:.2f}", f"{prepare['core_seconds']:.2f}",
                      f"{prepare['peak_bytes'] / megabytes:.0f}", f"{1000 * router['paths_seconds'] / max(1, result['pairs']):.2f}",
                      f"{router['serve_peak_bytes'] / megabytes:.0f}", f"{table['size']} × {table['size']}",
                      f"{table['rows_per_second']:.0f}"])
    once_read = result["routers"][0]["table"]["rows_per_second_once_read"]
    text = (f"{result['map']}, {result['profile']}, turns: {result['turns']}: {result['nodes']} nodes, "
            f"{result['compared_pairs']} of {result['pairs']} pairs compared\n\n{text_table(lines)}\n"
            f"Allways' rates are of whole commands, which read the network; once it is read: {once_read:.0f} rows/s\n"
            f"{moved_text(result)}")
    lines = [["beside Allways", "both", "neither", "only Allways", "only the other", "agree",
              "time ratio: quartiles", "length ratio: quartiles", "same length (1 %)"]]
    for other in result["comparisons"]:
        reach = other["reachability"]
        agreement = f"{100 * other['reachability_agreement']:.1f} %" if other["pairs"] else "-"
        lines.append([other["router"], reach["both"], reach["neither"], reach["only_allways"], reach["only_other"], agreement,
                      spread(other["time_ratio"]), spread(other["length_ratio"]),
                      f"{100 * other['length_within_1_percent']:.1f} %"])
    text += "\n" + text_table(lines) + "\n"
    for other in result["comparisons"]:
        for key, title in (("worst_times", "times that differ most from the median ratio"),
                           ("worst_lengths", "lengths that differ most")):
            lines = [["", "from", "to", "Allways s", "other s", "ratio", "Allways m", "other m", "ratio", "reason"]]
            for i, pair in enumerate(other[key], 1):
                lines.append([i, pair["from"], pair["to"], *(f"{value:.1f}" for value in pair["seconds"]),
                              f"{pair['time_ratio']:.2f}", *(f"{value:.0f}" for value in pair["metres"]),
                              f"{pair['length_ratio']:.2f}", pair.get("reason", "")])
            text += f"\n{other['router']}: {title}\n{text_table(lines)}\n"
        if other["different_reachability"]:
            text += f"\n{other['router']}: reached by one router only (up to ten)\n" + "".join(
                f"{pair['from']} -> {pair['to']}: {pair['reached'].replace('_', ' ')}; {pair.get('reason', '')}\n"
                for pair in other["different_reachability"])
    return text
