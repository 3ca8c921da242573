// SPDX-License-Identifier: Apache-2.0
#include "vector/oneway_reader.h"

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "attributes/import_report.h"
#include "base/text.h"

namespace allways::importers {

OnewayValues::Ways OnewayReader::take_feature() {
    using enum OnewayValues::Ways;
    if (!fields_.oneway) return both;
    const std::string value = layer_.text(*fields_.oneway);
    const std::string word = lower_case(trimmed(value));
    if (word.empty()) return both;
    ++stated_;
    letters_ += word == "t" || word == "f";
    const bool boolean = layer_.fields()[*fields_.oneway].boolean;
    const auto ways = boolean ? values_.find(word == "true") : values_.find(word);
    if (ways) return *ways;
    if (unknown_++ == 0) {
        first_unknown_ = value;
        first_unknown_feature_ = layer_.feature_id();
    }
    return both;
}

void OnewayReader::finish() const {
    if (!fields_.oneway) return;
    warn_of_letters();
    if (unknown_ == 0) return;
    const std::string what =
        format("layer '{}', feature {}: the one-way field '{}' has the unknown value '{}'", layer_.name(),
               first_unknown_feature_, layer_.fields()[*fields_.oneway].name, shortened(first_unknown_));
    if (!options_.lenient && is_much(unknown_, stated_)) {
        throw InputError(
            layer_.path(), 0,
            format("{}, and {} of {} values are unknown; known values: {}. Set `oneway_values` \"F|FT,T|TF,B\" "
                   "(along, against, both ways), or use `lenient` to open these lines both ways",
                   what, unknown_, stated_, values_.known()));
    }
    log(options_.log, LogLevel::warning,
        format("{}; {} of {} values are unknown, and these lines are open both ways; set `oneway_values` to define "
               "them",
               what, unknown_, stated_));
}

// T and F may be initials of from, to and both, or of true and false. If all three letters occur, the meaning is
// certain.
void OnewayReader::warn_of_letters() const {
    if (values_.given() || letters_ == 0 || letters_ < stated_ || layer_.fields()[*fields_.oneway].boolean) return;
    log(options_.log, LogLevel::warning,
        format("layer '{}': '{}' contains T and F but no B: T is read as against the line and F as along. If they mean "
               "true and false, set `oneway_values` \"T,,F\"",
               layer_.name(), layer_.fields()[*fields_.oneway].name));
}

}  // namespace allways::importers
