// SPDX-License-Identifier: Apache-2.0
#include "export/features/layer_ends.h"

#include <array>
#include <fstream>
#include <system_error>

namespace allways::tools {

namespace fs = std::filesystem;

namespace {

class LayerFile {
public:
    explicit LayerFile(const fs::path& path) : in_(path, std::ios::binary) {
        std::error_code error;
        size_ = fs::file_size(path, error);
        if (error) size_ = 0;
    }
    std::uint64_t size() const { return size_; }

    // A number of `bytes` bytes; 0 beyond the end.
    std::uint64_t little_endian(std::uint64_t at, int bytes) { return number(at, bytes, false); }
    std::uint64_t big_endian(std::uint64_t at, int bytes) { return number(at, bytes, true); }

private:
    std::uint64_t number(std::uint64_t at, int bytes, bool big) {
        std::array<unsigned char, 8> read{};
        if (at + static_cast<std::uint64_t>(bytes) > size_) return 0;
        if (at != at_) in_.seekg(static_cast<std::streamoff>(at));
        for (int i = 0; i < bytes; ++i) read[static_cast<std::size_t>(i)] = static_cast<unsigned char>(in_.get());
        at_ = at + static_cast<std::uint64_t>(bytes);
        std::uint64_t value = 0;
        for (int i = 0; i < bytes; ++i) value = value << 8 | read[static_cast<std::size_t>(big ? i : bytes - 1 - i)];
        return value;
    }

    std::ifstream in_;
    std::uint64_t size_ = 0;
    std::uint64_t at_ = 0;
};

// Both .shp and .shx state their length in units of 16 bits.
bool has_stated_length(LayerFile& file) {
    return file.size() >= 100 && 2 * file.big_endian(24, 4) == file.size();
}

}  // namespace

bool is_whole_shapefile(const fs::path& file, std::uint64_t features, bool geometries) {
    LayerFile records(fs::path(file).replace_extension(".dbf"));
    const std::uint64_t header_bytes = records.little_endian(8, 2);
    const std::uint64_t record_bytes = records.little_endian(10, 2);
    if (header_bytes == 0 || record_bytes == 0 || records.little_endian(4, 4) != features ||
        records.size() < header_bytes + features * record_bytes) {
        return false;
    }
    if (!geometries) return true;
    LayerFile shapes(file);
    LayerFile index(fs::path(file).replace_extension(".shx"));
    return has_stated_length(shapes) && has_stated_length(index) && index.size() == 100 + 8 * features;
}

// Magic bytes, the header, a packed R-tree with 16 children a node, and the features; header and features begin with
// their size.
bool is_whole_flatgeobuf(const fs::path& path, std::uint64_t features, bool indexed) {
    constexpr std::uint64_t magic_bytes = 8, size_bytes = 4, node_bytes = 40, children = 16;
    LayerFile file(path);
    std::uint64_t at = magic_bytes + size_bytes + file.little_endian(magic_bytes, size_bytes);
    if (at == magic_bytes + size_bytes) return false;
    std::uint64_t nodes = features;
    at += indexed ? nodes * node_bytes : 0;
    while (indexed && nodes > 0) {
        nodes = (nodes + children - 1) / children;
        at += nodes * node_bytes;
        if (nodes == 1) break;
    }
    for (std::uint64_t i = 0; i < features && at < file.size(); ++i)
        at += size_bytes + file.little_endian(at, size_bytes);
    return at == file.size();
}

}  // namespace allways::tools
