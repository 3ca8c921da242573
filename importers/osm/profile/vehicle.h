// SPDX-License-Identifier: Apache-2.0
// The size of a vehicle, and the limits of ways and nodes that apply to it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "osm/profile/profile_rules.h"

namespace allways::importers::osm {

// Changes the sizes that the text names: "height=3.8,weight=18,hazmat=yes"; metres and tonnes. Throws InvalidArgument
// for an unknown name, for a size that is not a number above 0, and for a value of hazmat other than yes and no.
void set_sizes(VehicleSize& vehicle, std::string_view text);

// Reads maxheight, maxwidth, maxlength, maxweight, maxweightrating, maxaxleload and their forms for a direction and for
// the access keys ("maxweight:hgv", of which the most specific one decides); width, est_width, narrow, hazmat. Limits
// on a size that the vehicle does not state do not apply.
class SizeLimits {
public:
    SizeLimits() = default;
    SizeLimits(const VehicleSize& vehicle, const std::vector<DirectedKey>& access_keys);

    // Return true if the vehicle is too large, too heavy, or carries forbidden goods. Limits that are not understood
    // count as absent.
    bool close_way(const Tags& way, Heading heading) const;
    bool close_node(const Tags& node) const;

    // Returns the keys that are read, in no particular order: those of ways, or of nodes.
    std::vector<DirectedKey> keys(bool of_nodes) const;
    // Returns true if the value has a meaning; nothing for other keys.
    std::optional<bool> understands(std::string_view key, std::string_view value) const;

private:
    enum class Kind : std::uint8_t { height, width, length, weight };
    struct Limit {
        Kind kind = Kind::height;  // determines how the value is read
        double size = 0;           // size of the vehicle
        bool is_physical = false;  // the vehicle needs more room than its size
        bool on_nodes = true;
        std::vector<DirectedKey> keys;  // from the general to the specific
    };
    void add(Kind kind, const std::optional<double>& size, std::string_view key, const std::vector<DirectedKey>& modes,
             bool is_physical = false, bool on_nodes = true);
    static std::optional<bool> closes(const Limit& limit, std::string_view text);
    static bool closes(const Limit& limit, const Tags& tags, Heading heading);
    static bool may_have_limits(const Tags& tags);

    std::vector<Limit> limits_;
    std::optional<double> width_m_;
    bool hazmat_ = false;
};

}  // namespace allways::importers::osm
