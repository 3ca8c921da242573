// SPDX-License-Identifier: Apache-2.0
#include "cost/damaged_rows.h"

#include <utility>

#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::cost {

void DamagedRows::add(std::uint64_t line, std::string message) {
    ++count_;
    if (named_.size() < most_named) named_.emplace_back(line, std::move(message));
}

void DamagedRows::require_none() const {
    if (count_ == 0) return;
    std::string text = named_.front().second;
    if (count_ > 1) {
        const std::uint64_t others = count_ - 1;
        text += format("; {} further row{} damaged: ", others, others == 1 ? " is" : "s are");
        for (std::size_t i = 1; i < named_.size(); ++i) {
            text += format("{}line {}: {}", i > 1 ? "; " : "", named_[i].first, named_[i].second);
        }
        if (count_ > named_.size()) text += "; …";
    }
    throw InputError(source_, named_.front().first, text);
}

}  // namespace allways::cost
