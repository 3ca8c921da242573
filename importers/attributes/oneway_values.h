// SPDX-License-Identifier: Apache-2.0
// Meanings of the words in a one-way field.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allways::importers {

class OnewayValues {
public:
    enum class Ways { along, against, both, neither };  // neither: the direction depends on the hour

    // `option` is "F|FT,T|TF,B", the words for along, against and both ways, or empty for the usual words. A meaning
    // may have no word. Throws InvalidArgument unless there are three meanings and each word has exactly one.
    explicit OnewayValues(const std::string& option);

    // Ignores case. Returns nothing for an unknown word; an empty value means both ways.
    std::optional<Ways> find(std::string_view value) const;
    // The meaning of a Boolean field, whatever words the option states.
    std::optional<Ways> find(bool value) const;
    std::string known() const;  // for messages
    bool given() const { return given_; }

private:
    bool given_ = false;
    std::array<std::vector<std::string>, 3> words_;  // along, against, both; in lower case
};

}  // namespace allways::importers
