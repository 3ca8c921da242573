#include "export/partial_file.h"

#include <charconv>
#include <filesystem>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "export/disk_space.h"

namespace allways::tools {

namespace fs = std::filesystem;

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
        const std::string& last = lines.back();
        if (lines.size() > 1) std::from_chars(last.data(), last.data() + last.size(), finished_rows_);
    }
    if (!has_begun_) record_.clear();
}

void PartialFile::begin() {
    reserve_disk(file(), file_.path());
    has_begun_ = true;
}

void PartialFile::checkpoint(std::size_t rows) {
    sync_file(file());
    if (!has_checkpoint_) record_.append(facts_line_);
    has_checkpoint_ = true;
    record_.append(std::to_string(rows));
}

void PartialFile::commit() {
    file_.commit();
    has_checkpoint_ = false;  // the destructor removes the record
}

}  // namespace allways::tools
