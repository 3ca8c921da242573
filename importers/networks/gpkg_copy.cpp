// SPDX-License-Identifier: Apache-2.0
#include "networks/gpkg_copy.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <sqlite3.h>

#include "allways/base/format.h"
#include "networks/gpkg.h"

namespace allways::importers {

namespace {

// ---- sequences of integers

using packing::block;
using packing::Form;

// Returns the width for the numbers: up to 57 bits, which one 64-bit read at any bit of a byte covers, or 64 bits.
unsigned width_of(std::uint64_t bits) {
    const auto width = static_cast<unsigned>(std::bit_width(bits));
    return width > 57 ? 64 : width;
}

constexpr std::size_t bytes_of(unsigned width, std::size_t count) {
    return (width * count + 7) / 8;
}

std::uint64_t in_form(Form form, std::uint64_t value, std::uint64_t before) {
    switch (form) {
        case Form::plain: return value;
        case Form::signs: return packing::zigzag(value);
        case Form::differences: break;
    }
    return packing::zigzag(value - before);
}

// Calls visit(width, numbers) for each block; the first difference is 0.
template <class Visit>
void visit_blocks(Form form, std::span<const std::uint64_t> values, const Visit& visit) {
    std::array<std::uint64_t, block> numbers;
    std::uint64_t before = values[0];
    for (std::size_t first = 0; first < values.size(); first += block) {
        const std::size_t count = std::min(block, values.size() - first);
        std::uint64_t bits = 0;
        for (std::size_t i = 0; i < count; ++i) {
            bits |= numbers[i] = in_form(form, values[first + i], before);
            before = values[first + i];
        }
        visit(width_of(bits), std::span(numbers).first(count));
    }
}

std::uint64_t little_endian(std::uint64_t value) {
    return std::endian::native == std::endian::little ? value : __builtin_bswap64(value);
}

// ---- a network

constexpr auto require = PackedReader::require;
constexpr auto optional = PackedReader::Presence::optional;

// Texts are stored as their lengths, followed by all their bytes.

template <class Texts>
void pack_texts(PackedWriter& packed, const Texts& texts) {
    std::string all;
    for (const std::string& text : texts) all += text;
    packed.numbers(texts.size(), [&](std::size_t i) { return texts[i].size(); });
    packed.text(all);
}

std::vector<std::string> unpack_texts(PackedReader& packed) {
    const auto sizes = packed.numbers<std::uint64_t>();
    std::string_view all = packed.text();
    std::vector<std::string> texts;
    texts.reserve(sizes.size());
    for (const std::uint64_t size : sizes) {
        require(size <= all.size());
        texts.emplace_back(all.substr(0, size));
        all.remove_prefix(size);
    }
    require(all.empty());
    return texts;
}

void pack(PackedWriter& packed, const IdTable& ids) {
    packed.number(ids.is_numeric() ? 1 : 0);
    ids.is_numeric() ? packed.numbers(ids.numbers()) : pack_texts(packed, ids.texts());
}

IdTable unpack_ids(PackedReader& packed) {
    return packed.number() == 1 ? IdTable(packed.numbers<std::int64_t>()) : IdTable(unpack_texts(packed));
}

void pack(PackedWriter& packed, const TextColumn& column) {
    packed.text(column.name());
    pack_texts(packed, column.texts());
    packed.numbers(column.indexes());
}

TextColumn unpack_text_column(PackedReader& packed, std::size_t count) {
    std::string name(packed.text());
    std::vector<std::string> texts = unpack_texts(packed);
    auto indexes = packed.exactly<std::uint32_t>(count);
    require(!texts.empty() && texts[0].empty());
    require(std::ranges::all_of(indexes, [&](std::uint32_t index) { return index < texts.size(); }));
    return {std::move(name), std::move(texts), std::move(indexes)};
}

// Decimals are stored as marks for missing ones, then the digits at one scale if all of them have at most 18 digits;
// otherwise digits and scales.

enum class Scales { one, each };

std::optional<int> common_scale(std::span<const Decimal> values) {
    std::optional<int> scale;
    for (const Decimal& value : values) {
        if (!value.is_missing() && value.digits() != 0) scale = std::max(scale.value_or(value.scale()), value.scale());
    }
    for (const Decimal& value : values) {
        if (!value.is_missing() && !value.fixed_point(scale.value_or(0))) return std::nullopt;
    }
    return scale.value_or(0);
}

void pack(PackedWriter& packed, std::span<const Decimal> values) {
    const bool any_missing = std::ranges::any_of(values, &Decimal::is_missing);
    packed.numbers(any_missing ? values.size() : 0, [&](std::size_t i) { return values[i].is_missing() ? 1 : 0; });
    const auto scale = common_scale(values);
    packed.number(static_cast<std::uint64_t>(scale ? Scales::one : Scales::each));
    if (scale) {
        packed.number(packing::zigzag(static_cast<std::uint64_t>(*scale)));
        return packed.numbers(values.size(), [&](std::size_t i) { return values[i].fixed_point(*scale).value_or(0); });
    }
    const auto known = [&](std::size_t i) { return values[i].is_missing() ? Decimal() : values[i]; };
    packed.numbers(values.size(), [&](std::size_t i) { return known(i).digits(); });
    packed.numbers(values.size(), [&](std::size_t i) { return known(i).scale(); });
}

// Decimal::parse() makes no other scales.
bool is_scale(int scale) {
    return std::abs(scale) <= 20'000;
}

std::vector<Decimal> unpack_decimals(PackedReader& packed, std::size_t count) {
    const auto missing = packed.exactly<std::uint8_t>(count, optional);
    std::vector<Decimal> values;
    if (packed.number() == static_cast<std::uint64_t>(Scales::one)) {
        const int scale = static_cast<int>(packing::unzigzag(packed.number()));
        require(is_scale(scale));
        values = packed.numbers<Decimal>(
            [&](std::uint64_t digits) { return Decimal(static_cast<std::int64_t>(digits), scale); });
    } else {
        const auto digits = packed.numbers<std::int64_t>();
        const auto scales = packed.exactly<std::int32_t>(digits.size());
        values.reserve(digits.size());
        for (std::size_t i = 0; i < digits.size(); ++i) {
            require(is_scale(scales[i]));
            values.emplace_back(digits[i], scales[i]);
        }
    }
    require(values.size() == count);
    for (std::size_t i = 0; i < missing.size(); ++i) {
        if (missing[i] != 0) values[i] = Decimal::missing();
    }
    return values;
}

// Coordinates are stored as integers over a power of ten if that gives the same bits, as in most maps; otherwise as
// their bits.

constexpr std::array<double, 13> powers{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12};
constexpr std::uint64_t as_bits = powers.size();  // stored in place of the power

std::optional<std::int64_t> over_power(double value, double power) {
    const double digits = std::nearbyint(value * power);
    constexpr double largest = 9007199254740992.0;
    if (!(std::abs(digits) <= largest)) return std::nullopt;
    if (std::bit_cast<std::uint64_t>(digits / power) != std::bit_cast<std::uint64_t>(value)) return std::nullopt;
    return static_cast<std::int64_t>(digits);
}

std::uint64_t power_of(const std::vector<Coordinate>& points) {
    for (std::size_t i = 0; i < powers.size(); ++i) {
        const auto fits = [&](Coordinate at) { return over_power(at.x, powers[i]) && over_power(at.y, powers[i]); };
        if (std::ranges::all_of(points, fits)) return i;
    }
    return as_bits;
}

void pack(PackedWriter& packed, const std::vector<Coordinate>& points) {
    const std::uint64_t power = power_of(points);
    packed.number(power);
    for (double Coordinate::*axis : {&Coordinate::x, &Coordinate::y}) {
        packed.numbers(points.size(), [&](std::size_t i) {
            const double value = points[i].*axis;
            return power == as_bits ? std::bit_cast<std::int64_t>(value) : *over_power(value, powers[power]);
        });
    }
}

std::vector<Coordinate> unpack_coordinates(PackedReader& packed) {
    const std::uint64_t power = packed.number();
    require(power <= as_bits);
    const auto axis = [&] {
        if (power == as_bits)
            return packed.numbers<double>([](std::uint64_t bits) { return std::bit_cast<double>(bits); });
        return packed.numbers<double>([by = powers[power]](std::uint64_t digits) {
            return static_cast<double>(static_cast<std::int64_t>(digits)) / by;
        });
    };
    const auto x = axis();
    const auto y = axis();
    require(x.size() == y.size());
    std::vector<Coordinate> points(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) points[i] = {x[i], y[i]};
    return points;
}

// Offsets are stored as the sizes between them.
template <class Offsets>
void pack_offsets(PackedWriter& packed, const Offsets& offsets) {
    packed.numbers(offsets.size() - 1, [&](std::size_t i) { return offsets[i + 1] - offsets[i]; });
}

template <class T>
std::vector<T> unpack_offsets(PackedReader& packed, std::uint64_t end) {
    const auto sizes = packed.numbers<std::uint64_t>();
    std::vector<T> offsets{0};
    offsets.reserve(sizes.size() + 1);
    for (const std::uint64_t size : sizes) {
        // Points of a line or arcs of a sequence: there are at least two.
        require(size >= 2 && size <= end - offsets.back());
        offsets.push_back(static_cast<T>(offsets.back() + size));
    }
    require(offsets.back() == end);
    return offsets;
}

void pack(PackedWriter& packed, const ArcShapes& shapes) {
    packed.number(shapes.empty() ? 0 : 1);
    if (shapes.empty()) return;
    pack(packed, shapes.all_points());
    pack_offsets(packed, shapes.first_points());
    // 0 means no shape.
    packed.numbers(shapes.arc_count(),
                   [&](std::size_t arc) { return shapes.has_shape(arc) ? std::uint64_t{shapes.shape(arc)} + 1 : 0; });
    packed.numbers(shapes.backward_of_arcs());
}

ArcShapes unpack_shapes(PackedReader& packed, std::size_t arcs) {
    if (packed.number() == 0) return {};
    auto points = unpack_coordinates(packed);
    auto first = unpack_offsets<std::uint64_t>(packed, points.size());
    auto of_arc = packed.numbers<ArcShapes::ShapeIndex>(
        [](std::uint64_t shape) { return static_cast<ArcShapes::ShapeIndex>(shape - 1); });  // 0 becomes no_shape
    auto backward = packed.exactly<std::uint8_t>(arcs);
    require(of_arc.size() == arcs && std::ranges::all_of(of_arc, [&](ArcShapes::ShapeIndex shape) {
                return shape == ArcShapes::no_shape || shape < first.size() - 1;
            }));
    return {std::move(first), std::move(points), std::move(of_arc), std::move(backward)};
}

void pack(PackedWriter& packed, const TurnRules& turns) {
    packed.numbers(turns.arcs);
    pack_offsets(packed, turns.first_arc);
    packed.numbers(turns.size(), [&](std::size_t i) { return static_cast<std::uint8_t>(turns.kinds[i]); });
    pack(packed, turns.sources);
    std::vector<Decimal> seconds;
    for (const TurnRules::Cost& cost : turns.costs) seconds.push_back(cost.seconds);
    packed.numbers(turns.costs.size(), [&](std::size_t i) { return turns.costs[i].from; });
    packed.numbers(turns.costs.size(), [&](std::size_t i) { return turns.costs[i].to; });
    pack(packed, std::span<const Decimal>(seconds));
    packed.numbers(turns.destination_only);
    packed.numbers(turns.may_turn_round);
}

TurnRules unpack_turns(PackedReader& packed, const RoadNetwork& network) {
    const auto follows = [&](ArcIndex arc, ArcIndex next) {
        return arc < network.arc_count() && next < network.arc_count() && network.head[arc] == network.tail[next];
    };
    TurnRules turns;
    turns.arcs = packed.numbers<ArcIndex>();
    turns.first_arc = unpack_offsets<std::size_t>(packed, turns.arcs.size());
    for (const auto kind : packed.exactly<std::uint8_t>(turns.first_arc.size() - 1)) {
        require(kind <= static_cast<std::uint8_t>(TurnRules::Kind::mandatory));
        turns.kinds.push_back(static_cast<TurnRules::Kind>(kind));
    }
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const auto arcs = turns.sequence(i);
        for (std::size_t at = 1; at < arcs.size(); ++at) require(follows(arcs[at - 1], arcs[at]));
    }
    turns.sources = unpack_text_column(packed, turns.size());
    const auto from = packed.numbers<ArcIndex>();
    const auto to = packed.exactly<ArcIndex>(from.size());
    const auto seconds = unpack_decimals(packed, from.size());
    turns.costs.reserve(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        require(follows(from[i], to[i]) && !seconds[i].is_missing());
        turns.costs.push_back({from[i], to[i], seconds[i]});
    }
    turns.destination_only = packed.exactly<std::uint8_t>(network.arc_count(), optional);
    turns.may_turn_round = packed.exactly<std::uint8_t>(network.node_count(), optional);
    return turns;
}

void pack(PackedWriter& packed, const Provenance& provenance) {
    packed.text(provenance.crs);
    packed.number(static_cast<std::uint64_t>(provenance.coordinate_unit));
    packed.number(std::bit_cast<std::uint64_t>(provenance.metres_per_unit));
    packed.number(provenance.whole_numbers ? 1 : 0);
    packed.number(provenance.notes.size());
    for (const auto& [name, note] : provenance.notes) {
        packed.text(name);
        packed.text(note);
    }
}

Provenance unpack_provenance(PackedReader& packed) {
    Provenance provenance;
    provenance.crs = packed.text();
    const std::uint64_t unit = packed.number();
    require(unit <= static_cast<std::uint64_t>(Provenance::CoordinateUnit::length));
    provenance.coordinate_unit = static_cast<Provenance::CoordinateUnit>(unit);
    provenance.metres_per_unit = std::bit_cast<double>(packed.number());
    provenance.whole_numbers = packed.number() == 1;
    for (std::uint64_t notes = packed.number(); notes > 0; --notes) {
        std::string name(packed.text());
        provenance.notes.emplace_back(std::move(name), std::string(packed.text()));
    }
    return provenance;
}

}  // namespace

