// SPDX-License-Identifier: Apache-2.0
#include "export/files/text_buffer.h"

#include <algorithm>
#include <cstring>

namespace allways::tools {

void TextBuffer::put(std::string_view text) {
    while (text.size() > capacity_ - used_) {
        const std::size_t part = capacity_ - used_;
        std::memcpy(data_.get() + used_, text.data(), part);
        used_ = capacity_;
        text.remove_prefix(part);
        make_room(text.size());
    }
    std::memcpy(data_.get() + used_, text.data(), text.size());
    used_ += text.size();
}

void TextBuffer::put_field(std::string_view text) {
    put(csv_field(text));
}

void TextBlock::make_room(std::size_t size) {
    const std::size_t larger = std::max(2 * capacity_, used_ + size);
    auto data = std::make_unique_for_overwrite<char[]>(larger);
    std::memcpy(data.get(), data_.get(), used_);
    data_ = std::move(data);
    capacity_ = larger;
}

std::string csv_field(std::string_view text) {
    // Readers strip blanks around a field, and skip lines that begin with # or % as comments.
    const bool bare = text.empty() || (std::string_view(" \t#%").find(text.front()) == std::string_view::npos &&
                                       std::string_view(" \t").find(text.back()) == std::string_view::npos);
    if (bare && text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
    return quoted.append("\"");
}

}  // namespace allways::tools
