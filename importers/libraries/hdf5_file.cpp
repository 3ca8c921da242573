// SPDX-License-Identifier: Apache-2.0
#include "libraries/hdf5_file.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cerrno>
#include <cstring>
#include <new>
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

// HDF5 buries the system's message among addresses and sizes: "file write failed: time = …, errno = 28, error message =
// 'No space left on device', buf = …".
std::string system_message(const std::string& words) {
    constexpr std::string_view before = "error message = '";
    const std::size_t found = words.find(before);
    if (found == std::string::npos) return words;
    const std::size_t first = found + before.size();
    return words.substr(first, words.find('\'', first) - first);
}

// Returns the innermost entry of HDF5's error stack, which has the operating system's message.
std::string own_words() {
    std::string words;
    H5Ewalk2(
        H5E_DEFAULT, H5E_WALK_UPWARD,
        [](unsigned, const H5E_error2_t* entry, void* into) -> herr_t {
            auto& text = *static_cast<std::string*>(into);
            if (text.empty() && entry->desc != nullptr) text = entry->desc;
            return 0;
        },
        &words);
    return words.empty() ? "no reason given" : system_message(words);
}

// HDF5 1.14 crashes when it closes a file after it ran out of memory, or after one of the file's objects could not be
// closed, on a full disk for instance. After such an error, identifiers are left open until start().
thread_local bool must_stay_open = false;

bool is_out_of_memory() {
    bool found = false;
    H5Ewalk2(
        H5E_DEFAULT, H5E_WALK_UPWARD,
        [](unsigned, const H5E_error2_t* entry, void* into) -> herr_t {
            *static_cast<bool*>(into) |= entry->maj_num == H5E_RESOURCE && entry->min_num == H5E_NOSPACE;
            return 0;
        },
        &found);
    return found;
}

[[noreturn]] void fail(const std::string& file, const std::string& what) {
    if (is_out_of_memory()) {
        must_stay_open = true;
        throw std::bad_alloc();
    }
    throw InputError(file, 0, format("{} ({})", what, own_words()));
}

// Adds an entry to HDF5's error stack, which becomes the error's words.
herr_t refuse_link(const char* name) {
    H5Epush2(H5E_DEFAULT, __FILE__, __func__, __LINE__, H5E_ERR_CLS, H5E_LINK, H5E_TRAVERSE,
             "'%s' is a link to another file, which is not read; write a file that contains it", name);
    return -1;
}

hid_t access_within(hid_t kind) {
    const hid_t access = H5Pcreate(kind);
    const auto refuse = [](const char*, const char*, const char*, const char* object, unsigned*, hid_t, void*) {
        return refuse_link(object);
    };
    H5Pset_elink_cb(access, refuse, nullptr);
    return access;
}

bool is_ascii(const std::string& text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 128; });
}

}  // namespace

Handle::Handle(hid_t id, const std::string& file, const std::string& what) : id_(id) {
    if (id_ < 0) fail(file, what);
}

void Handle::close() {
    if (id_ >= 0 && !must_stay_open) must_stay_open = H5Idec_ref(id_) < 0;  // closes any kind of identifier
    id_ = -1;
}

void Handle::close(const std::string& file, const std::string& what) {
    check(H5Idec_ref(std::exchange(id_, -1)), file, what);
}

void check(herr_t status, const std::string& file, const std::string& what) {
    if (status < 0) fail(file, what);
}

void start() {
    // After a failed write, HDF5 would try to write the rest at exit, and crash. Every file here is closed by its
    // owner. The call must come first; it has no effect if the program has used HDF5 before.
    static const herr_t once = H5dont_atexit();
    static_cast<void>(once);
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    must_stay_open = false;
}

Handle memory_access(const std::string& file) {
    constexpr std::size_t increment = std::size_t{1} << 20;
    Handle access(H5Pcreate(H5P_FILE_ACCESS), file, "no memory for a file");
    check(H5Pset_fapl_core(access, increment, false), file, "no memory for a file");
    return access;
}

std::string memory_name() {
    static std::atomic<std::uint64_t> count = 0;
    return format("/dev/null/{}", ++count);  // never a file: /dev/null is no folder
}

hid_t group_access() {
    static const hid_t access = access_within(H5P_GROUP_ACCESS);
    return access;
}

hid_t dataset_access() {
    static const hid_t access = access_within(H5P_DATASET_ACCESS);
    return access;
}

Handle string_type(std::size_t length, bool ascii, const std::string& file) {
    Handle type(H5Tcopy(H5T_C_S1), file, "no text type");
    check(H5Tset_size(type, std::max<std::size_t>(length, 1)), file, "no text type of that length");
    check(H5Tset_strpad(type, H5T_STR_NULLPAD), file, "no padded text type");
    if (!ascii) check(H5Tset_cset(type, H5T_CSET_UTF8), file, "no UTF-8 text type");
    return type;
}

void write_attribute(hid_t object, const std::string& file, const char* name, const std::string& text) {
    const Handle type = string_type(text.size(), is_ascii(text), file);
    write_attribute(object, file, name, type, text.c_str());  // an empty text is written as its terminating zero
}