void PackedWriter::number(std::uint64_t value) {
    for (; value >= 128; value >>= 7) bytes_.push_back(static_cast<char>(value | 128));
    bytes_.push_back(static_cast<char>(value));
}

void PackedWriter::text(std::string_view text) {
    number(text.size());
    bytes_ += text;
}

void PackedWriter::pack() {
    number(values_.size());
    if (values_.empty()) return;
    Form shortest = Form::plain;
    std::size_t fewest = 0;
    for (const Form form : {Form::plain, Form::signs, Form::differences}) {
        std::size_t bytes = 0;
        visit_blocks(form, values_,
                     [&](unsigned width, auto numbers) { bytes += 1 + bytes_of(width, numbers.size()); });
        if (form != Form::plain && bytes >= fewest) continue;
        shortest = form;
        fewest = bytes;
    }
    bytes_.push_back(static_cast<char>(shortest));
    if (shortest == Form::differences) number(values_[0]);
    visit_blocks(shortest, values_, [&](unsigned width, std::span<const std::uint64_t> numbers) {
        bytes_.push_back(static_cast<char>(width));
        const std::size_t begin = bytes_.size();
        const std::size_t bytes = bytes_of(width, numbers.size());
        bytes_.resize(begin + bytes + sizeof(std::uint64_t));  // numbers are added as whole words
        char* at = bytes_.data() + begin;
        std::size_t bit = 0;
        for (const std::uint64_t number : numbers) {
            std::uint64_t word = 0;
            std::memcpy(&word, at + bit / 8, sizeof(word));
            word = little_endian(little_endian(word) | number << bit % 8);
            std::memcpy(at + bit / 8, &word, sizeof(word));
            bit += width;
        }
        bytes_.resize(begin + bytes);
    });
}

