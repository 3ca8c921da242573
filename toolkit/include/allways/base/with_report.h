// SPDX-License-Identifier: Apache-2.0
// A result with the report of decisions and times that goes with it.
#pragma once

namespace allways {

template <class Value, class Report>
struct WithReport {
    Value value;
    Report report;
};

}  // namespace allways
