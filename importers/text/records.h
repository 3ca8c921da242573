// SPDX-License-Identifier: Apache-2.0
// Rows of text from any kind of source.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace allways::importers {

class Records {
public:
    virtual ~Records() = default;

    // Reads the next row's fields, valid until the next call. Returns false after the last row.
    virtual bool next(std::vector<std::string_view>& fields) = 0;
    virtual std::uint64_t line_number() const = 0;  // line at which the last row starts; 0 if there are no lines
    // Throws InputError that names the source and the last row.
    [[noreturn]] virtual void fail(std::string_view message) const = 0;
};

}  // namespace allways::importers
