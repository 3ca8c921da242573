// SPDX-License-Identifier: Apache-2.0
#include "export/formats/pair_fields.h"

#include <array>
#include <charconv>
#include <limits>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/fixed_point_text.h"
#include "base/text.h"

namespace allways::tools {

namespace {

// The double with the fewest digits that reads back as this float: 0.1, not 0.10000000149.
double decimal_of(float value) {
    char text[plain_room];
    const char* end = put_plain(text, value);
    double decimal = 0;
    std::from_chars(text, end, decimal);
    return decimal;
}

// Returns true if integer raw numbers are integers in the natural unit too.
bool is_whole(const NaturalScale& scale) {
    std::int64_t multiplier = scale.multiplier();
    int digits = scale.digits();
    for (; digits > 0 && multiplier % 10 == 0; --digits) multiplier /= 10;
    return scale.is_decimal() && digits == 0;
}

PairField field_of(const CostScale& scale, CostView values, const std::string& unit, const char* kind) {
    const NaturalScale natural(scale, unit);
    PairField field{natural.column_name(), kind, scale.name, natural.unit(), false, {}};
    std::visit(
        [&]<class T>(std::span<const T> all) {
            field.whole = std::is_integral_v<T> && is_whole(natural);
            field.value = [all, natural](std::size_t cell) {
                const T raw = all[cell];
                if (!is_reachable(raw)) return std::numeric_limits<double>::infinity();
                const double value = natural.value(static_cast<double>(raw));
                if constexpr (std::is_same_v<T, float>) return decimal_of(static_cast<float>(value));
                return value;
            };
        },
        values);
    return field;
}

// "from_snap_distance_m" and "to_snap_distance_m".
std::array<PairField, 2> snap_fields(const TableCells& table) {
    const SnapDistances& all = table.snap_distances;
    const auto field = [&](const char* end, const auto& distance_of) {
        return PairField{
            snap_column_of(end, all.in_metres),
            "snap distance",
            end,
            all.in_metres ? "m" : "",
            false,
            [distance_of, metres = all.in_metres](std::size_t cell) { return rounded_snap(distance_of(cell), metres); },
            false};
    };
    const std::size_t columns = table.columns.size();
    return {field("from", [&all, columns](std::size_t cell) { return all.origins[cell / columns]; }),
            field("to", [&all, columns](std::size_t cell) { return all.destinations[cell % columns]; })};
}

}  // namespace

std::vector<PairField> pair_fields(const TableCells& table, const ExportOptions& options,
                                   std::vector<std::string> taken) {
    std::vector<PairField> fields{field_of(table.scale, table.distances, options.unit, "distances")};
    for (const Skim& skim : table.skims) fields.push_back(field_of(skim.scale, view(skim.values.all()), "", "skim"));
    if (options.snap_distances) {
        for (PairField& field : snap_fields(table)) fields.push_back(std::move(field));
    }
    DistinctNames distinct(taken);
    for (PairField& field : fields) field.column = distinct.add(field.column);
    return fields;
}

std::optional<double> unreachable_number(const ExportOptions& options) {
    const std::string text = options.unreachable.value_or("");
    if (text.empty() || text == "null") return std::nullopt;
    if (const auto number = Decimal::parse(text)) return number->to_double();
    throw InvalidArgument(
        format("'{}' cannot mark unreachable pairs here: expected a number, or null for no value", text));
}

}  // namespace allways::tools
