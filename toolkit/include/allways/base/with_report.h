// A result beside what was decided and what it took.
#pragma once

namespace allways {

template <class Value, class Report>
struct WithReport {
    Value value;
    Report report;
};

}  // namespace allways
