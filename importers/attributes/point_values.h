// SPDX-License-Identifier: Apache-2.0
// Further values of points and of nodes, which PointOptions names by their columns.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "allways/importers/points.h"

namespace allways::importers {

class PointValueColumns {
public:
    // Finds number_fields and text_field by name among the columns or fields that a file has. Throws InvalidArgument
    // for an unknown name.
    PointValueColumns(const PointOptions& options, const std::vector<std::string>& known, const std::string& path);

    // Adds a point's values, in the order of PointSet::numbers. `text_of` gives a column's text, `fail` throws for what
    // is no number. `commas`: the decimal sign may be a comma.
    void add(const std::function<std::string(std::size_t)>& text_of, bool commas,
             const std::function<void(const std::string&)>& fail, std::vector<std::vector<double>>& numbers,
             std::vector<std::string>& texts) const;

private:
    std::vector<std::string> names_;    // of the numbers
    std::vector<std::size_t> numbers_;  // columns
    std::optional<std::size_t> text_;
    bool may_miss_ = false;  // a number
};

}  // namespace allways::importers
