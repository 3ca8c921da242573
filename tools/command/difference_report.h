// SPDX-License-Identifier: Apache-2.0
// The result of `allways diff`, as text, as JSON and as a table.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "allways/query/table_difference.h"
#include "command/console.h"
#include "command/output.h"

namespace allways::command {

struct DifferenceReport {
    // One of the two files and its contents; borrowed.
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
    bool square = false;       // in both, rows and columns are the same nodes
    bool common_only = false;  // ids of one side only are not counted as a difference
    bool by_position = false;  // matches rows and columns by position, whatever their ids
    std::string weights = {};  // the file of weights; empty: none
    std::vector<FieldDifference> fields;

    bool same() const;
    // Returns true if the two share no row or no column, so that nothing can be compared.
    bool nothing_in_common() const;
};

std::string to_text(const DifferenceReport& report);
nlohmann::ordered_json to_json(const DifferenceReport& report);

// Writes B − A as a table.
void write_differences(const DifferenceReport& report, const OutputArguments& output, Console& console);

}  // namespace allways::command
