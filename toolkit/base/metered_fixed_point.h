// SPDX-License-Identifier: Apache-2.0
// Variants of functions of base/fixed_point.h for use in longer work that reports progress and can be
// cancelled.
#pragma once

#include "base/fixed_point.h"
#include "base/threads/work_meter.h"

namespace allways {

int decimal_digits(std::span<const Decimal> numbers, WorkMeter& meter);
FixedPoint to_fixed_point(std::span<const Decimal> numbers, int digits, WorkMeter& meter);

}  // namespace allways
