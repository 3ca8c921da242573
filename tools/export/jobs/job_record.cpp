// SPDX-License-Identifier: Apache-2.0
#include "export/jobs/job_record.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <ranges>
#include <string_view>
#include <system_error>
#include <type_traits>

#include <nlohmann/json.hpp>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/export/json.h"
#include "export/files/atomic_file.h"
#include "export/formats/laid_out_rows.h"

namespace allways::tools {

// ---- fingerprints

namespace {

class Hash {
public:
    // Adds the length too, so that adjacent texts cannot be confused.
    void add(std::string_view bytes) {
        add_number(bytes.size());
        for (const char c : bytes) hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    }
    template <std::ranges::contiguous_range Values>
    requires(!std::is_convertible_v<Values, std::string_view>) void add(const Values& values) {
        using T = std::ranges::range_value_t<Values>;
        static_assert(std::has_unique_object_representations_v<T> || std::is_floating_point_v<T> ||
                      std::is_same_v<T, Coordinate>);
        add(std::string_view(reinterpret_cast<const char*>(std::ranges::data(values)),
                             std::ranges::size(values) * sizeof(T)));
    }
    void add_number(std::uint64_t value) {
        for (int byte = 0; byte < 8; ++byte) hash_ = (hash_ ^ (value >> 8 * byte & 0xff)) * 0x100000001b3u;
    }
    void add(const IdTable& ids) {
        if (ids.is_numeric()) return add(ids.numbers());
        for (const std::string& text : ids.texts()) add(text);
    }
    std::string text() const { return format("{:016x}", hash_); }

private:
    std::uint64_t hash_ = 0xcbf29ce484222325u;
};

}  // namespace

std::string fingerprint(const RoadNetwork& network) {
    Hash hash;
    hash.add(network.node_ids);
    hash.add(network.coordinates);
    hash.add(network.no_through);
    hash.add(network.tail);
    hash.add(network.head);
    hash.add(network.arc_ids);
    hash.add(network.reversed);
    for (const ArcColumn& column : network.columns) {
        hash.add(column.name);
        hash.add(column.unit);
        for (const Decimal& value : column.values) {
            hash.add_number(static_cast<std::uint64_t>(value.digits()));
            hash.add_number(static_cast<std::uint64_t>(value.scale()));
        }
    }
    for (const TextColumn& column : network.texts) {
        hash.add(column.name());
        for (const std::string& text : column.texts()) hash.add(text);
        hash.add(column.indexes());
    }
    if (!network.shapes.empty()) {
        hash.add(network.shapes.first_points());
        hash.add(network.shapes.all_points());
        hash.add(network.shapes.shapes_of_arcs());
        hash.add(network.shapes.backward_of_arcs());
    }
    const TurnRules& turns = network.turns;
    for (std::size_t i = 0; i < turns.size(); ++i) {
        hash.add_number(static_cast<std::uint64_t>(turns.kinds[i]));
        hash.add_number(turns.first_arc[i + 1]);
    }
    hash.add(turns.arcs);
    for (const TurnRules::Cost& price : turns.costs) {
        for (const std::uint64_t part :
             {std::uint64_t{price.from}, std::uint64_t{price.to}, static_cast<std::uint64_t>(price.seconds.digits()),
              static_cast<std::uint64_t>(price.seconds.scale())}) {
            hash.add_number(part);
        }
    }
    hash.add(turns.destination_only);
    hash.add(turns.may_turn_round);
    hash.add(network.provenance.crs);
    return hash.text();
}

std::string fingerprint(std::span<const NodeIndex> rows) {
    Hash hash;
    hash.add(std::string_view(reinterpret_cast<const char*>(rows.data()), rows.size_bytes()));
    return hash.text();
}

// ---- records

namespace {

[[noreturn]] void fail_to_record(const std::string& path) {
    throw InputError(path, 0, format("cannot be written: {}", std::generic_category().message(errno)));
}

std::vector<std::string> complete_lines(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
        lines.push_back(text.substr(begin, end - begin));
    }
    return lines;
}

// Returns false if the file was removed or replaced since it was opened.
bool is_still_at(int descriptor, const std::string& path) {
    struct stat opened {};
    struct stat there {};
    return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &there) == 0 && opened.st_dev == there.st_dev &&
           opened.st_ino == there.st_ino;
}

}  // namespace

