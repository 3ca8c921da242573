// SPDX-License-Identifier: Apache-2.0
// Joins the shards of a table into the table.
#include "allways/export/write_stream.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/stopwatch.h"
#include "allways/export/export.h"
#include "allways/export/json.h"
#include "base/human.h"
#include "export/formats/id_file.h"
#include "export/jobs/job_record.h"
#include "export/jobs/sharded_table.h"

namespace allways {

using namespace tools;

namespace {

namespace fs = std::filesystem;

std::string table_path(const std::string& path) {
    constexpr std::string_view suffix = ".partial";
    return path.ends_with(suffix) ? path.substr(0, path.size() - suffix.size()) : path;
}

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// A fault of a shard, and its remedy.
struct Fault {
    Shard shard;
    std::string what;
    const char* remedy = "`resume`";
};

[[noreturn]] void refuse(const ShardedTable& table, const std::vector<Fault>& faults, std::size_t count) {
    constexpr std::size_t most_named = 8;
    std::string text = faults.size() == 1
                           ? format("a shard of {} cannot be joined: ", count)
                           : format("{} of {} shards cannot be joined: ", count_text(faults.size()), count_text(count));
    for (std::size_t i = 0; i < std::min(faults.size(), most_named); ++i) {
        text += format("{}{} {}", i == 0 ? "" : "; ", faults[i].shard.number, faults[i].what);
    }
    if (faults.size() > most_named) text += format("; and {} more", count_text(faults.size() - most_named));
    const Fault& first = faults.front();
    text += format(". Repeat {} with `shard` {}/{} {}", faults.size() == 1 ? "the job" : "their jobs, the first",
                   first.shard.number, first.shard.count, first.remedy);
    throw InputError(table.path(), 0, text);
}

// Reads the record of a shard. Returns a description of the fault; empty if there is none.
std::string read_shard(const std::string& path, const JobFacts& facts, std::size_t rows, ShardState& state) {
    std::error_code error;
    if (!fs::exists(path, error)) return "is missing";
    JobRecord record(path);
    if (!record.try_lock(LockMode::shared)) return "is being computed";
    const std::vector<std::string>& lines = record.lines();
    if (lines.size() < 2) return "has not begun";
    if (const std::string other = difference(lines.front(), facts); !other.empty()) {
        return format("belongs to another job: {}", other);
    }
    state = ShardState::parse(lines.back(), path);
    if (!state.is_finished) return format("is unfinished, {} of {} rows", count_text(state.rows), count_text(rows));
    return state.rows == rows ? "" : "has a damaged record";
}

std::vector<ShardState> read_shards(const ShardedTable& table, const ShardLayout& layout, const JobFacts& facts) {
    const std::size_t count = layout.bounds.size() - 1;
    std::vector<std::string> strangers = table.shard_files();
    std::vector<ShardState> states(count);
    std::vector<Fault> faults;
    for (std::size_t i = 0; i < count; ++i) {
        const Shard shard{i + 1, count};
        const std::string path = table.shard_file(shard.number, count);
        std::erase(strangers, path);
        const std::string what =
            read_shard(path, shard_facts(facts, shard, layout), layout.bounds[i + 1] - layout.bounds[i], states[i]);
        const bool is_foreign = what.starts_with("belongs") || what.starts_with("has a damaged");
        if (!what.empty()) faults.push_back({shard, what, is_foreign ? "and `overwrite`" : "and `resume`"});
    }
    if (!strangers.empty()) {
        throw InputError(table.path(), 0,
                         format("'{}' is the record of a shard that the job of {} shards does not have; remove it",
                                strangers.front(), count));
    }
    if (!faults.empty()) refuse(table, faults, count);
    return states;
}

void check_rows(const ShardedTable& table, const ShardLayout& layout, const std::vector<ShardState>& states,
                const ProgressCallback& progress) {
    if (frame_checksum(table.file(), layout) != layout.frame_checksum) {
        throw InputError(
            table.path(), 0,
            format("'{}' is damaged outside its rows; remove it and repeat the jobs of all shards", table.file()));
    }
    const std::vector<std::uint64_t> sums = shard_checksums(table.file(), layout, progress);
    std::vector<Fault> faults;
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (sums[i] == states[i].checksum) continue;
        faults.push_back(
            {{i + 1, sums.size()}, "is damaged: its rows are not those that were written", "and `overwrite`"});
    }
    if (!faults.empty()) refuse(table, faults, sums.size());
}

// Gives the files beside the table their names, unless an earlier join did. With `only_check`, only checks that it can.
void name_companions(const ShardedTable& table, const ShardLayout& layout, bool overwrite, bool only_check) {
    for (const std::string& name : layout.companions) {
        const std::string from = (fs::path(table.companion_folder()) / name).string();
        const std::string to = (fs::path(table.path()).parent_path() / name).string();
        std::error_code error;
        if (!fs::exists(from, error)) {
            if (fs::exists(to, error) && table.is_joining()) continue;
            throw InputError(table.path(), 0, format("'{}' is missing; start over with `overwrite`", from));
        }
        const bool differs = fs::exists(to, error) && content_of(from) != content_of(to);
        if (differs && !overwrite) throw InputError(to, 0, "exists already; `overwrite` replaces it");
        if (differs) require_ids_replaceable(table.path(), to);
        if (!only_check) fs::rename(from, to);
    }
}

}  // namespace

