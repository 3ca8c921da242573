// SPDX-License-Identifier: Apache-2.0
// The one-way field of a layer, feature by feature.
#pragma once

#include <cstdint>
#include <string>

#include "allways/importers/read.h"
#include "attributes/oneway_values.h"
#include "libraries/vector_layer.h"
#include "vector/vector_fields.h"

namespace allways::importers {

class OnewayReader {
public:
    // Borrows all arguments. Throws InvalidArgument for invalid options.oneway_values.
    OnewayReader(const VectorLayer& layer, const VectorFields& fields, const ReadOptions& options)
        : layer_(layer), fields_(fields), options_(options), values_(options.oneway_values) {}

    struct Ways {
        bool along = true;
        bool against = true;
    };
    static Ways ways_of(OnewayValues::Ways stated) {
        using enum OnewayValues::Ways;
        return {stated == along || stated == both, stated == against || stated == both};
    }

    // Returns the directions of the current feature: both ways if it states none or has an unknown word, which is
    // counted.
    OnewayValues::Ways take_feature();

    // Call it after the last feature: warns of unknown or ambiguous values. Throws InputError if more than a fifth of
    // the values were unknown, unless options.lenient is set.
    void finish() const;

private:
    void warn_of_letters() const;

    const VectorLayer& layer_;
    const VectorFields& fields_;
    const ReadOptions& options_;
    OnewayValues values_;
    std::uint64_t stated_ = 0;  // values that are not empty
    std::uint64_t unknown_ = 0;
    std::string first_unknown_;
    std::int64_t first_unknown_feature_ = 0;
    std::uint64_t letters_ = 0;  // values that are just T or F
};

}  // namespace allways::importers
