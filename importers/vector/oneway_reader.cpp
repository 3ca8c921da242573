// SPDX-License-Identifier: Apache-2.0
#include "vector/oneway_reader.h"

#include "allways/base/format.h"
#include "base/text.h"

namespace allways::importers {

OnewayReader::OnewayReader(VectorLayer& layer, const VectorFields& fields, const ReadOptions& options)
    : layer_(layer), fields_(fields), values_(options.oneway_values) {
    if (!fields.oneway) return;
    const auto& field = layer.fields()[*fields.oneway];
    if (field.boolean) return;
    values_.choose(layer.value_counts(*fields.oneway), layer.path(),
                   format("layer '{}': the one-way field '{}'", layer.name(), field.name), options);
}

OnewayValues::Ways OnewayReader::take_feature() const {
    using enum OnewayValues::Ways;
    if (!fields_.oneway) return both;
    const std::string value = layer_.text(*fields_.oneway);
    if (value.empty()) return both;
    const bool boolean = layer_.fields()[*fields_.oneway].boolean;
    return (boolean ? values_.find(value == "true") : values_.find(value)).value_or(both);
}

}  // namespace allways::importers
