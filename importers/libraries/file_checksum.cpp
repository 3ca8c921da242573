// SPDX-License-Identifier: Apache-2.0
#include "libraries/file_checksum.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "base/checksum.h"
#include "base/mapped_file.h"
#include "base/threads/parallel.h"

namespace allways::importers {

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

}  // namespace

std::uint64_t checksum_of_pieces(std::span<const std::byte> bytes) {
    constexpr std::size_t piece_bytes = std::size_t{1} << 20;
    std::vector<std::uint64_t> sums((bytes.size() + piece_bytes - 1) / piece_bytes);
    const auto sum = [&](std::size_t i) {
        const auto piece = bytes.subspan(i * piece_bytes, std::min(piece_bytes, bytes.size() - i * piece_bytes));
        sums[i] = checksum(piece.data(), piece.size());
    };
    parallel_for(sums.size(), sum, sums.size() > 1 ? hardware_threads() : 1);
    return checksum(sums.data(), sums.size() * sizeof(std::uint64_t));
}

void append_file_checksum(const std::string& written, const std::string& path) {
    const Descriptor file(written);
    if (file < 0) fail(path);
    const Trailer trailer{trailer_mark, checksum_of_pieces(MappedFile(file, path).bytes())};
    const auto size = static_cast<ssize_t>(sizeof trailer);
    if (::write(file, &trailer, sizeof trailer) != size) fail(path);
}

bool has_file_checksum(std::span<const std::byte> file) {
    Trailer trailer{};
    if (file.size() < sizeof trailer) return false;
    const auto content = file.first(file.size() - sizeof trailer);
    std::memcpy(&trailer, file.data() + content.size(), sizeof trailer);
    return trailer.mark == trailer_mark && trailer.checksum == checksum_of_pieces(content);
}

}  // namespace allways::importers
