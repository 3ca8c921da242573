// SPDX-License-Identifier: Apache-2.0
#include "allways/importers/coordinate_unit.h"

#include "allways/base/error.h"
#include "libraries/reference_system.h"

namespace allways {

void set_coordinate_unit(Provenance& provenance) {
    if (provenance.crs.empty()) return;
    try {
        const importers::ReferenceSystem system(provenance.crs);
        const bool degrees = system.is_geographic();
        provenance.coordinate_unit = degrees ? Provenance::CoordinateUnit::degrees : Provenance::CoordinateUnit::length;
        if (!degrees) provenance.metres_per_unit = system.metres_per_unit();
    } catch (const InvalidArgument&) {
    }
}

}  // namespace allways