std::uint64_t PackedReader::number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
        const std::uint8_t next = byte();
        require(shift < 63 || next <= 1);
        value |= std::uint64_t{next & 127u} << shift;
        if (next < 128) return value;
    }
}

std::string_view PackedReader::text() {
    const std::uint64_t size = number();
    require(size <= bytes_.size());
    const std::string_view text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return text;
}

std::uint8_t PackedReader::byte() {
    require(!bytes_.empty());
    const auto value = static_cast<std::uint8_t>(bytes_[0]);
    bytes_.remove_prefix(1);
    return value;
}

void PackedReader::unpack(std::uint64_t* values, std::size_t count) {
    const unsigned width = byte();
    require(width <= 57 || width == 64);
    const std::size_t bytes = bytes_of(width, count);
    require(bytes <= bytes_.size());
    // Every number is read as a whole word, so the last ones need bytes behind the block.
    std::array<char, block * sizeof(std::uint64_t) + sizeof(std::uint64_t)> end;
    const char* from = bytes_.data();
    if (bytes_.size() < bytes + sizeof(std::uint64_t)) {
        std::memcpy(end.data(), from, bytes);
        std::memset(end.data() + bytes, 0, sizeof(std::uint64_t));
        from = end.data();
    }
    const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    std::size_t bit = 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t word = 0;
        std::memcpy(&word, from + bit / 8, sizeof(word));
        values[i] = little_endian(word) >> bit % 8 & mask;
        bit += width;
    }
    bytes_.remove_prefix(bytes);
}

