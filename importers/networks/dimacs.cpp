// SPDX-License-Identifier: Apache-2.0
// DIMACS .gr (and .co) → RoadNetwork. Lines `p sp nodes arcs`, `a tail head cost`, `c comment`; coordinates `p aux sp
// co nodes`, `v node x y` in microdegrees. Costs are integers. Source: 9th DIMACS Implementation Challenge, file
// formats.
#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "allways/base/format.h"
#include "attributes/node_attributes.h"
#include "attributes/system_choice.h"
#include "attributes/travel_time.h"
#include "base/counted.h"
#include "base/text.h"
#include "base/threads/large_vector.h"
#include "base/threads/monitor.h"
#include "base/threads/parallel.h"
#include "text/file_format.h"
#include "text/input_file.h"
#include "text/line_reader.h"

namespace allways::importers {

namespace {

// ---- a long text, parsed on all threads in blocks of whole lines, and integers between blanks

// Calls take(parse(block)) for the lines that `lines` has not returned yet. parse(LineBlock&) runs on any thread;
// take(its result) runs on one thread at a time, in the order of the file, so the result does not depend on the
// threads. The error of the earliest block is thrown, after the blocks before it were taken.
template <class Parse, class Take>
void parse_blocks(LineReader& lines, const Parse& parse, const Take& take) {
    std::mutex reading;
    std::size_t next = 0;
    InOrder taking;
    std::exception_ptr failure;
    const auto caller = std::this_thread::get_id();

    // Calls work() after all blocks before this one were taken. Returns false after the last block, and if this block
    // or an earlier one failed.
    const auto in_order = [&](std::size_t number, const auto& work) {
        try {
            return taking.pass(number, work);
        } catch (...) {
            failure = std::current_exception();
            return false;
        }
    };
    // Returns false after the last block.
    const auto one_block = [&] {
        std::unique_lock read_lock(reading);
        const std::size_t number = next++;
        try {
            if (std::this_thread::get_id() == caller) lines.report_progress();
            LineBlock block;
            const bool is_last = !lines.next_block(block);
            read_lock.unlock();
            if (is_last) {
                in_order(number, [&] { taking.abandon(); });
                return false;
            }
            auto part = parse(block);
            return in_order(number, [&] { take(std::move(part)); });
        } catch (...) {
            if (read_lock.owns_lock()) read_lock.unlock();
            const std::exception_ptr own = std::current_exception();
            return in_order(number, [&] { std::rethrow_exception(own); });
        }
    };
    parallel_for(hardware_threads(), [&](std::size_t) {
        while (!taking.is_abandoned() && one_block()) {
        }
    });
    if (failure) std::rethrow_exception(failure);
    lines.report_progress();
}

// Removes an integer from the front of [next, end). Returns false if there is no integer that fits 64 bits.
bool take_whole(const char*& next, const char* end, std::int64_t& number) {
    constexpr std::ptrdiff_t safe_digits = 18;  // cannot overflow
    const char* digits = next != end && *next == '-' ? next + 1 : next;
    const char* at = digits;
    std::int64_t value = 0;
    for (; at != end && *at >= '0' && *at <= '9' && at - digits < safe_digits; ++at) value = value * 10 + (*at - '0');
    if (at == digits) return false;
    if (at - digits == safe_digits) {
        const auto parsed = std::from_chars(next, end, number);
        next = parsed.ptr;
        return parsed.ec == std::errc{};
    }
    number = digits == next ? value : -value;
    next = at;
    return true;
}

// Reads a text that consists of exactly as many integers as the span holds, each after blanks, which are optional
// before the first. Returns false for any other text.
bool read_wholes(std::string_view text, std::span<std::int64_t> numbers) {
    const char* next = text.data();
    const char* end = text.data() + text.size();
    const auto skip_blanks = [&] {
        const char* from = next;
        while (next != end && is_blank(*next)) ++next;
        return next != from;
    };
    skip_blanks();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!take_whole(next, end, numbers[i])) return false;
        if (!skip_blanks() && next != end) return false;
    }
    return next == end;
}

// ---- the files

// Reads the integers after the line's letter and a blank.
template <std::size_t count>
bool read_numbers(std::string_view line, std::array<std::int64_t, count>& numbers) {
    return line.size() > 1 && is_blank(line[1]) && read_wholes(line.substr(2), numbers);
}

