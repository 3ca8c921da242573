// SPDX-License-Identifier: Apache-2.0
// The one-way field of a layer, feature by feature.
#pragma once

#include "allways/importers/read.h"
#include "attributes/oneway_values.h"
#include "libraries/vector_layer.h"
#include "vector/vector_fields.h"

namespace allways::importers {

class OnewayReader {
public:
    // Borrows layer and fields; counts the values of the field first. Throws InvalidArgument for invalid
    // options.oneway_values, and as OnewayValues::choose.
    OnewayReader(VectorLayer& layer, const VectorFields& fields, const ReadOptions& options);

    struct Ways {
        bool along = true;
        bool against = true;
    };
    static Ways ways_of(OnewayValues::Ways stated) {
        using enum OnewayValues::Ways;
        return {stated == along || stated == both, stated == against || stated == both};
    }

    // Returns the directions of the current feature: both ways if it states none or has an unknown word.
    OnewayValues::Ways take_feature() const;

private:
    const VectorLayer& layer_;
    const VectorFields& fields_;
    OnewayValues values_;
};

}  // namespace allways::importers