void PackedReader::fail() {
    throw DamagedContent("its packed numbers are damaged");
}

std::string pack_network(const RoadNetwork& network) {
    PackedWriter packed;
    pack(packed, network.provenance);
    pack(packed, network.node_ids);
    pack(packed, network.coordinates);
    packed.numbers(network.no_through);
    packed.numbers(network.elimination_order);
    packed.numbers(network.tail);
    // The end nodes of a road are close to each other in most files.
    packed.numbers(network.arc_count(),
                   [&](std::size_t arc) { return std::int64_t{network.head[arc]} - std::int64_t{network.tail[arc]}; });
    pack(packed, network.arc_ids);
    packed.numbers(network.reversed);
    packed.number(network.columns.size());
    for (const ArcColumn& column : network.columns) {
        packed.text(column.name);
        packed.text(column.unit);
        packed.number(column.resolution_digits ? 1 : 0);
        packed.number(packing::zigzag(static_cast<std::uint64_t>(column.resolution_digits.value_or(0))));
        pack(packed, std::span<const Decimal>(column.values));
    }
    packed.number(network.texts.size());
    for (const TextColumn& column : network.texts) pack(packed, column);
    pack(packed, network.shapes);
    pack(packed, network.turns);
    return std::move(packed).take();
}

RoadNetwork unpack_network(std::string_view bytes) {
    PackedReader packed(bytes);
    RoadNetwork network;
    network.provenance = unpack_provenance(packed);
    network.node_ids = unpack_ids(packed);
    const std::size_t n = network.node_count();
    network.coordinates = unpack_coordinates(packed);
    require(network.coordinates.empty() || network.coordinates.size() == n);
    network.no_through = packed.exactly<std::uint8_t>(n, optional);
    require(std::ranges::all_of(network.no_through, [](std::uint8_t mark) { return mark <= NoThrough::barrier; }));
    network.elimination_order = packed.numbers<NodeIndex>();
    require(network.elimination_order.empty() || why_order_misfits(network, network.elimination_order).empty());
    network.tail = packed.numbers<NodeIndex>();
    const std::size_t m = network.arc_count();
    std::size_t arc = 0;
    network.head = packed.numbers<NodeIndex>([&](std::uint64_t from_tail) {
        return static_cast<NodeIndex>(arc < m ? network.tail[arc++] + from_tail : no_node);
    });
    const auto is_node = [&](NodeIndex node) { return node < n; };
    require(network.head.size() == m && std::ranges::all_of(network.tail, is_node) &&
            std::ranges::all_of(network.head, is_node));
    network.arc_ids = unpack_ids(packed);
    require(network.arc_ids.size() == m);
    network.reversed = packed.exactly<std::uint8_t>(m, optional);
    for (std::uint64_t columns = packed.number(); columns > 0; --columns) {
        ArcColumn& column = network.columns.emplace_back();
        column.name = packed.text();
        column.unit = packed.text();
        const bool has_resolution = packed.number() == 1;
        const auto digits = static_cast<int>(packing::unzigzag(packed.number()));
        if (has_resolution) column.resolution_digits = digits;
        column.values = unpack_decimals(packed, m);
    }
    for (std::uint64_t texts = packed.number(); texts > 0; --texts) {
        network.texts.push_back(unpack_text_column(packed, m));
    }
    network.shapes = unpack_shapes(packed, m);
    network.turns = unpack_turns(packed, network);
    require(packed.at_end());
    return network;
}

}  // namespace allways::importers

