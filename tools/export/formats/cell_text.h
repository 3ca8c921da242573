// SPDX-License-Identifier: Apache-2.0
// The cells of text tables: natural numbers, and ids that are prepared once and copied often.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "allways/base/cost_type.h"
#include "allways/base/ids.h"
#include "allways/result/natural_scale.h"
#include "base/fixed_point_text.h"
#include "export/files/text_buffer.h"

namespace allways::tools {

// Writes raw numbers as natural ones: exact decimals if the scale has them, else the fewest digits that read back; with
// `decimals` at most so many digits after the point, halves away from zero, of integers exactly. Borrows scale and
// text.
template <class T>
class CellText {
public:
    CellText(const NaturalScale& scale, std::string_view unreachable, std::optional<std::uint64_t> decimals = {})
        : scale_(scale),
          is_decimal_(scale.is_decimal()),
          rounds_(decimals &&
                  !(is_decimal_ && std::is_integral_v<T> && std::cmp_less_equal(scale.digits(), *decimals))),
          multiplier_(scale.multiplier()),
          divisor_(rounds_ && std::is_integral_v<T> ? scale.divisor() : 1),
          decimal_(rounds_ ? static_cast<int>(*decimals) : scale.digits()),
          unreachable_(unreachable) {
        for (std::uint64_t digit = 0; rounds_ && digit < *decimals; ++digit) power_ *= 10;
    }

    // Free characters that put() needs.
    std::size_t room() const { return std::max({decimal_.room(), plain_room, unreachable_.size()}); }
    // Returns the end of the text.
    char* put(char* at, T value) const {
        if (!is_reachable(value)) return std::copy(unreachable_.begin(), unreachable_.end(), at);
        if (rounds_) return put_rounded(at, value);
        if constexpr (std::is_integral_v<T>) {
            if (is_decimal_) return decimal_.put(at, value * multiplier_);
            return put_plain(at, scale_.value(value));
        } else {
            return put_plain(at, static_cast<T>(scale_.value(value)));
        }
    }

private:
    char* put_rounded(char* at, T value) const {
        if constexpr (std::is_integral_v<T>) {
            __extension__ using Wide = __int128;
            const Wide number = Wide{value} * multiplier_ * power_;
            const Wide rounded = ((number < 0 ? -number : number) * 2 + divisor_) / (Wide{2} * divisor_);
            return decimal_.put(at, static_cast<std::int64_t>(number < 0 ? -rounded : rounded));
        } else {
            const double rounded = std::round(scale_.value(value) * static_cast<double>(power_));
            if (std::abs(rounded) < 0x1p53) return decimal_.put(at, static_cast<std::int64_t>(rounded));
            return put_plain(at, static_cast<T>(scale_.value(value)));
        }
    }

    const NaturalScale& scale_;
    bool is_decimal_;
    bool rounds_;
    std::int64_t multiplier_;
    std::int64_t divisor_;
    std::int64_t power_ = 1;  // of ten
    FixedPointText decimal_;
    std::string_view unreachable_;
};

// Calls put(at, k), which returns the end of its text, for k in 0 … count-1, each time with `room` free characters at
// `at`. Works in batches, because a pointer in memory is slower to advance than one in a register.
template <class Put>
void put_each(TextBlock& text, std::size_t count, std::size_t room, Put&& put) {
    constexpr std::size_t at_once = 512;
    for (std::size_t k = 0; k < count;) {
        const std::size_t last = std::min(k + at_once, count);
        char* at = text.room((last - k) * room);
        for (; k < last; ++k) at = put(at, k);
        text.end(at);
    }
}

// Ids as CSV fields, each followed by a character.
class IdFields {
public:
    IdFields(const IdTable& ids, char behind) {
        for (std::uint32_t i = 0; i < ids.size(); ++i) {
            text_ += csv_field(ids.text(i));
            text_ += behind;
            ends_.push_back(text_.size());
            longest_ = std::max(longest_, size(i));
        }
        text_.append(word, '\0');
    }

    std::size_t room() const { return std::max(longest_, word); }
    char* put(char* at, std::size_t i) const {
        const char* begin = text_.data() + begin_of(i);
        if (size(i) <= word)
            std::memcpy(at, begin, word);  // copying a fixed length is faster; the excess is overwritten
        else
            std::memcpy(at, begin, size(i));
        return at + size(i);
    }

private:
    static constexpr std::size_t word = 16;

    std::size_t begin_of(std::size_t i) const { return i == 0 ? 0 : ends_[i - 1]; }
    std::size_t size(std::size_t i) const { return ends_[i] - begin_of(i); }

    std::string text_;
    std::vector<std::size_t> ends_;
    std::size_t longest_ = 0;
};

}  // namespace allways::tools
