// SPDX-License-Identifier: Apache-2.0
#include "export/jobs/partial_file.h"

#include <filesystem>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/json.h"
#include "export/files/atomic_file.h"
#include "export/formats/laid_out_rows.h"

namespace allways::tools {

namespace fs = std::filesystem;

std::string PartialState::line() const {
    return json_text(nlohmann::ordered_json{{"rows", rows},
                                            {"checksum", checksum_text(checksum)},
                                            {"frame_checksum", checksum_text(frame_checksum)},
                                            {"bytes", bytes}});
}

PartialState PartialState::parse(const std::string& line, const std::string& name) {
    try {
        const auto json = nlohmann::ordered_json::parse(line);
        PartialState state;
        json.at("rows").get_to(state.rows);
        state.checksum = std::stoull(json.at("checksum").get<std::string>(), nullptr, 16);
        state.frame_checksum = std::stoull(json.at("frame_checksum").get<std::string>(), nullptr, 16);
        json.at("bytes").get_to(state.bytes);
        return state;
    } catch (const std::exception&) {
        throw InputError(name, 0, "the record of the job is damaged; start over with `overwrite`");
    }
}

PartialFile::PartialFile(const std::string& path, bool overwrite, Start start, const JobFacts& facts)
    : file_(path, overwrite, true), facts_line_(facts_line(facts)), record_(file() + ".job") {
    if (!record_.try_lock(LockMode::exclusive)) {
        throw InputError(path, 0, format("another run is writing '{}'", file()));
    }
    read_record(facts, overwrite, start);
}

PartialFile::~PartialFile() {
    if (has_checkpoint_) return;  // there is something to resume
    std::error_code ignored;
    fs::remove(file(), ignored);
    fs::remove(record_.path(), ignored);
}

void PartialFile::read_record(const JobFacts& facts, bool overwrite, Start start) {
    const std::vector<std::string>& lines = record_.lines();
    std::error_code error;
    const bool is_there = !lines.empty() && fs::exists(file(), error);
    if (is_there && start == Start::fresh && !overwrite) {
        throw InputError(
            file_.path(), 0,
            format("'{}' remains from an unfinished run; `resume` continues it, `overwrite` starts over", file()));
    }
    if (is_there && start == Start::resume) {
        const std::string other = difference(lines.front(), facts);
        if (!other.empty()) {
            throw InputError(file_.path(), 0,
                             format("'{}' belongs to a run with other arguments: {}; repeat those with `resume`, or "
                                    "start over with `overwrite` instead",
                                    file(), other));
        }
        has_begun_ = has_checkpoint_ = true;
        if (lines.size() > 1) state_ = PartialState::parse(lines.back(), record_.path());
        finished_rows_ = state_.rows;
    }
    if (has_begun_) return;
    record_.clear();
    fs::remove(file(), error);  // left by a run that was killed before its first checkpoint
}

void PartialFile::begin() {
    reserve_disk(file(), file_.path());
    state_ = {};
    has_begun_ = true;
}

InputError PartialFile::damaged(const std::string& what) const {
    return {file_.path(), 0, format("'{}' cannot be resumed: {}; start over with `overwrite` instead", file(), what)};
}

void PartialFile::require_size() const {
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(file(), error);
    if (error) throw damaged(error.message());
    if (bytes != state_.bytes) throw damaged(format("it has {} bytes, not the {} it had", bytes, state_.bytes));
}

void PartialFile::checkpoint(std::size_t rows) {
    sync_file(file());
    state_.rows = rows;
    state_.bytes = fs::file_size(file());
    if (!has_checkpoint_) record_.append(facts_line_);
    has_checkpoint_ = true;
    record_.append(state_.line());
}

void PartialFile::commit() {
    file_.commit();
    has_checkpoint_ = false;  // the destructor removes the record
}

}  // namespace allways::tools