// ---- the copy

namespace allways::importers::gpkg {

namespace {

constexpr std::array<const char*, 6> layers{node_layer,       link_layer,  movement_table,
                                            provenance_table, order_table, column_table};
constexpr std::string_view signature = "allways copy";

std::string layer_list() {
    std::string list;
    for (const char* layer : layers) list += (list.empty() ? "" : ", ") + sql_quoted(layer, '\'');
    return list;
}

// Makes several statements see the same state of a file that another program may be changing.
class ReadTransaction {
public:
    explicit ReadTransaction(const SqliteDatabase& database) : handle_(database.handle()) { run("BEGIN"); }
    ~ReadTransaction() { run("ROLLBACK"); }
    ReadTransaction(const ReadTransaction&) = delete;
    ReadTransaction& operator=(const ReadTransaction&) = delete;

private:
    void run(const char* sql) { sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr); }

    sqlite3* handle_;
};

// Appends the rows' fields as text, separated by a byte that occurs in no field.
void add_rows(const SqliteDatabase& database, const std::string& sql, int columns, std::string& text) {
    SqliteRows rows(database, sql, "the definition of the layers");
    while (rows.next()) {
        for (int column = 0; column < columns; ++column) text.append(rows.text(column)).push_back('\0');
    }
    text.push_back('\0');
}

class CopyReader {
public:
    CopyReader(const SqliteDatabase& database, const ReadOptions& options) : database_(database), options_(options) {}

