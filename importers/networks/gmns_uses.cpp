// SPDX-License-Identifier: Apache-2.0
// allowed_uses and a mode → open or closed.
// Source: zephyr-data-specs/GMNS, tables link, lane, use_definition and use_group.
#include "networks/gmns_uses.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "base/text.h"

namespace allways::importers {

namespace {

// Names in files and options for the three modes that are always known.
constexpr std::array<std::pair<std::string_view, std::string_view>, 17> synonyms{{
    {"car", "auto"},
    {"cars", "auto"},
    {"sov", "auto"},
    {"drive", "auto"},
    {"driving", "auto"},
    {"passenger", "auto"},
    {"motor_vehicle", "auto"},
    {"vehicle", "auto"},
    {"bicycle", "bike"},
    {"bikes", "bike"},
    {"cycle", "bike"},
    {"cycling", "bike"},
    {"foot", "walk"},
    {"pedestrian", "walk"},
    {"ped", "walk"},
    {"walking", "walk"},
    {"pedestrians", "walk"},
}};
constexpr std::array<std::string_view, 3> everyone{"all", "any", "everyone"};
// Uses of the road that are not modes of travel.
constexpr std::array<std::string_view, 4> no_travel{"shoulder", "parking", "twltl", "none"};

bool is_one_of(std::span<const std::string_view> words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

std::string canonical(std::string_view word) {
    const std::string lower = lower_case(trimmed(word));
    const auto* found = std::ranges::find(synonyms, lower, [](const auto& entry) { return entry.first; });
    return found == synonyms.end() ? lower : std::string(found->second);
}

std::vector<std::string> words_in(std::string_view list) {
    std::vector<std::string> words;
    for (const std::string_view word : items_in(list, ",;|")) words.push_back(lower_case(word));
    return words;
}

bool is_there(const std::string& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
}

std::string mode_of_profile(const std::string& profile) {
    if (profile.empty()) return "";
    if (profile == "car") return "auto";
    if (profile == "bicycle") return "bike";
    if (profile == "foot") return "walk";
    throw InvalidArgument(
        format("`profile`: GMNS networks accept car, bicycle and foot, found '{}'; use `mode` for other uses in the "
               "files",
               profile));
}

std::string shown(const std::set<std::string>& uses) {
    return uses.empty() ? "all" : joined({uses.begin(), uses.end()}, " and ");
}

}  // namespace

GmnsUses::GmnsUses(const std::filesystem::path& folder, const ReadOptions& options)
    : said_mode_(options.mode.empty() ? mode_of_profile(options.profile) : options.mode) {
    mode_ = canonical(said_mode_);
    read_definitions((folder / "use_definition.csv").string());
    read_groups((folder / "use_group.csv").string());
    read_lanes((folder / "lane.csv").string());
}

void GmnsUses::read_definitions(const std::string& path) {
    if (!is_there(path)) return;
    GmnsTable table(path, {});
    const std::size_t use = table.require("use");
    while (table.next()) known_.insert(canonical(table[use]));
}

void GmnsUses::read_groups(const std::string& path) {
    if (!is_there(path)) return;
    GmnsTable table(path, {});
    const std::size_t group = table.require("use_group");
    const std::size_t uses = table.require("uses");
    while (table.next()) groups_[lower_case(table[group])] = std::string(table[uses]);
    for (const auto& [name, list] : groups_) {
        for (const auto& word : uses_in(list)) known_.insert(word);
    }
}

// A link is open to every use that one of its lanes allows.
void GmnsUses::read_lanes(const std::string& path) {
    if (!is_there(path)) return;
    GmnsTable table(path, {});
    const auto link = table.find("link_id");
    const auto allowed = table.find("allowed_uses");
    if (!link || !allowed) return;
    std::set<std::string, std::less<>> for_everyone;
    while (table.next()) {
        const Uses uses = uses_in(table[*allowed]);
        if (uses.empty()) {
            for_everyone.emplace(table[*link]);
        } else {
            of_lanes_[std::string(table[*link])].insert(uses.begin(), uses.end());
        }
    }
    std::erase_if(of_lanes_, [&](const auto& entry) { return for_everyone.contains(entry.first); });
}

void GmnsUses::add_use(const std::string& word, Uses& uses, int depth) const {
    const auto group = groups_.find(word);
    if (group == groups_.end() || depth > 8) {  // allows groups of groups, and stops at cycles
        uses.insert(canonical(word));
        return;
    }
    for (const auto& member : words_in(group->second)) add_use(member, uses, depth + 1);
}

GmnsUses::Uses GmnsUses::uses_in(std::string_view list) const {
    Uses uses;
    for (const auto& word : words_in(list)) {
        if (!groups_.contains(word) && is_one_of(everyone, word)) return {};
        add_use(word, uses, 0);
    }
    return uses;
}

void GmnsUses::find_field(const GmnsTable& links) {
    field_ = links.find("allowed_uses");
}

bool GmnsUses::is_open(const GmnsTable& links, std::string_view link_id) {
    Uses uses = field_ ? uses_in(links[*field_]) : Uses{};
    if ((!field_ || words_in(links[*field_]).empty()) && !of_lanes_.empty()) {
        if (const auto lanes = of_lanes_.find(link_id); lanes != of_lanes_.end()) uses = lanes->second;
    }
    const bool open = mode_.empty() || uses.empty() || uses.contains(mode_);
    ++links_of_[std::move(uses)];
    closed_ += !open;
    return open;
}

bool GmnsUses::allow(std::string_view list) const {
    if (mode_.empty()) return true;
    const Uses uses = uses_in(list);
    return uses.empty() || uses.contains(mode_);
}

void GmnsUses::finish(const std::string& path, const LogCallback& log_to) const {
    std::vector<std::string> found;
    Uses travelled{"auto", "bike", "walk"};
    std::uint64_t links = 0;
    for (const auto& [uses, count] : links_of_) {
        found.push_back(format("{} for {}", count, shown(uses)));
        travelled.insert(uses.begin(), uses.end());
        links += count;
    }
    travelled.insert(known_.begin(), known_.end());
    std::erase_if(travelled, [](const std::string& use) { return is_one_of(no_travel, use); });
    const std::string modes = joined({travelled.begin(), travelled.end()});
    if (!mode_.empty() && !travelled.contains(mode_)) {
        throw InvalidArgument(format("`mode`: the network has no use '{}'; it has: {}", said_mode_, modes));
    }
    if (mode_.empty()) {
        if (links_of_.size() < 2) return;
        return guess(log_to, Guess::mode,
                     format("{}: links are open to different uses ({}), and all are read; modes are {}", path,
                            joined(found), modes));
    }
    if (links > 0 && closed_ == links) {
        throw InputError(path, 0, format("no link is open to the mode '{}': {}", said_mode_, joined(found)));
    }
    if (closed_ == 0) return;
    log(log_to, LogLevel::info,
        format("{}: {} of {} links are closed to the mode '{}' and left out ({})", path, closed_, links, said_mode_,
               joined(found)));
}

std::optional<std::int64_t> GmnsUses::own_speed() const {
    if (mode_ == "walk") return 5;
    if (mode_ == "bike") return 16;
    return std::nullopt;
}

}  // namespace allways::importers
