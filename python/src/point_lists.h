// SPDX-License-Identifier: Apache-2.0
// Points as Python's callers state them.
#pragma once

#include "allways/points/point_list.h"
#include "bindings.h"

namespace allways::python {

// A PointSet, a PointList, or texts that name nodes and positions.
PointList point_list_of(nb::handle places);

}  // namespace allways::python