constexpr std::uint64_t shortest_arc = 8;  // bytes of "a 1 2 3"

struct Problem {
    std::size_t nodes = 0;
    std::size_t arcs = 0;
};

Problem read_problem(const LineReader& lines, std::string_view line) {
    std::vector<std::string_view> words;
    split_blanks(line, words);
    std::array<std::int64_t, 2> counts{};
    if (words.size() != 4 || words[0] != "p" || words[1] != "sp" || !read_wholes(words[2], {&counts[0], 1}) ||
        !read_wholes(words[3], {&counts[1], 1})) {
        lines.fail(format("expected a problem line 'p sp nodes arcs', found '{}'", line.substr(0, 60)));
    }
    const auto [nodes, arcs] = counts;
    if (nodes < 0 || arcs < 0 || nodes >= no_node || arcs >= no_arc) {
        lines.fail(
            format("the problem line's counts must be from 0 to {} (nodes and arcs have 32-bit numbers), found '{}'",
                   no_node - 1, line.substr(0, 60)));
    }
    return {static_cast<std::size_t>(nodes), static_cast<std::size_t>(arcs)};
}

NodeIndex node_of(const LineBlock& lines, std::int64_t id, std::size_t node_count) {
    if (id < 1 || id > static_cast<std::int64_t>(node_count)) {
        lines.fail(format("node {} is not among 1 to {} of the problem line", id, node_count));
    }
    return static_cast<NodeIndex>(id - 1);
}

// Reads up to the problem line.
Problem read_dimacs_header(LineReader& lines) {
    std::string_view line;
    while (lines.next(line)) {
        line = trimmed(line);
        if (line.empty() || line[0] == 'c') continue;
        if (line.starts_with("sp ")) {
            lines.fail(
                "this is a list of arcs with two costs ('sp min nodes arcs', then 'tail head cost cost'), not "
                "DIMACS; write one of the costs as a .gr file ('p sp nodes arcs', 'a tail head cost')");
        }
        if (line[0] == 'p') return read_problem(lines, line);
        if (line[0] == 'a') lines.fail("the problem line 'p sp nodes arcs' must come before the first arc");
        lines.fail(format("expected a line that starts with c, p or a, found '{}'", line.substr(0, 60)));
    }
    lines.fail("the file has no problem line 'p sp nodes arcs'");
}

struct Arcs {
    std::vector<NodeIndex> tail;
    std::vector<NodeIndex> head;
    std::vector<Decimal> costs;
};

Arcs read_arcs(LineBlock& lines, std::size_t node_count) {
    Arcs arcs;
    std::string_view line;
    std::array<std::int64_t, 3> numbers{};
    while (lines.next(line)) {
        line = trimmed(line);
        if (line.empty() || line[0] == 'c') continue;
        if (line[0] == 'p') lines.fail("a second problem line");
        if (line[0] != 'a') {
            lines.fail(format("expected a line that starts with c, p or a, found '{}'", line.substr(0, 60)));
        }
        if (!read_numbers(line, numbers)) {
            lines.fail(format("expected an arc 'a tail head cost' with integers, found '{}'", line.substr(0, 60)));
        }
        arcs.tail.push_back(node_of(lines, numbers[0], node_count));
        arcs.head.push_back(node_of(lines, numbers[1], node_count));
        arcs.costs.emplace_back(numbers[2], 0);
    }
    return arcs;
}

RoadNetwork read_graph(const std::string& path, const ReadOptions& options, ImportReport& found) {
    LineReader lines(path, options);
    const Problem problem = read_dimacs_header(lines);
    found.nodes = problem.nodes;

    RoadNetwork network;
    network.provenance.whole_numbers = true;
    network.columns.push_back({"cost", "", {}, std::nullopt});
    std::vector<Decimal>& costs = network.columns[0].values;
    // A compressed file has more arcs than its number of bytes suggests.
    const std::size_t expected = std::min<std::uint64_t>(problem.arcs, lines.file().bytes_on_disk() / shortest_arc);
    reserve_large(network.tail, expected);
    reserve_large(network.head, expected);
    reserve_large(costs, expected);
    parse_blocks(
        lines, [&](LineBlock& block) { return read_arcs(block, problem.nodes); },
        [&](const Arcs& arcs) {
            network.tail.insert(network.tail.end(), arcs.tail.begin(), arcs.tail.end());
            network.head.insert(network.head.end(), arcs.head.begin(), arcs.head.end());
            costs.insert(costs.end(), arcs.costs.begin(), arcs.costs.end());
        });
    if (problem.arcs != network.arc_count()) {
        lines.fail(format("the problem line states {}, but the file has {}", counted(problem.arcs, "arc"),
                          network.arc_count()));
    }
    require_nodes_fit(lines.file(), problem.nodes, lines.file().bytes_read());
    network.node_ids = IdTable::consecutive(problem.nodes);
    network.arc_ids = IdTable::consecutive(network.arc_count());
    return network;
}

