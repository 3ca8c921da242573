// SPDX-License-Identifier: Apache-2.0
// Uses GDAL's own evaluation of filters, on one feature that takes the values of each row, one row after another.
#include "libraries/row_filter.h"

#include <algorithm>
#include <optional>

#include <ogr_feature.h>

#include "allways/base/decimal.h"
#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"
#include "libraries/gdal_library.h"
#include "text/csv_reader.h"

namespace allways::importers {

struct RowFilter::State {
    explicit State(const std::vector<Field>& names) : fields(names) {
        auto* const definition = new OGRFeatureDefn("rows");
        for (const Field& field : fields) {
            OGRFieldDefn defined(field.name.c_str(), field.is_number ? OFTReal : OFTString);
            definition->AddFieldDefn(&defined);
        }
        row = std::make_unique<OGRFeature>(definition);  // counts the references to its definition
    }

    std::vector<Field> fields;
    std::unique_ptr<OGRFeature> row;
    OGRFeatureQuery query;
};

RowFilter::RowFilter() = default;
RowFilter::RowFilter(RowFilter&&) noexcept = default;
RowFilter& RowFilter::operator=(RowFilter&&) noexcept = default;
RowFilter::~RowFilter() = default;

RowFilter::RowFilter(const std::string& where, const std::vector<Field>& fields) {
    if (where.empty()) return;
    state_ = std::make_unique<State>(fields);
    const gdal::QuietErrors errors;
    if (state_->query.Compile(state_->row->GetDefnRef(), where.c_str()) == OGRERR_NONE) return;
    std::vector<std::string> names;
    for (const Field& field : fields) names.push_back(field.name);
    throw InvalidArgument(format("`where`: GDAL does not understand the filter \"{}\"{}; the fields are: {}", where,
                                 errors.detail(), joined(names)));
}

bool RowFilter::keeps(const std::function<std::string_view(std::size_t)>& value_of) const {
    if (state_ == nullptr) return true;
    for (std::size_t field = 0; field < state_->fields.size(); ++field) {
        const auto at = static_cast<int>(field);
        const std::string_view text = value_of(field);
        const auto number = state_->fields[field].is_number ? parse_real(text) : std::nullopt;
        if (number) {
            state_->row->SetField(at, *number);
        } else if (state_->fields[field].is_number ||
                   (!state_->fields[field].is_always_text && is_missing_word(text))) {
            state_->row->SetFieldNull(at);
        } else {
            state_->row->SetField(at, std::string(text).c_str());
        }
    }
    return state_->query.Evaluate(state_->row.get()) != 0;
}

std::vector<RowFilter::Field> typed_fields(CsvReader& records, const std::vector<std::string>& names) {
    std::vector<RowFilter::Field> fields;
    for (const auto& name : names) fields.push_back({name, true});
    std::vector<bool> has_value(fields.size(), false);
    std::vector<std::string_view> row;
    while (records.next(row)) {
        for (std::size_t i = 0; i < std::min(row.size(), fields.size()); ++i) {
            if (is_missing_word(row[i])) continue;
            has_value[i] = true;
            fields[i].is_number = fields[i].is_number && parse_real(row[i]).has_value();
        }
    }
    for (std::size_t i = 0; i < fields.size(); ++i) fields[i].is_number = fields[i].is_number && has_value[i];
    return fields;
}

}  // namespace allways::importers
