// SPDX-License-Identifier: Apache-2.0
// File on disk → decompressed bytes. zlib's gzread passes plain files through, so one code path serves both.
#include "text/input_file.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <new>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/text.h"

namespace allways::importers {

namespace {

// Says what to do with a file that holds tables in a form that is not read; empty for others.
std::string_view other_program(std::string_view begin) {
    constexpr std::size_t name_at = 30;  // in a ZIP file, the name of its first member
    constexpr std::string_view workbook =
        "this is a workbook of a spreadsheet: save the sheet as CSV, in Excel as \"CSV UTF-8\"";
    if (begin.starts_with("\xD0\xCF\x11\xE0")) return workbook;
    if (begin.starts_with("{") && begin.substr(0, 400).find("\"generator\": \"Overpass") != begin.npos) {
        return "this is JSON of Overpass: ask for XML instead, with [out:xml] and \"(._;>;); out;\", and name the file "
               "NAME.osm";
    }
    if (!begin.starts_with("PK\x03\x04") || begin.size() <= name_at) return "";
    const auto length = static_cast<unsigned char>(begin[26]) + 256u * static_cast<unsigned char>(begin[27]);
    const std::string_view member = begin.substr(name_at, length);
    if (member.ends_with(".npy")) {
        return "this is an archive of NumPy: save one array as NAME.npy (numpy.save), or a sparse matrix as NAME.mtx "
               "(scipy.io.mmwrite)";
    }
    const bool is_workbook = member == "[Content_Types].xml" || member.starts_with("_rels/") ||
                             (member == "mimetype" && begin.find("opendocument.spreadsheet") != begin.npos);
    return is_workbook ? workbook : "";
}

}  // namespace

void refuse_bomb(const std::string& path, std::uint64_t packed, std::uint64_t unpacked) {
    constexpr std::uint64_t harmless = std::uint64_t{16} << 20;
    constexpr std::uint64_t ratio = 200;  // text and tables shrink to a tenth, or to a fiftieth if repetitive
    if (unpacked < harmless || unpacked / ratio <= packed) return;
    throw InputError(
        path, 0,
        format("{} bytes unpack to more than {}, an implausible ratio; the file is damaged or a decompression bomb. "
               "If it is valid, unpack it first",
               packed, unpacked));
}

InputFile::InputFile(const std::string& path) : path_(path) {
    std::error_code error;
    if (std::filesystem::is_directory(path, error)) {
        throw InputError(path, 0, "expected a file, but this is a folder");
    }
    refuse_parquet(path);
    errno = 0;
    gzFile file = gzopen(path.c_str(), "rb");
    if (file == nullptr) {
        throw InputError(path, 0, format("cannot be opened: {}", errno != 0 ? std::strerror(errno) : "out of memory"));
    }
    gzbuffer(file, 1u << 18);
    file_ = file;
    const auto size = std::filesystem::file_size(path, error);
    has_size_ = !error && std::filesystem::is_regular_file(path, error);  // a pipe has no size
    bytes_on_disk_ = has_size_ ? size : 0;
}

InputFile::~InputFile() {
    gzclose(static_cast<gzFile>(file_));
}

std::size_t InputFile::read(char* buffer, std::size_t size) {
    auto* file = static_cast<gzFile>(file_);
    std::size_t done = 0;
    const bool at_start = bytes_read_ == 0;
    while (done < size) {
        const auto step = static_cast<unsigned>(std::min<std::size_t>(size - done, std::size_t{1} << 30));
        const int got = gzread(file, buffer + done, step);
        if (got > 0) {
            done += static_cast<std::size_t>(got);
            bytes_read_ += static_cast<std::uint64_t>(got);
            refuse_bomb();
            continue;
        }
        // A gzip file that ends too early also returns 0; only the error state shows it.
        int code = Z_OK;
        const char* message = gzerror(file, &code);
        if (code == Z_OK && got == 0) break;
        if (code == Z_MEM_ERROR || (code == Z_ERRNO && errno == ENOMEM)) throw std::bad_alloc();
        if (code == Z_BUF_ERROR) throw InputError(path_, 0, "the gzip data end too early: the file is cut short");
        throw InputError(path_, 0, format("cannot be read: {}", code == Z_ERRNO ? std::strerror(errno) : message));
    }
    if (const std::string_view what = at_start ? other_program(std::string_view(buffer, done)) : ""; !what.empty())
        throw InputError(path_, 0, what);
    return done;
}

void InputFile::refuse_bomb(const std::string& path) {
    InputFile content(path);
    std::vector<char> buffer(std::size_t{1} << 20);
    while (content.read(buffer.data(), buffer.size()) == buffer.size()) {
    }
}

void InputFile::refuse_bomb() const {
    if (has_size_) importers::refuse_bomb(path_, bytes_on_disk_, bytes_read_);
}

std::uint64_t InputFile::most_content() const {
    constexpr std::uint64_t deflate_ratio = 1032;  // zlib's maximum
    if (!has_size_) return std::numeric_limits<std::uint64_t>::max();
    return gzdirect(static_cast<gzFile>(file_)) != 0 ? bytes_on_disk_ : bytes_on_disk_ * deflate_ratio;
}

std::uint64_t InputFile::position_on_disk() const {
    const auto offset = gzoffset(static_cast<gzFile>(file_));
    return offset < 0 ? 0 : static_cast<std::uint64_t>(offset);
}

void require_values_fit(const InputFile& file, std::uint64_t rows, std::uint64_t columns, std::uint64_t bits) {
    const std::uint64_t most = file.most_content();
    if (static_cast<double>(rows) * static_cast<double>(columns) * static_cast<double>(bits) / 8 <=
        static_cast<double>(most))
        return;
    throw InputError(file.path(), 0,
                     format("it states {} × {} values, too many for its {} bytes; the file is damaged or cut short",
                            rows, columns, file.bytes_on_disk()));
}

void require_nodes_fit(const InputFile& file, std::uint64_t nodes, std::uint64_t bytes) {
    constexpr std::uint64_t spare = 1000;      // nodes without arcs in a small file
    constexpr std::uint64_t nodes_a_byte = 4;  // an arc takes five bytes or more
    if (nodes <= spare || (nodes - spare) / nodes_a_byte <= bytes) return;
    throw InputError(
        file.path(), 0,
        format("it states {} nodes, far too many for its {} bytes of text; the file is damaged or cut short", nodes,
               bytes));
}

bool names_parquet(const std::string& path, const std::string& format) {
    const std::string suffix =
        lower_case(format.empty() ? std::filesystem::path(path).extension().string() : "." + format);
    return suffix == ".parquet" || suffix == ".geoparquet";
}

void refuse_parquet(const std::string& path) {
    constexpr std::string_view mark = "PAR1";
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return;
    std::ifstream file(path, std::ios::binary);
    std::array<char, mark.size()> begin{};
    if (file.read(begin.data(), begin.size()) && std::string_view(begin.data(), begin.size()) == mark)
        throw InputError(path, 0, how_to_read_parquet);
}

}  // namespace allways::importers
