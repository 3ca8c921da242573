// SPDX-License-Identifier: Apache-2.0
#include "libraries/hdf5_checksums.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <span>
#include <string_view>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/checksum.h"
#include "base/mapped_file.h"
#include "base/threads/parallel.h"

namespace allways::importers::hdf5 {

namespace {

constexpr const char* attribute = "checksum";
constexpr std::size_t piece_bytes = std::size_t{1} << 20;  // processed by one thread at a time

struct StoredDataset {
    std::string name;
    Handle set;
    std::uint64_t checksum;  // as its bytes are now
};

// Returns the paths of all links of a file, sorted. HDF5 stops at a link that `visit` refuses.
std::vector<std::string> names_in(hid_t file, const std::string& path) {
    struct Found {
        std::vector<std::string> names;
        bool are_in_file = true;
    } found;
    const auto visit = [](hid_t, const char* name, const H5L_info_t* link, void* into) -> herr_t {
        auto& all = *static_cast<Found*>(into);
        all.names.emplace_back(name);
        all.are_in_file = link->type == H5L_TYPE_HARD;
        return all.are_in_file ? 0 : 1;
    };
    check(H5Lvisit(file, H5_INDEX_NAME, H5_ITER_NATIVE, visit, &found), path, "its datasets cannot be listed");
    if (!found.are_in_file) throw InputError(path, 0, format("'{}' is a link to elsewhere", found.names.back()));
    std::ranges::sort(found.names);
    return std::move(found.names);
}

std::span<const std::byte> bytes_of(hid_t set, const MappedFile& mapped, const std::string& path,
                                    const std::string& name) {
    const std::uint64_t size = H5Dget_storage_size(set);
    if (size == 0) return {};
    const haddr_t at = H5Dget_offset(set);
    if (at == HADDR_UNDEF) throw InputError(path, 0, format("dataset {} is not stored as one array", name));
    const auto bytes = mapped.bytes();
    if (at > bytes.size() || size > bytes.size() - at) {
        throw InputError(
            path, 0, format("dataset {} ends beyond the file's {} bytes; the file is incomplete", name, bytes.size()));
    }
    return bytes.subspan(at, size);
}

std::vector<std::uint64_t> checksums_of(std::span<const std::span<const std::byte>> ranges) {
    std::vector<std::span<const std::byte>> pieces;
    std::vector<std::size_t> first{0};
    for (const auto bytes : ranges) {
        for (std::size_t at = 0; at < bytes.size(); at += piece_bytes) {
            pieces.push_back(bytes.subspan(at, std::min(piece_bytes, bytes.size() - at)));
        }
        first.push_back(pieces.size());
    }
    std::vector<std::uint64_t> of_pieces(pieces.size());
    const auto sum = [&](std::size_t i) { of_pieces[i] = checksum(pieces[i].data(), pieces[i].size()); };
    parallel_for(pieces.size(), sum, pieces.size() > ranges.size() ? hardware_threads() : 1);  // a small file: 1
    std::vector<std::uint64_t> sums;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
        sums.push_back(checksum(of_pieces.data() + first[i], (first[i + 1] - first[i]) * sizeof(std::uint64_t)));
    }
    return sums;
}

std::vector<StoredDataset> datasets_in(hid_t file, const MappedFile& mapped, const std::string& path) {
    std::vector<StoredDataset> found;
    std::vector<std::span<const std::byte>> bytes;
    for (std::string& name : names_in(file, path)) {
        Handle object(H5Oopen(file, name.c_str(), H5P_DEFAULT), path, format("'{}' cannot be read", name));
        if (H5Iget_type(object) != H5I_DATASET) continue;
        bytes.push_back(bytes_of(object, mapped, path, name));
        found.push_back({std::move(name), std::move(object), 0});
    }
    const std::vector<std::uint64_t> sums = checksums_of(bytes);
    for (std::size_t i = 0; i < found.size(); ++i) found[i].checksum = sums[i];
    return found;
}

std::uint64_t checksum_in(hid_t set, const std::string& path, const std::string& name) {
    const std::string what = format("dataset {} has no checksum", name);
    const Handle stored(H5Aopen(set, attribute, H5P_DEFAULT), path, what);
    const Handle space(H5Aget_space(stored), path, what);
    if (H5Sget_simple_extent_npoints(space) != 1) throw InputError(path, 0, what);
    std::uint64_t sum = 0;
    check(H5Aread(stored, H5T_NATIVE_UINT64, &sum), path, what);
    return sum;
}

}  // namespace

void write_checksums(hid_t file, const MappedFile& mapped, const std::string& path) {
    for (const StoredDataset& one : datasets_in(file, mapped, path)) {
        write_attribute(one.set, path, attribute, H5T_STD_U64LE, &one.checksum);
    }
}

void verify_checksums(hid_t file, const MappedFile& mapped, const std::string& path) {
    for (const StoredDataset& one : datasets_in(file, mapped, path)) {
        if (checksum_in(one.set, path, one.name) == one.checksum) continue;
        throw InputError(path, 0, format("dataset {} is damaged: its checksum differs", one.name));
    }
}

// ---- the whole file

namespace {

static_assert(std::endian::native == std::endian::little);

constexpr std::array trailer_mark{'A', 'L', 'L', 'W', 'A', 'Y', 'S', '1'};

struct Trailer {
    std::array<char, trailer_mark.size()> mark;
    std::uint64_t checksum;
};
static_assert(sizeof(Trailer) == 16);

class Descriptor {
public:
    explicit Descriptor(const std::string& path) : descriptor_(::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC)) {}
    ~Descriptor() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    operator int() const { return descriptor_; }

private:
    int descriptor_;
};

[[noreturn]] void fail(const std::string& path) {
    throw InputError(path, 0, format("cannot be written: {}", std::generic_category().message(errno)));
}

// The checksum of all bytes of a file.
std::uint64_t checksum_of(std::span<const std::byte> file) {
    return checksums_of(std::span(&file, 1)).front();
}

}  // namespace

void append_file_checksum(const std::string& written, const std::string& path) {
    const Descriptor file(written);
    if (file < 0) fail(path);
    const Trailer trailer{trailer_mark, checksum_of(MappedFile(file, path).bytes())};
    const auto size = static_cast<ssize_t>(sizeof trailer);
    if (::write(file, &trailer, sizeof trailer) != size) fail(path);
}

bool has_file_checksum(std::span<const std::byte> file) {
    Trailer trailer{};
    if (file.size() < sizeof trailer) return false;
    const auto content = file.first(file.size() - sizeof trailer);
    std::memcpy(&trailer, file.data() + content.size(), sizeof trailer);
    return trailer.mark == trailer_mark && trailer.checksum == checksum_of(content);
}

}  // namespace allways::importers::hdf5
