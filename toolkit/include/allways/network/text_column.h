// Texts of arcs: road names, classes, ids of the source.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "allways/base/ids.h"

namespace allways {

// One text per arc; each different text is stored once: four bytes per arc. An empty text means "none".
class TextColumn {
public:
    explicit TextColumn(std::string name = {});
    // What texts() and indexes() returned, or the like: texts[0] is "", every text occurs once, and indexes are in
    // range.
    TextColumn(std::string name, std::vector<std::string> texts, std::vector<std::uint32_t> indexes);

    const std::string& name() const { return name_; }
    void rename(std::string name) { name_ = std::move(name); }
    std::size_t size() const { return index_.size(); }

    void add(std::string_view text);  // for the next arc
    // Returns the text of an arc; valid until the next add().
    std::string_view text(std::size_t arc) const { return texts_[index_[arc]]; }

    // For storing: text(arc) is texts()[indexes()[arc]], and texts()[0] is "".
    const std::vector<std::string>& texts() const { return texts_; }
    const std::vector<std::uint32_t>& indexes() const { return index_; }

    // Returns the column for the arcs in another order.
    TextColumn in_order(std::span<const ArcIndex> order) const;

    // Same name and same texts.
    friend bool operator==(const TextColumn& a, const TextColumn& b);

private:
    std::string name_;
    std::vector<std::string> texts_{""};
    std::vector<std::uint32_t> index_;
    std::unordered_map<std::string, std::uint32_t> known_;  // of texts_; empty until the next add()
};

}  // namespace allways