    std::optional<RoadNetwork> read() {
        const ReadTransaction unchanged(database_);
        if (!database_.has_table(copy_table)) return std::nullopt;
        try {
            const auto header = read_header();
            if (!header) return std::nullopt;
            if (header->definitions != layer_definitions(database_)) return edited();
            return unpack_network(read_parts(*header));
        } catch (const DamagedContent&) {
            return damaged();
        } catch (const InputError&) {
            return damaged();
        }
    }

private:
    SqliteRows rows(const char* condition) const {
        return {
            database_,
            format("SELECT checksum, content FROM {} WHERE {} ORDER BY part", sql_quoted(copy_table, '"'), condition),
            "the copy of the network"};
    }

    // Returns the content of the current row; views are valid until the next row.
    static std::string_view content(const SqliteRows& rows) {
        const auto bytes = rows.blob(1);
        const std::string_view content(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        PackedReader::require(static_cast<std::uint64_t>(rows.whole(0)) == copy_checksum(content));
        return content;
    }

    std::optional<CopyHeader> read_header() {
        SqliteRows header = rows("part = 0");
        if (!header.next()) return edited();
        PackedReader packed(content(header));
        PackedReader::require(packed.text() == signature);
        if (const std::uint64_t version = packed.number(); version != packed_network_version) {
            return left_aside(LogLevel::info, format("is of version {}, and this program reads version {}", version,
                                                     packed_network_version));
        }
        CopyHeader found;
        found.bytes = packed.number();
        found.definitions = packed.text();
        PackedReader::require(packed.at_end());
        return found;
    }

    std::string read_parts(const CopyHeader& header) {
        PackedReader::require(header.bytes <= std::filesystem::file_size(database_.path()));
        std::string bytes;
        bytes.reserve(header.bytes);
        SqliteRows parts = rows("part > 0");
        while (parts.next()) {
            bytes += content(parts);
            PackedReader::require(bytes.size() <= header.bytes);
            report(options_.progress, "read", bytes.size(), header.bytes);
        }
        PackedReader::require(bytes.size() == header.bytes);
        return bytes;
    }

    std::nullopt_t edited() const {
        return left_aside(LogLevel::info, "is out of date, because the layers were edited");
    }
    std::nullopt_t damaged() const { return left_aside(LogLevel::warning, "is damaged"); }
    std::nullopt_t left_aside(LogLevel level, const std::string& why) const {
        log(options_.log, level,
            format(
                "{}: its copy of the network for fast reading {}; the layers are read instead. Import the file again "
                "to renew the copy",
                database_.path(), why));
        return std::nullopt;
    }

    const SqliteDatabase& database_;
    const ReadOptions& options_;
};

}  // namespace

std::string packed_header(const CopyHeader& header) {
    PackedWriter packed;
    packed.text(signature);
    packed.number(packed_network_version);
    packed.number(header.bytes);
    packed.text(header.definitions);
    return std::move(packed).take();
}

std::vector<std::string> copy_triggers(const SqliteDatabase& database) {
    std::vector<std::string> triggers;
    for (const char* layer : layers) {
        if (!database.has_table(layer)) continue;
        for (const char* event : {"insert", "update", "delete"}) {
            triggers.push_back(
                format("CREATE TRIGGER {0}_{1}_{2} AFTER {2} ON {1} BEGIN DELETE FROM {0} WHERE part = 0; END",
                       copy_table, layer, event));
        }
    }
    return triggers;
}

std::string layer_definitions(const SqliteDatabase& database) {
    std::string text;
    add_rows(database, "PRAGMA application_id", 1, text);
    add_rows(database,
             format("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE (type IN ('table', 'view') AND "
                    "lower(name) IN ({})) OR (type = 'trigger' AND substr(name, 1, {}) = '{}_') ORDER BY type, name",
                    layer_list(), std::string_view(copy_table).size() + 1, copy_table),
             4, text);
    if (database.has_table("gpkg_geometry_columns") && database.has_table("gpkg_spatial_ref_sys")) {
        add_rows(
            database,
            format("SELECT c.table_name, c.column_name, c.srs_id, s.organization, s.organization_coordsys_id, "
                   "s.definition FROM gpkg_geometry_columns AS c LEFT JOIN gpkg_spatial_ref_sys AS s ON s.srs_id = "
                   "c.srs_id WHERE lower(c.table_name) IN ({}) ORDER BY c.table_name, c.column_name",
                   layer_list()),
            6, text);
    }
    return text;
}

// Multiplies once for each eight bytes; the rotation brings the high bits back down.
std::uint64_t copy_checksum(std::string_view bytes) {
    std::uint64_t sum = bytes.size();
    const auto add = [&](std::uint64_t word) { sum = std::rotl((sum ^ word) * 0x9E3779B97F4A7C15u, 29); };
    for (; bytes.size() >= sizeof(std::uint64_t); bytes.remove_prefix(sizeof(std::uint64_t))) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data(), sizeof(word));
        add(std::endian::native == std::endian::little ? word : __builtin_bswap64(word));
    }
    std::uint64_t rest = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        rest |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << 8 * i;
    }
    add(rest);
    return sum;
}

std::optional<RoadNetwork> read_copy(const SqliteDatabase& database, const ReadOptions& options) {
    return CopyReader(database, options).read();
}

}  // namespace allways::importers::gpkg