void write_attribute(hid_t object, const std::string& file, const char* name, hid_t type, const void* data,
                     std::size_t count) {
    const std::string what = format("attribute {} cannot be written", name);
    const hsize_t extent = count;
    const Handle space(count == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &extent, nullptr), file, what);
    const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), file, what);
    check(H5Awrite(attribute, type, data), file, what);
}

bool has_attribute(hid_t object, const char* name) {
    return H5Aexists(object, name) > 0;
}

bool has_link(hid_t group, const char* name) {
    return H5Lexists(group, name, group_access()) > 0;
}

// HDF5 1.10 lists links and attributes in the order of their storage: if it sorted those of a damaged file, it would
// free uninitialised memory.
std::vector<std::string> attribute_names(hid_t object, const std::string& file) {
    std::vector<std::string> names;
    check(H5Aiterate2(
              object, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr,
              [](hid_t, const char* name, const H5A_info_t*, void* into) -> herr_t {
                  static_cast<std::vector<std::string>*>(into)->emplace_back(name);
                  return 0;
              },
              &names),
          file, "attributes cannot be listed");
    std::ranges::sort(names);
    return names;
}

std::string read_text_attribute(hid_t object, const std::string& file, const char* name) {
    if (!has_attribute(object, name)) return "";
    const std::string what = format("attribute {} cannot be read", name);
    const Handle attribute(H5Aopen(object, name, H5P_DEFAULT), file, what);
    const Handle type(H5Aget_type(attribute), file, what);
    const Handle space(H5Aget_space(attribute), file, what);
    if (H5Tget_class(type) != H5T_STRING || H5Sget_simple_extent_npoints(space) != 1) return "";
    if (H5Tis_variable_str(type) > 0) {
        char* text = nullptr;
        check(H5Aread(attribute, type, &text), file, what);
        const std::string result = text == nullptr ? "" : text;
        H5free_memory(text);
        return result;
    }
    std::string text(H5Tget_size(type), '\0');
    check(H5Aread(attribute, type, text.data()), file, what);
    text.resize(std::min(text.size(), text.find('\0')));
    return text;
}

std::vector<std::string> dataset_names(hid_t group, const std::string& file) {
    std::vector<std::string> names;
    check(H5Literate(
              group, H5_INDEX_NAME, H5_ITER_NATIVE, nullptr,
              [](hid_t in, const char* name, const H5L_info_t* link, void* into) -> herr_t {
                  if (link->type == H5L_TYPE_EXTERNAL) return refuse_link(name);
                  // Opens the object: H5O_info_t differs between releases of HDF5.
                  const hid_t object = H5Oopen(in, name, group_access());
                  if (object < 0) return 0;  // a dangling link
                  if (H5Iget_type(object) == H5I_DATASET) {
                      static_cast<std::vector<std::string>*>(into)->emplace_back(name);
                  }
                  H5Oclose(object);
                  return 0;
              },
              &names),
          file, "a group cannot be listed");
    std::ranges::sort(names);
    return names;
}

std::vector<hsize_t> shape_of(hid_t dataset, const std::string& file) {
    const Handle space(H5Dget_space(dataset), file, "a dataset has no shape");
    const int rank = H5Sget_simple_extent_ndims(space);
    std::vector<hsize_t> shape(static_cast<std::size_t>(std::max(rank, 0)));
    if (rank > 0) H5Sget_simple_extent_dims(space, shape.data(), nullptr);
    return shape;
}

// ---- checksums of datasets

namespace {

constexpr const char* checksum_attribute = "checksum";
constexpr std::size_t piece_bytes = std::size_t{1} << 20;  // processed by one thread at a time

struct StoredDataset {
    std::string name;
    Handle set;
    std::uint64_t checksum;  // as its bytes are now
};

// Returns the paths of all links of a file, sorted. HDF5 stops at a link that `visit` refuses.
std::vector<std::string> names_in(hid_t file, const std::string& path) {
    struct GroupLinks {
        std::vector<std::string> names;
        bool are_in_file = true;
    } found;
    const auto visit = [](hid_t, const char* name, const H5L_info_t* link, void* into) -> herr_t {
        auto& all = *static_cast<GroupLinks*>(into);
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
    const Handle stored(H5Aopen(set, checksum_attribute, H5P_DEFAULT), path, what);
    const Handle space(H5Aget_space(stored), path, what);
    if (H5Sget_simple_extent_npoints(space) != 1) throw InputError(path, 0, what);
    std::uint64_t sum = 0;
    check(H5Aread(stored, H5T_NATIVE_UINT64, &sum), path, what);
    return sum;
}

}  // namespace

void write_checksums(hid_t file, const MappedFile& mapped, const std::string& path) {
    for (const StoredDataset& one : datasets_in(file, mapped, path)) {
        write_attribute(one.set, path, checksum_attribute, H5T_STD_U64LE, &one.checksum);
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
