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

[[noreturn]] void fail(const std::string& name) {
    throw InputError(name, 0, format("cannot be written: {}", std::generic_category().message(errno)));
}

std::string json_line(const JobFacts& facts) {
    nlohmann::ordered_json json;
    for (const auto& [name, text] : facts) json[name] = text;
    return json_text(json);
}

// Complete lines: a run that was killed may have left a piece of one.
std::vector<std::string> complete_lines(const std::string& path) {
    std::ifstream file(path);
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line) && !file.eof();) lines.push_back(std::move(line));
    return lines;
}

// What differs, as "cost is 'length' there and 'time' here"; empty: nothing.
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
    if (record_ < 0) fail(record_path());
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
    if (!has_begun_) {  // nothing to go on with
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
        throw InputError(file_.path(), 0,
                         format("'{}' is left of a run that did not end; `resume` goes on with it, `overwrite` begins "
                                "anew",
                                file()));
    }
    if (is_there && start == Start::resume) {
        const std::string other = difference(lines.front(), facts);
        if (!other.empty()) {
            throw InputError(file_.path(), 0,
                             format("'{}' was begun otherwise: {}; `resume` takes the same arguments, `overwrite` "
                                    "without it begins anew",
                                    file(), other));
        }
        has_begun_ = true;
        const std::string& last = lines.back();
        if (lines.size() > 1) std::from_chars(last.data(), last.data() + last.size(), finished_rows_);
    }
    // Lines go after the complete ones.
    std::size_t size = 0;
    if (has_begun_) {
        for (const std::string& line : lines) size += line.size() + 1;
    }
    if (::ftruncate(record_, static_cast<off_t>(size)) != 0) fail(record_path());
}

void PartialFile::begin() {
    reserve_disk();
    sync_file();
    append(facts_line_);
    has_begun_ = true;
}

void PartialFile::finish_rows(std::size_t rows) {
    sync_file();
    append(std::to_string(rows));
    finished_rows_ = rows;
}

void PartialFile::commit() {
    file_.commit();
    has_begun_ = false;
}

void PartialFile::append(const std::string& line) {
    const std::string text = line + '\n';
    const ssize_t written = ::write(record_, text.data(), text.size());
    if (written != static_cast<ssize_t>(text.size()) || ::fdatasync(record_) != 0) fail(record_path());
}

// A disk that would be full at the end is full now. File systems that cannot reserve are as they are.
void PartialFile::reserve_disk() const {
#ifdef __linux__
    const int descriptor = ::open(file().c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) fail(file());
    const auto size = static_cast<off_t>(fs::file_size(file()));
    const bool full = size > 0 && ::fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, size) != 0 && errno == ENOSPC;
    ::close(descriptor);
    if (full) {
        errno = ENOSPC;
        fail(file_.path());
    }
#endif
}

// Whichever descriptor wrote them, the file's pages are one.
void PartialFile::sync_file() const {
    const int descriptor = ::open(file().c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor < 0) fail(file());
    const bool synced = ::fdatasync(descriptor) == 0;
    const int why = errno;
    ::close(descriptor);
    errno = why;
    if (!synced) fail(file());
}

}  // namespace allways::tools
