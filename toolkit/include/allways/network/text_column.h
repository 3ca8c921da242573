// SPDX-License-Identifier: Apache-2.0
// Texts of arcs: road names, classes, ids of the source.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "allways/base/api.h"
#include "allways/base/ids.h"
#include "allways/base/shared_array.h"

namespace allways {

// Different texts in one sequence of bytes: text i ends before bytes[ends[i]], where text i + 1 begins.
struct StoredTexts {
    SharedArray<std::uint8_t> bytes;
    SharedArray<std::uint64_t> ends;
};

// One text per arc; each different text is stored once, plus four bytes per arc. An empty text means that the arc has
// none.
class ALLWAYS_API TextColumn {
public:
    explicit TextColumn(std::string name = {});
    // Takes values as texts() and indexes() return them: texts[0] is "", every text occurs once, and indexes are in
    // range.
    TextColumn(std::string name, std::vector<std::string> texts, std::vector<std::uint32_t> indexes);
    // Restores a stored column, in memory of its own or of a mapped file; entries are checked when they are requested.
    TextColumn(std::string name, StoredTexts texts, SharedArray<std::uint32_t> indexes);

    const std::string& name() const { return name_; }
    void rename(std::string name) { name_ = std::move(name); }
    std::size_t size() const { return index_.size(); }

    void add(std::string_view text);                  // adds the text of the next arc
    void settle() { known_ = std::vector<Known>(); }  // frees what only add() needs, which makes it anew
    // Returns the text of an arc; valid until the next add(). Throws DamagedContent for an index without a text.
    std::string_view text(std::size_t arc) const { return distinct(index_[arc]); }

    // For storing: text(arc) is texts()[indexes()[arc]], and the first of texts() is "".
    std::size_t distinct_count() const { return texts_.ends.size(); }
    std::string_view distinct(std::uint32_t i) const;
    std::vector<std::string> texts() const;
    const SharedArray<std::uint32_t>& indexes() const { return index_; }

    // Copies made after this share the memory.
    void share();

    // Returns the column for the arcs in another order.
    TextColumn in_order(std::span<const ArcIndex> order) const;

    // Returns the column of text(rows[0]), text(rows[1]), …, with the texts in use.
    TextColumn selection(std::span<const std::uint32_t> rows) const;

    // True if the names and the texts are the same.
    friend ALLWAYS_API bool operator==(const TextColumn& a, const TextColumn& b);

private:
    struct Known {
        std::uint32_t hash = 0;
        std::uint32_t index = 0;  // 0: none
    };
    std::uint32_t append(std::string_view text);
    void make_room();
    Known& place_of(std::string_view text, std::uint32_t hash);

    std::string name_;
    StoredTexts texts_{{}, {0}};
    // The texts but the first, by open addressing, at most half full; empty until the next add().
    std::vector<Known> known_;
    SharedArray<std::uint32_t> index_;
};

}  // namespace allways
