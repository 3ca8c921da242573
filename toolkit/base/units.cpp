#include "allways/base/units.h"

namespace allways {

std::string CostScale::raw_name() const {
    if (unit.empty()) return name;
    if (unit == "s" && digits == 3) return name + "_ms";
    if (unit == "m" && digits == 1) return name + "_dm";
    if (unit == "m" && digits == 2) return name + "_cm";
    if (unit == "m" && digits == 3) return name + "_mm";
    return name + "_" + unit;
}

}  // namespace allways
