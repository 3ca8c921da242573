// SPDX-License-Identifier: Apache-2.0
#include "command/point_options.h"

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/importers/point_options.h"
#include "command/option_flags.h"
#include "command/option_rows.h"

namespace allways::command {

namespace {

// Throws if an option is given, other than those of files of pairs.
void refuse_given(const PointOptions& options, std::initializer_list<std::string_view> of_pairs, const char* reason) {
    for (const PointOptionRow& row : point_options()) {
        if (!row.is_given(options) || std::ranges::find(of_pairs, std::string_view(row.name)) != of_pairs.end())
            continue;
        throw InvalidArgument(
            format("{} applies only to files of points, but {}", flag_of("points." + row.name), reason));
    }
}

}  // namespace

void add_point_options(CLI::App& app, PointOptions& options) {
    add_options(app, point_options(), options, "Positions");
}

void check_point_options(const PointOptions& options, bool any_file_of_points) {
    if (!any_file_of_points) refuse_given(options, {}, "none is given");
}

void check_pair_options(const PointOptions& options) {
    refuse_given(options, {"x_field", "y_field", "crs"}, "--pairs comes without any");
}

}  // namespace allways::command
