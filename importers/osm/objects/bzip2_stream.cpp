// SPDX-License-Identifier: Apache-2.0
#include "osm/objects/bzip2_stream.h"

#include <bzlib.h>

#include <array>
#include <cstddef>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include <osmium/io/compression.hpp>
#include <osmium/io/detail/read_write.hpp>

#include "allways/base/format.h"

namespace allways::importers::osm {

namespace {

class Bzip2Stream final : public osmium::io::Decompressor {
public:
    explicit Bzip2Stream(int file) : file_(file) {}
    Bzip2Stream(const Bzip2Stream&) = delete;
    Bzip2Stream& operator=(const Bzip2Stream&) = delete;
    ~Bzip2Stream() noexcept override {
        if (is_inside_) BZ2_bzDecompressEnd(&stream_);
        try {
            close();
        } catch (const std::exception&) {  // nothing was written
        }
    }

    std::string read() override {
        std::string unpacked(input_buffer_size, '\0');
        stream_.next_out = unpacked.data();
        stream_.avail_out = static_cast<unsigned>(unpacked.size());
        while (stream_.avail_out > 0 && has_bytes()) unpack();
        unpacked.resize(static_cast<std::size_t>(stream_.next_out - unpacked.data()));
        set_offset(bytes_read_);
        return unpacked;  // empty: the end
    }

    void close() override {
        if (file_ >= 0) osmium::io::detail::reliable_close(std::exchange(file_, -1));
    }

private:
    bool has_bytes() {
        if (stream_.avail_in > 0) return true;
        const auto count =
            osmium::io::detail::reliable_read(file_, packed_.data(), static_cast<unsigned>(packed_.size()));
        if (count == 0 && is_inside_) throw Bzip2CutShort();
        stream_.next_in = packed_.data();
        stream_.avail_in = static_cast<unsigned>(count);
        bytes_read_ += static_cast<std::size_t>(count);
        return count > 0;
    }

    void unpack() {
        if (!is_inside_) check(BZ2_bzDecompressInit(&stream_, 0, 0));
        is_inside_ = true;
        const int code = BZ2_bzDecompress(&stream_);
        if (code != BZ_STREAM_END) return check(code);
        BZ2_bzDecompressEnd(&stream_);
        is_inside_ = false;
    }

    static void check(int code) {
        if (code == BZ_MEM_ERROR) throw std::bad_alloc();
        if (code != BZ_OK) throw std::runtime_error(format("its bzip2 data are damaged (code {})", code));
    }

    int file_;
    bz_stream stream_{};
    std::array<char, std::size_t{1} << 16> packed_;
    std::size_t bytes_read_ = 0;
    bool is_inside_ = false;  // of a stream
};

}  // namespace

void register_bzip2() {
    using namespace osmium::io;
    [[maybe_unused]] static const bool done = CompressionFactory::instance().register_compression(
        file_compression::bzip2, [](int, osmium::io::fsync) -> Compressor* { return nullptr; },
        [](int file) -> Decompressor* { return new Bzip2Stream(file); },
        [](const char*, std::size_t) -> Decompressor* { return nullptr; });
}

}  // namespace allways::importers::osm