std::string tools::joined_line(const JoinReport& report) {
    nlohmann::ordered_json json = {{"format", report.format},
                                   {"nodes", report.nodes},
                                   {"bytes", report.bytes},
                                   {"shards", nlohmann::ordered_json::array()}};
    for (const FinishedShard& shard : report.shards) {
        json["shards"].push_back({{"rows", shard.rows}, {"host", shard.host}, {"seconds", shard.seconds}});
    }
    return json_text(json);
}

JoinReport tools::joined_report(const std::string& path, const std::string& line, const std::string& name) {
    try {
        const auto json = nlohmann::ordered_json::parse(line);
        JoinReport report{path, json.at("format"), json.at("nodes"), json.at("bytes"), {}, 0};
        for (const auto& shard : json.at("shards")) {
            report.shards.push_back({shard.at("rows"), shard.at("host"), shard.at("seconds")});
        }
        return report;
    } catch (const std::exception&) {
        throw InputError(name, 0, "the record of the job is damaged");
    }
}

JoinReport join_shards(const std::string& given, const JoinOptions& options) {
    const Stopwatch watch;
    const std::string path = table_path(given);
    ShardedTable table(path, true);  // checked below: may an existing table be replaced?
    const auto nothing = [&] {
        return InputError(path, 0, format("there are no shards to join: no '{}'", table.file()));
    };
    std::error_code error;
    if (!fs::exists(table.record().path(), error)) throw nothing();
    const bool is_free = table.try_lock();
    if (!is_free && !table.record().try_lock(LockMode::shared)) {
        throw InputError(path, 0, format("another process makes or joins '{}'", table.file()));
    }
    const std::vector<std::string>& lines = table.record().lines();
    if (lines.empty()) throw nothing();
    const bool is_there = fs::exists(table.file(), error);
    // A join was killed while it removed the records, so any record may be missing.
    if (!is_there && table.is_joining() && is_free && fs::exists(path, error)) {
        JoinReport report = joined_report(path, lines.back(), table.record().path());
        table.remove_records();
        report.seconds = watch.seconds();
        return report;
    }
    if (!is_there || !fs::exists(table.layout_file(), error)) throw nothing();
    const bool overwrite = options.overwrite || table.is_joining();
    if (fs::exists(path, error) && !options.overwrite) {
        throw InputError(path, 0, "exists already; `overwrite` replaces it");
    }
    table.target().may_replace(options.overwrite);
    const JobFacts facts = facts_in(lines.front(), table.record().path());
    const ShardLayout layout = ShardLayout::parse(content_of(table.layout_file()), table.layout_file());
    const auto order = std::ranges::find(facts, "order of rows", &JobFacts::value_type::first);
    if (order == facts.end() || order->second != fingerprint(layout.rows)) {
        throw InputError(table.layout_file(), 0, "is damaged; start over with `overwrite`");
    }
    const std::vector<ShardState> states = read_shards(table, layout, facts);
    JoinReport report{path, layout.format, layout.nodes, layout.row_bytes(), {}, 0};
    for (const ShardState& state : states) report.shards.push_back({state.rows, state.host, state.seconds});
    if (!is_free) throw InputError(path, 0, format("other runs are writing '{}'", table.file()));
    name_companions(table, layout, overwrite, true);
    check_rows(table, layout, states, options.progress);
    if (!table.is_joining()) table.record().append(joined_line(report));
    if (!layout.companions.empty()) table.target().retire_old();  // a killed join leaves no mixture of old and new
    name_companions(table, layout, overwrite, false);
    table.target().commit();
    table.remove_records();
    report.seconds = watch.seconds();
    return report;
}

}  // namespace allways
