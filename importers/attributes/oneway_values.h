// SPDX-License-Identifier: Apache-2.0
// Directions of rows and lines: the words of a one-way field, and rows that lead both ways.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "allways/base/ids.h"
#include "allways/importers/read.h"

namespace allways::importers {

// Usual names of one-way fields, in lower case; the later ones also mean other things, so their values have to be
// understood.
inline constexpr std::array<std::string_view, 20> oneway_names{"oneway",
                                                               "one_way",
                                                               "one-way",
                                                               "one way",
                                                               "oneway_dir",
                                                               "is_one_way",
                                                               "is_oneway",
                                                               "isoneway",
                                                               "dir_travel",
                                                               "einbahn",
                                                               "einbahnstr",
                                                               "oneway_str",
                                                               "einbahnstrasse",
                                                               "einbahnstraße",
                                                               "sens_unique",
                                                               "sensunique",
                                                               "senso_unico",
                                                               "sentido_unico",
                                                               "direction_of_travel",
                                                               "trafficflowdirection"};
inline constexpr std::array<std::string_view, 9> doubtful_oneway_names{
    "direction",           "dir",        "directed",      "sens",      "sens_circulation",
    "sens_de_circulation", "sens_circu", "fahrtrichtung", "rijrichtng"};

class OnewayValues {
public:
    enum class Ways { along, against, both, neither };  // neither: closed, or the direction depends on the hour
    using Words = std::map<std::string, Ways, std::less<>>;
    using Counts = std::map<std::string, std::uint64_t>;  // how often each value occurs

    // `option` is "F|FT,T|TF,B,N", the words for along, against, both ways and closed, or empty for the usual words.
    // The last meaning may be left out, and a meaning may have no word. Throws InvalidArgument for other numbers of
    // meanings and for a word with two.
    explicit OnewayValues(const std::string& option);

    // Usual words come in sets that use some words differently: F and T are "along" and "against" or "false" and
    // "true". The set that knows most values is chosen; a tie between different meanings is logged as a guess. Throws
    // InputError if more than a fifth of the values that may state a direction are unknown, unless options.lenient is
    // set; fewer are logged. `field`: "layer 'roads': 'oneway'", for messages.
    void choose(const Counts& counts, const std::string& path, const std::string& field, const ReadOptions& options);
    // Returns true if the option's words, or some usual set, know all values, and no other such set reads them
    // differently.
    bool understands(const Counts& counts) const;

    // Ignores case, "1.0" is 1, and an empty value means both ways. Returns nothing for an unknown word.
    std::optional<Ways> find(std::string_view value) const;
    // The meaning of a Boolean field, whatever words the option states.
    std::optional<Ways> find(bool value) const;

private:
    void warn_of_doubt(const Counts& counts, const std::string& field, const LogCallback& to) const;

    bool given_ = false;
    Words words_;  // the option's, or a usual set and the words that mean the same in all sets
};

// Returns the number of rows that are not loops, and of those among them with a counterpart from their head to their
// tail. `ends` has two nodes per row. O(m log m).
std::pair<std::size_t, std::size_t> count_paired_rows(const std::vector<NodeIndex>& ends);

}  // namespace allways::importers
