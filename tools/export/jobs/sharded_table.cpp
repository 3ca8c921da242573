// SPDX-License-Identifier: Apache-2.0
#include "export/jobs/sharded_table.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/json.h"
#include "export/files/disk_space.h"
#include "export/files/row_checksum.h"

namespace allways::tools {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds between_tries{100};
constexpr int most_tries_of_overwriting = 20;  // other processes may lock it briefly, just to read

std::string host_name() {
    char name[256] = "";
    ::gethostname(name, sizeof name - 1);
    return name;
}

}  // namespace

ShardedTable::ShardedTable(const std::string& path, bool overwrite)
    : file_(path, overwrite, true), overwrite_(overwrite), record_(file() + ".job") {}

bool ShardedTable::is_open(const JobFacts& facts) const {
    std::error_code error;
    const bool is_there = !record_.lines().empty() && fs::exists(file(), error);
    if (!is_there) return false;
    const std::string other = difference(record_.lines().front(), facts);
    if (other.empty()) return fs::exists(layout_file(), error);
    if (overwrite_) return false;
    throw InputError(path(), 0,
                     format("'{}' belongs to a job with other arguments: {}; repeat those, choose another output, or "
                            "start over with `overwrite`",
                            file(), other));
}

void ShardedTable::open(const JobFacts& facts, const std::function<void()>& lay_out, const ProgressCallback& progress) {
    for (int tries = 0;; ++tries) {
        const bool may_look = record_.try_lock(LockMode::shared);
        if (may_look && is_open(facts)) return;
        record_.unlock();
        if (record_.try_lock(LockMode::exclusive)) break;
        if (may_look && tries >= most_tries_of_overwriting) {
            throw InputError(path(), 0, format("other runs are writing '{}'", file()));
        }
        report(progress, "wait", 0, 0);
        std::this_thread::sleep_for(between_tries);
    }
    if (!is_open(facts)) {
        record_.clear();
        for (const std::string& shard : shard_files()) fs::remove(shard);
        fs::remove_all(companion_folder());
        fs::remove(file());
        fs::remove(layout_file());
        try {
            lay_out();
            for (const std::string& made : {file(), layout_file()}) sync_file(made);
            record_.append(facts_line(facts));
        } catch (...) {  // for example a full disk
            std::error_code ignored;
            fs::remove(file(), ignored);
            remove_records();
            throw;
        }
    }
    record_.try_lock(LockMode::shared);
}

std::string ShardedTable::shard_file(std::size_t number, std::size_t count) const {
    return format("{}.shard-{}-of-{}.job", file(), number, count);
}

std::vector<std::string> ShardedTable::shard_files() const {
    const fs::path folder = fs::absolute(file()).parent_path();
    const std::string start = fs::path(file()).filename().string() + ".shard-";
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(start) && name.ends_with(".job")) {
            files.push_back((fs::path(file()).parent_path() / name).string());
        }
    }
    std::ranges::sort(files);
    return files;
}

void ShardedTable::remove_records() {
    for (const std::string& shard : shard_files()) fs::remove(shard);
    fs::remove_all(companion_folder());
    fs::remove(layout_file());
    record_.remove();
}

std::string ShardState::line() const {
    nlohmann::ordered_json json = {{"rows", rows}, {"checksum", RowChecksum::text(checksum)}, {"seconds", seconds}};
    if (is_finished) json["host"] = host;
    return json_text(json);
}

ShardState ShardState::parse(const std::string& line, const std::string& name) {
    try {
        const auto json = nlohmann::ordered_json::parse(line);
        ShardState state;
        json.at("rows").get_to(state.rows);
        state.checksum = std::stoull(json.at("checksum").get<std::string>(), nullptr, 16);
        json.at("seconds").get_to(state.seconds);
        state.is_finished = json.contains("host");
        if (state.is_finished) json.at("host").get_to(state.host);
        return state;
    } catch (const std::exception&) {
        throw InputError(name, 0, "the record of the shard is damaged");
    }
}

JobFacts shard_facts(JobFacts of_job, const Shard& shard, const ShardLayout& layout) {
    of_job.emplace_back("shard", std::to_string(shard.number));
    of_job.emplace_back("first row", std::to_string(layout.bounds[shard.number - 1]));
    of_job.emplace_back("end of rows", std::to_string(layout.bounds[shard.number]));
    return of_job;
}

ShardRecord::ShardRecord(const ShardedTable& table, const Shard& shard, const JobFacts& facts, bool resume,
                         bool overwrite)
    : file_(table.file()), facts_line_(facts_line(facts)), record_(table.shard_file(shard.number, shard.count)) {
    const auto refuse = [&](const std::string& why) {
        throw InputError(table.path(), 0, format("shard {} of {} {}", shard.number, shard.count, why));
    };
    if (!record_.try_lock(LockMode::exclusive)) refuse("is being computed by another process");
    const std::vector<std::string>& lines = record_.lines();
    if (lines.size() < 2 || overwrite) {
        record_.clear();
        return;
    }
    const std::string other = difference(lines.front(), facts);
    if (!other.empty()) refuse(format("has a record of another job: {}; start over with `overwrite`", other));
    state_ = ShardState::parse(lines.back(), record_.path());
    if (!state_.is_finished && !resume) {
        refuse("remains from an unfinished run; `resume` continues it, `overwrite` starts over");
    }
    saved_rows_ = state_.rows;
    has_checkpoint_ = true;
}

ShardRecord::~ShardRecord() {
    std::error_code ignored;
    if (!has_checkpoint_) fs::remove(record_.path(), ignored);
}

void ShardRecord::checkpoint(std::size_t rows) {
    sync_file(file_);
    if (!has_checkpoint_) record_.append(facts_line_);
    has_checkpoint_ = true;
    state_.rows = rows;
    ShardState state = state_;
    state.seconds += watch_.seconds();
    record_.append(state.line());
}

void ShardRecord::finish(std::size_t rows) {
    state_.is_finished = true;
    state_.host = host_name();
    checkpoint(rows);
}

}  // namespace allways::tools
