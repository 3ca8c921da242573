// What the words of a one-way field mean.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allways {

class OnewayValues {
public:
    enum class Ways { along, against, both, neither };  // neither: its direction changes with the hour

    // "F|FT,T|TF,B": the words for along, against and both ways, or empty for the usual ones. A meaning may have no
    // word. Throws InvalidArgument where these are not three meanings, or a word has two.
    explicit OnewayValues(const std::string& option);

    // In any case; nothing for an unknown word. An empty value is both ways.
    std::optional<Ways> find(std::string_view value) const;
    // Of a Boolean field, whichever word the option has for it.
    std::optional<Ways> find(bool value) const;
    std::string known() const;  // for messages
    bool given() const { return given_; }

private:
    bool given_ = false;
    std::array<std::vector<std::string>, 3> words_;  // along, against, both; in lower case
};

}  // namespace allways
