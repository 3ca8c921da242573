// Rows of texts, whatever they are kept in.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace allways {

class Records {
public:
    virtual ~Records() = default;

    // The next row's fields, valid until the next call. False after the last.
    virtual bool next(std::vector<std::string_view>& fields) = 0;
    virtual std::uint64_t line_number() const = 0;  // where the last row starts; 0 where there are no lines
    // Throws InputError that names the source and the last row.
    [[noreturn]] virtual void fail(std::string_view message) const = 0;
};

}  // namespace allways
