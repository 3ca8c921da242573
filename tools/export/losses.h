// What a network loses in a format: the one place where what formats keep is compared with what a network has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "allways/export/export.h"

namespace allways::tools {

struct Losses {
    std::vector<std::string> of_distances;  // without them paths are others: "2 no-through nodes"
    std::vector<std::string> others;        // "coordinates", "the texts name, ref"
    std::vector<std::string> remarks;       // whole sentences
};

Losses losses_of(const RoadNetwork& network, const OutputFormat& format, const std::string& path,
                 const ExportOptions& options);

// Throws InvalidArgument where distances would change and options.lossy does not allow it.
void refuse_losses(const RoadNetwork& network, const OutputFormat& format, const std::string& path,
                   const ExportOptions& options);
// The rest, through the log.
void tell_losses(const RoadNetwork& network, const OutputFormat& format, const std::string& path,
                 const ExportOptions& options);

// Whether every node has coordinates and they can be longitudes and latitudes.
bool are_degrees(const RoadNetwork& network);

// The names that the network's fields have in a format: their own, or with a number ("from_2") where another field has
// it, in any case, or the format means something else by it.
struct FieldNames {
    std::vector<std::string> columns;
    std::vector<std::string> texts;
};
FieldNames field_names(const RoadNetwork& network, bool (*is_reserved)(std::string_view name, bool text));

}  // namespace allways::tools
