// What `allways diff` found, as text and JSON.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "allways/query/table_difference.h"

namespace allways::command {

struct DifferenceReport {
    // The two files with what they hold; borrowed.
    struct Side {
        std::string file;
        const ComparedTable& table;
        std::vector<std::string> skims;  // that only this side has
        StrayHops stray_hops = {};
    };
    Side a;
    Side b;
    CommonIds rows;
    CommonIds columns;
    bool square = false;       // rows and columns are the same nodes, in both
    bool common_only = false;  // ids that only one side has are no difference
    bool by_position = false;  // rows and columns are matched by their places, whatever their ids
    std::vector<FieldDifference> fields;

    bool same() const;
    // No row or no column of one is one of the other: there is nothing to compare.
    bool nothing_in_common() const;
};

std::string to_text(const DifferenceReport& report);
nlohmann::ordered_json to_json(const DifferenceReport& report);

}  // namespace allways::command