std::vector<std::pair<NodeIndex, Coordinate>> read_some_points(LineBlock& lines, std::size_t node_count) {
    std::vector<std::pair<NodeIndex, Coordinate>> points;
    std::string_view line;
    std::array<std::int64_t, 3> numbers{};
    while (lines.next(line)) {
        line = trimmed(line);
        if (line.empty() || line[0] == 'c') continue;
        if (line[0] == 'p') {
            std::vector<std::string_view> words;
            split_blanks(line, words);
            if (words.size() != 5 || words[1] != "aux" || words[2] != "sp" || words[3] != "co" ||
                parse_whole(words[4]) != static_cast<std::int64_t>(node_count)) {
                lines.fail(format("expected 'p aux sp co {}' because the network has {} nodes, found '{}'", node_count,
                                  node_count, line.substr(0, 60)));
            }
            continue;
        }
        if (line[0] != 'v' || !read_numbers(line, numbers)) {
            lines.fail(format("expected a point 'v node x y' with integers, found '{}'", line.substr(0, 60)));
        }
        points.push_back({node_of(lines, numbers[0], node_count),
                          {static_cast<double>(numbers[1]), static_cast<double>(numbers[2])}});
    }
    return points;
}

NodeCoordinates read_points(const std::string& path, std::size_t node_count, const ReadOptions& options) {
    LineReader lines(path, options);
    NodeCoordinates points(node_count);
    parse_blocks(
        lines, [&](LineBlock& block) { return read_some_points(block, node_count); },
        [&](const std::vector<std::pair<NodeIndex, Coordinate>>& some) {
            for (const auto& [node, at] : some) points.set(node, at);
        });
    return points;
}

void add_coordinates(RoadNetwork& network, const std::string& path, const ReadOptions& options) {
    const bool named = !options.node_file.empty();
    const std::string file = named ? options.node_file : companion_file(path, ".gr", ".co");
    if (file.empty()) return;
    if (named && is_node_list(file)) return add_listed_nodes(network, "", options);
    NodeCoordinates points = read_points(file, network.node_count(), options);
    // Microdegrees, as the challenge requires; instances that are not roads use plane coordinates in the same format.
    NodeCoordinates degrees = points;
    degrees.divide(1e6);
    const bool geographic = degrees.within_degrees() && (options.crs.empty() || names_degrees(options.crs));
    network.coordinates = (geographic ? std::move(degrees) : std::move(points)).take(file, named, options.log);
    if (network.coordinates.empty()) return;
    if (geographic && options.crs.empty()) network.provenance.crs = "EPSG:4326";
    log(options.log, LogLevel::info,
        format("coordinates are read from {}, taken as {}", file,
               geographic            ? "microdegrees"
               : options.crs.empty() ? "plane coordinates (too large for degrees)"
                                     : "they are"));
}

RoadNetwork read_dimacs(const std::string& path, const ReadOptions& options, ImportReport& found) {
    RoadNetwork network = read_graph(path, options, found);
    add_coordinates(network, path, options);
    state_units(network, options);
    return network;
}

bool recognise_dimacs(const FileSample& sample) {
    for (const auto line : sample.lines(1000)) {
        if (line.starts_with("p sp ") || line.starts_with("sp min ")) return true;
        if (line != "c" && !line.starts_with("c ") && !line.starts_with("c\t")) return false;
    }
    return false;
}

}  // namespace

Format dimacs_format() {
    return {.info = {"dimacs",
                     "DIMACS shortest-path network, with X.co beside X.gr",
                     {".gr", ".gr.gz"},
                     FormatInfo::Holds::network},
            .recognises = recognise_dimacs,
            .read_network = read_dimacs};
}

}  // namespace allways::importers
