// SPDX-License-Identifier: Apache-2.0
// Numbers as exact decimal text, fast: tables hold billions of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace allways {

// ---- fixed point

// Characters that put_fixed_point needs for a number with that many digits after the point.
constexpr std::size_t fixed_point_room(int digits) {
    return 32 + static_cast<std::size_t>(digits > 0 ? digits : 0);
}

// Writes value × 10^-digits without trailing zeros ("1.5", "-0.001", "12"); returns the end of the text. May overwrite
// the room after it, up to fixed_point_room.
char* put_fixed_point(char* at, std::int64_t value, int digits);

// The same for many numbers with the same number of digits. With up to three digits after the point, numbers are
// assembled from groups of three digits whose texts are in tables.
class FixedPointText {
public:
    explicit FixedPointText(int digits);
    std::size_t room() const { return fixed_point_room(digits_); }
    char* put(char* at, std::int64_t value) const {
        if (static_cast<std::uint64_t>(value) >= below_) return put_fixed_point(at, value, digits_);
        const auto number = static_cast<std::uint32_t>(value);
        __extension__ using Wide = unsigned __int128;
        const auto whole = static_cast<std::uint32_t>(Wide{number} * reciprocal_ >> reciprocal_bits);
        return put_text(put_whole(at, whole), groups_->fraction[digits_][number - whole * power_]);
    }

private:
    static constexpr std::uint32_t below_all = 1'000'000'000;
    static constexpr int reciprocal_bits = 48;

    // Up to seven characters, the first in the lowest byte, and their count in the highest byte.
    using Text = std::uint64_t;
    struct Groups {
        Groups();
        Text number[1000];       // "0", "7", "40", "123"
        Text digits[1000];       // "000", "007", "040", "123"
        Text fraction[4][1000];  // by digits after the point: "", ".007", ".04", ".123"
    };

    static char* put_text(char* at, Text text) {
        std::memcpy(at, &text, sizeof text);
        return at + (text >> 56);
    }
    char* put_whole(char* at, std::uint32_t whole) const {
        if (whole < 1000) return put_text(at, groups_->number[whole]);
        const std::uint32_t thousands = whole / 1000;
        return put_text(put_whole(at, thousands), groups_->digits[whole - 1000 * thousands]);
    }

    int digits_;
    std::uint32_t below_ = 0;  // numbers from 0 to below this are assembled from tables
    std::uint32_t power_ = 1;  // 10^digits
    std::uint64_t reciprocal_ = 0;
    const Groups* groups_ = nullptr;
};

// ---- floats, without an exponent while that stays short

// Characters that put_plain needs.
inline constexpr std::size_t plain_room = 48;

// Writes the fewest digits that read back as the same number, and the nearest of such decimals: "2000000000", not
// "2e+09", from 1e-5 up to 1e15; beyond that as std::to_chars does. Returns the end; may overwrite the room after it.
char* put_plain(char* at, float number);
char* put_plain(char* at, double number);

}  // namespace allways