std::string facts_line(const JobFacts& facts) {
    nlohmann::ordered_json json;
    for (const auto& [name, text] : facts) json[name] = text;
    return json_text(json);
}

JobFacts facts_in(const std::string& line, const std::string& name) {
    const auto json = nlohmann::ordered_json::parse(line, nullptr, false);
    if (!json.is_object()) throw InputError(name, 0, "the record of the job is damaged");
    JobFacts facts;
    for (const auto& [key, value] : json.items()) {
        if (!value.is_string()) throw InputError(name, 0, "the record of the job is damaged");
        facts.emplace_back(key, value.get<std::string>());
    }
    return facts;
}

std::string difference(const std::string& recorded, const JobFacts& facts) {
    const auto json = nlohmann::ordered_json::parse(recorded, nullptr, false);
    if (!json.is_object()) return "its record is damaged";
    std::string text;
    const auto add = [&](const std::string& name, const std::string& there, const std::string& here) {
        if (there == here) return;
        text += format("{}{} is '{}' there and '{}' here", text.empty() ? "" : ", ", name, there, here);
    };
    for (const auto& [name, here] : facts) {
        const auto found = json.find(name);
        add(name, found != json.end() && found->is_string() ? found->get<std::string>() : "nothing", here);
    }
    for (const auto& [name, there] : json.items()) {
        if (std::ranges::find(facts, name, &JobFacts::value_type::first) != facts.end()) continue;
        add(name, there.is_string() ? there.get<std::string>() : "something", "nothing");
    }
    return text;
}

JobRecord::~JobRecord() {
    unlock();
}

void JobRecord::unlock() {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = -1;
}

bool JobRecord::try_lock(LockMode mode) {
    for (;;) {
        refuse_link(path_, path_);
        if (descriptor_ < 0) descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
        if (descriptor_ < 0) fail_to_record(path_);
        if (!tools::try_lock(descriptor_, mode, path_.c_str())) return false;
        if (is_still_at(descriptor_, path_)) break;
        unlock();  // the previous job ended in the meantime
    }
    read_lines();
    return true;
}

void JobRecord::read_lines() {
    std::string text;
    char piece[4096];
    for (;;) {
        const ssize_t count = ::pread(descriptor_, piece, sizeof piece, static_cast<off_t>(text.size()));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail_to_record(path_);
        if (count == 0) break;
        text.append(piece, static_cast<std::size_t>(count));
    }
    lines_ = complete_lines(text);
    size_ = text.rfind('\n') + 1;  // npos + 1 is 0
}

void JobRecord::append(const std::string& line) {
    const std::string text = line + '\n';
    if (::ftruncate(descriptor_, static_cast<off_t>(size_)) != 0) fail_to_record(path_);
    const ssize_t written = ::pwrite(descriptor_, text.data(), text.size(), static_cast<off_t>(size_));
    if (written != static_cast<ssize_t>(text.size()) || ::fdatasync(descriptor_) != 0) fail_to_record(path_);
    size_ += text.size();
    lines_.push_back(line);
}

void JobRecord::clear() {
    if (::ftruncate(descriptor_, 0) != 0 || ::fdatasync(descriptor_) != 0) fail_to_record(path_);
    size_ = 0;
    lines_.clear();
}

void JobRecord::remove() {
    if (::unlink(path_.c_str()) != 0 && errno != ENOENT) fail_to_record(path_);
    unlock();
}

std::vector<std::string> recorded_lines(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return complete_lines({std::istreambuf_iterator<char>(file), {}});
}

// ---- a file that may take several runs to write, with a record of its progress

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
