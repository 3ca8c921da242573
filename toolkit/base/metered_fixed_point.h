// SPDX-License-Identifier: Apache-2.0
// Functions of allways/base/fixed_point.h as parts of longer work, which reports its progress and can be cancelled.
#pragma once

#include "allways/base/fixed_point.h"
#include "base/work_meter.h"

namespace allways {

int decimal_digits(std::span<const Decimal> numbers, WorkMeter& meter);
FixedPoint to_fixed_point(std::span<const Decimal> numbers, int digits, WorkMeter& meter);

}  // namespace allways
