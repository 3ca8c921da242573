#include "export/partial_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/json.h"

namespace allways::tools {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void fail_to_write(const std::string& name) {
    throw InputError(name, 0, format("cannot be written: {}", std::generic_category().message(errno)));
}

std::string json_line(const JobFacts& facts) {
    nlohmann::ordered_json json;
    for (const auto& [name, text] : facts) json[name] = text;
    return json_text(json);
}

// Returns complete lines only: a killed run may have left part of one.
std::vector<std::string> complete_lines(const std::string& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line) && !file.eof();) lines.push_back(std::move(line));
    return lines;
}

// The differing facts, as "cost is 'length' there and 'time' here"; empty if there are none.
std::string difference(const std::string& recorded, const JobFacts& facts) {
    const auto json = nlohmann::ordered_json::parse(recorded, nullptr, false);
    if (!json.is_object()) return "its record is damaged";
    std::string text;
    for (const auto& [name, here] : facts) {
        const auto found = json.find(name);
        const std::string there = found != json.end() && found->is_string() ? found->get<std::string>() : "nothing";
        if (there == here) continue;
        text += format("{}{} is '{}' there and '{}' here", text.empty() ? "" : ", ", name, there, here);
    }
    return text;
}

}  // namespace

PartialFile::PartialFile(const std::string& path, bool overwrite, Start start, const JobFacts& facts)
    : file_(path, overwrite, true), facts_line_(json_line(facts)) {
    record_ = ::open(record_path().c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (record_ < 0) fail_to_write(record_path());
    try {
        if (::flock(record_, LOCK_EX | LOCK_NB) != 0) {
            throw InputError(path, 0, format("another run is writing '{}'", file()));
        }
        read_record(facts, overwrite, start);
    } catch (...) {
        ::close(record_);
        throw;
    }
}

PartialFile::~PartialFile() {
    std::error_code ignored;
    if (!has_checkpoint_) {  // nothing to resume
        fs::remove(file(), ignored);
        fs::remove(record_path(), ignored);
    }
    ::close(record_);
}

void PartialFile::read_record(const JobFacts& facts, bool overwrite, Start start) {
    const std::vector<std::string> lines = complete_lines(record_path());
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
    // Appends after the complete lines.
    std::size_t size = 0;
    if (has_begun_) {
        for (const std::string& line : lines) size += line.size() + 1;
    }
    if (::ftruncate(record_, static_cast<off_t>(size)) != 0) fail_to_write(record_path());
}

void PartialFile::begin() {
    reserve_disk();
    has_begun_ = true;
}

void PartialFile::checkpoint(std::size_t rows) {
    sync_file();
    if (!has_checkpoint_) append(facts_line_);
    has_checkpoint_ = true;
    append(std::to_string(rows));
}

void PartialFile::commit() {
    file_.commit();
    has_checkpoint_ = false;  // the destructor removes the record
}

void PartialFile::append(const std::string& line) {
    const std::string text = line + '\n';
    const ssize_t written = ::write(record_, text.data(), text.size());
    if (written != static_cast<ssize_t>(text.size()) || ::fdatasync(record_) != 0) fail_to_write(record_path());
}

// Fails now rather than at the end if the disk is too small. File systems that cannot reserve are skipped.
void PartialFile::reserve_disk() const {
#ifdef __linux__
    const int descriptor = ::open(file().c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) fail_to_write(file());
    const auto size = static_cast<off_t>(fs::file_size(file()));
    const bool full = size > 0 && ::fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, size) != 0 && errno == ENOSPC;
    ::close(descriptor);
    if (full) {
        errno = ENOSPC;
        fail_to_write(file_.path());
    }
#endif
}

// Any descriptor will do: all of them share the file's pages.
void PartialFile::sync_file() const {
    const int descriptor = ::open(file().c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) fail_to_write(file());
    const bool synced = ::fdatasync(descriptor) == 0;
    const int why = errno;
    ::close(descriptor);
    errno = why;
    if (!synced) fail_to_write(file());
}

}  // namespace allways::tools
