#include "ordering/factor_file.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "allways/base/cost_type.h"
#include "allways/base/error.h"
#include "allways/base/format.h"

namespace allways::ordering {

namespace {

namespace fs = std::filesystem;

constexpr std::array<char, 8> magic = {'A', 'W', 'f', 'a', 'c', 't', 'o', 'r'};
constexpr std::uint32_t version = 1;
constexpr std::uint32_t byte_order = 0x01020304;

struct Header {
    std::array<char, 8> magic;
    std::uint32_t version;
    std::uint32_t byte_order;
    std::uint32_t type;  // CostType
    std::int32_t label_bits;
    std::uint64_t node_count;
    std::uint64_t fill;
    std::uint64_t problem;   // of graph and cells
    std::uint64_t checksum;  // of the header, with 0 here, and all that follows
    double unreachable;      // holds every int32 and float too
};
static_assert(sizeof(Header) == 64, "no gaps, so that every byte is checked");

// Guards against damage and mistakes, not against an attacker. FNV-1a by words of 8 bytes, the last one filled up by
// zeros, and folded so that high bits reach low ones.
class Checksum {
public:
    template <class Values>
    void add(const Values& values) {
        const auto bytes = std::as_bytes(std::span(values));
        for (std::size_t i = 0; i < bytes.size(); i += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data() + i, std::min<std::size_t>(8, bytes.size() - i));
            value_ = (value_ ^ word) * 0x100000001b3u;
            value_ ^= value_ >> 29;
        }
    }
    std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

template <class T>
std::uint64_t fingerprint(const Graph& graph, std::span<const T> cells) {
    Checksum sum;
    sum.add(graph.first_out);
    sum.add(graph.head);
    sum.add(cells);
    return sum.value();
}

template <class T>
std::uint64_t checksum_of(Header header, const std::vector<std::uint32_t>& node_at, const std::vector<T>& up,
                          const std::vector<T>& down) {
    header.checksum = 0;
    Checksum sum;
    sum.add(std::array{header});
    sum.add(node_at);
    sum.add(up);
    sum.add(down);
    return sum.value();
}

template <class Values>
void put(std::ofstream& file, const Values& values) {
    const auto bytes = std::as_bytes(std::span(values));
    file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

template <class Values>
bool get(std::ifstream& file, Values& values) {
    const auto bytes = std::as_writable_bytes(std::span(values));
    return static_cast<bool>(
        file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size())));
}

[[noreturn]] void refuse(const std::string& path, std::string_view problem) {
    throw InputError(path, 0, format("{}; delete it and make it anew", problem));
}

// The header of a file that is long enough for what it states.
template <class T>
Header read_header(const std::string& path, std::ifstream& file, std::uint64_t size) {
    std::array<Header, 1> read;
    if (size < sizeof(Header) || !get(file, read)) refuse(path, "too short for a factor");
    const Header& header = read.front();
    if (header.magic != magic) refuse(path, "not a factor of Allways");
    if (header.byte_order != byte_order) refuse(path, "written by a machine of another byte order, or damaged");
    if (header.version != version) {
        refuse(path, format("a factor of format {}, where {} is known", header.version, version));
    }
    if (header.type != static_cast<std::uint32_t>(cost_type_of<T>)) {
        const bool known = header.type <= static_cast<std::uint32_t>(CostType::float64);
        refuse(path, format("a factor of {}, not of {}",
                            known ? name(static_cast<CostType>(header.type)) : std::string_view("an unknown type"),
                            name(cost_type_of<T>)));
    }
    // Compared by division, so that damaged sizes cannot overflow.
    const std::uint64_t body = size - sizeof(Header);
    if (header.node_count > body / sizeof(std::uint32_t)) refuse(path, "shorter than it states");
    const std::uint64_t cell_bytes = body - header.node_count * sizeof(std::uint32_t);
    if (cell_bytes % (2 * sizeof(T)) != 0 || cell_bytes / (2 * sizeof(T)) != header.fill) {
        refuse(path, "not as long as it states");
    }
    return header;
}

}  // namespace

template <class T>
void write_factor(const std::string& path, const Factor<T>& factor, const Graph& graph, std::span<const T> cells) {
    const std::vector<std::uint32_t>& node_at = factor.elimination->node_at;
    Header header{magic,
                  version,
                  byte_order,
                  static_cast<std::uint32_t>(cost_type_of<T>),
                  factor.label_bits,
                  node_at.size(),
                  factor.up.size(),
                  fingerprint(graph, cells),
                  0,
                  static_cast<double>(factor.unreachable)};
    header.checksum = checksum_of(header, node_at, factor.up, factor.down);

    static std::atomic<unsigned> counter{0};
    const std::string temporary = format("{}.part-{}-{}", path, ::getpid(), counter++);
    const auto fail = [&](const std::string& reason) {
        std::error_code ignored;
        fs::remove(temporary, ignored);
        throw InputError(path, 0, format("the factor cannot be written: {}", reason));
    };
    errno = 0;
    std::ofstream file(temporary, std::ios::binary);
    put(file, std::array{header});
    put(file, node_at);
    put(file, factor.up);
    put(file, factor.down);
    file.close();
    if (!file) fail(errno != 0 ? std::strerror(errno) : "the disk took only a part");
    std::error_code error;
    fs::rename(temporary, path, error);
    if (error) fail(error.message());
}

template <class T>
Factor<T> read_factor(const std::string& path, const Graph& graph, std::span<const T> cells) {
    std::ifstream file(path, std::ios::binary);
    std::error_code error;
    const std::uint64_t size = fs::file_size(path, error);
    if (error) throw InputError(path, 0, format("the factor cannot be read: {}", error.message()));
    if (!file) throw InputError(path, 0, "the factor cannot be opened; check the permission to read it");

    const Header header = read_header<T>(path, file, size);
    std::vector<std::uint32_t> order(header.node_count);
    Factor<T> factor;
    factor.label_bits = header.label_bits;
    factor.unreachable = static_cast<T>(header.unreachable);
    factor.up.resize(header.fill);
    factor.down.resize(header.fill);
    if (!get(file, order) || !get(file, factor.up) || !get(file, factor.down)) refuse(path, "cannot be read to its end");
    if (checksum_of(header, order, factor.up, factor.down) != header.checksum) refuse(path, "damaged: its checksum differs");
    if (header.problem != fingerprint(graph, cells)) refuse(path, "made of another network or of other costs");
    factor.elimination = std::make_shared<const Elimination>(eliminate(graph, order));
    return factor;
}

#define ALLWAYS_INSTANTIATE(T)                                                                              \
    template void write_factor<T>(const std::string&, const Factor<T>&, const Graph&, std::span<const T>); \
    template Factor<T> read_factor<T>(const std::string&, const Graph&, std::span<const T>);
ALLWAYS_INSTANTIATE(std::int32_t)
ALLWAYS_INSTANTIATE(float)
ALLWAYS_INSTANTIATE(double)
#undef ALLWAYS_INSTANTIATE

}  // namespace allways::ordering
