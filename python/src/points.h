// SPDX-License-Identifier: Apache-2.0
// Lists of points as Python callers state them.
#pragma once

#include "allways/points/point_list.h"
#include "bindings.h"

namespace allways::python {

// Accepts a PointSet, or texts that name nodes and positions.
PointSet point_list_of(nb::handle places);

}  // namespace allways::python
