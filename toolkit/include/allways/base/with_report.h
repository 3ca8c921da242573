// SPDX-License-Identifier: Apache-2.0
// A result with the report of the decisions and times behind it.
#pragma once

namespace allways {

template <class Value, class Report>
struct WithReport {
    Value value;
    Report report;
};

}  // namespace allways
