#include "export/stored_numbers.h"

namespace allways::tools {

namespace {

CostType stored_type(CostType from, const std::string& dtype) {
    check_dtype(dtype);
    if (dtype == "raw") return from;
    if (dtype == "natural") return from == CostType::float32 ? CostType::float32 : CostType::float64;
    return *parse_cost_type(dtype);
}

}  // namespace

void check_dtype(const std::string& dtype) {
    if (dtype == "raw" || dtype == "natural" || parse_cost_type(dtype)) return;
    throw InvalidArgument(format("unknown `dtype` '{}'; expected natural, raw, float32, float64 or int32", dtype));
}

StoredNumbers::StoredNumbers(const CostScale& scale, CostType from, const std::string& unit, const std::string& dtype)
    : scale_(scale), natural_(scale, unit), from_(from), type_(stored_type(from, dtype)), raw_(dtype == "raw") {}

std::optional<int> StoredNumbers::decimals() const {
    if (raw_ || from_ != CostType::int32 || type_ != CostType::float64 || !natural_.is_decimal()) return std::nullopt;
    return natural_.digits();
}

}  // namespace allways::tools
