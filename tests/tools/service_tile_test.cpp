// SPDX-License-Identifier: Apache-2.0
// Vector tiles of the routing service, decoded again.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include <protozero/pbf_reader.hpp>

#include "service/map/vector_tile.h"
#include "service_town.h"

namespace allways::test {

namespace {

using namespace tools;

struct DecodedFeature {
    std::map<std::string, TileValue> properties;
    std::vector<std::vector<std::pair<int, int>>> lines;
};

struct DecodedLayer {
    std::string name;
    std::uint32_t version = 0, extent = 0;
    std::vector<DecodedFeature> features;
};

TileValue value_of(protozero::pbf_reader value) {
    TileValue read;
    while (value.next()) {
        if (value.tag() == 1)
            read = value.get_string();
        else if (value.tag() == 2)
            read = value.get_float();
        else if (value.tag() == 5)
            read = value.get_uint64();
        else
            read = value.get_bool();
    }
    return read;
}

std::vector<std::vector<std::pair<int, int>>> lines_of(const std::vector<std::uint32_t>& commands) {
    std::vector<std::vector<std::pair<int, int>>> lines;
    int x = 0;
    int y = 0;
    for (std::size_t i = 0; i < commands.size();) {
        const std::uint32_t id = commands[i] & 7;
        const std::uint32_t count = commands[i++] >> 3;
        if (id == 1) lines.emplace_back();
        for (std::uint32_t k = 0; k < count; ++k, i += 2) {
            x += protozero::decode_zigzag32(commands[i]);
            y += protozero::decode_zigzag32(commands[i + 1]);
            lines.back().emplace_back(x, y);
        }
    }
    return lines;
}

DecodedLayer decode(const std::string& data) {
    DecodedLayer decoded;
    protozero::pbf_reader tile(data);
    EXPECT_TRUE(tile.next(3));
    protozero::pbf_reader layer = tile.get_message();
    EXPECT_FALSE(tile.next());
    std::vector<std::string> keys;
    std::vector<TileValue> values;
    std::vector<std::vector<std::uint32_t>> tags;
    while (layer.next()) {
        switch (layer.tag()) {
            case 1: decoded.name = layer.get_string(); break;
            case 2: {
                protozero::pbf_reader feature = layer.get_message();
                auto& made = decoded.features.emplace_back();
                tags.emplace_back();
                while (feature.next()) {
                    if (feature.tag() == 2) {
                        const auto range = feature.get_packed_uint32();
                        tags.back().assign(range.begin(), range.end());
                    } else if (feature.tag() == 4) {
                        const auto range = feature.get_packed_uint32();
                        made.lines = lines_of({range.begin(), range.end()});
                    } else {
                        feature.skip();
                    }
                }
                break;
            }
            case 3: keys.push_back(layer.get_string()); break;
            case 4: values.push_back(value_of(layer.get_message())); break;
            case 5: decoded.extent = layer.get_uint32(); break;
            default: decoded.version = layer.get_uint32();
        }
    }
    for (std::size_t i = 0; i < tags.size(); ++i) {
        for (std::size_t k = 0; k + 1 < tags[i].size(); k += 2) {
            decoded.features[i].properties[keys.at(tags[i][k])] = values.at(tags[i][k + 1]);
        }
    }
    return decoded;
}

}  // namespace

TEST(ServiceTile, ShowsEveryArcOfTheTown) {
    // The tile of zoom 14 with the place 7.0015, 43.0015.
    const std::uint32_t x = 8510;
    const std::uint32_t y = 6020;
    const TileAddress tile{x, y, 14};
    const Coordinate centre = tile.to_tile({7.0015, 43.0015});
    ASSERT_GT(centre.x, 0);
    ASSERT_LT(centre.x, tile_extent);
    ASSERT_GT(centre.y, 0);
    ASSERT_LT(centre.y, tile_extent);
    const ServiceAnswer answer = service().answer({"GET", format("/tile/v1/driving/tile({},{},14).mvt", x, y)});
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.content_type, "application/x-protobuf");
    EXPECT_EQ(answer.service, "tile");
    const DecodedLayer layer = decode(answer.body);
    EXPECT_EQ(layer.name, "speeds");
    EXPECT_EQ(layer.version, 2u);
    EXPECT_EQ(layer.extent, 4096u);
    EXPECT_EQ(layer.features.size(), 2 * (3 * 3 + 3 * 4) + 3 + 2u);  // rows, columns, the one-way row, Gate Street
    for (const DecodedFeature& one : layer.features) {
        EXPECT_EQ(one.properties.size(), 8u);
        EXPECT_EQ(one.properties.at("speed"), TileValue(std::uint64_t{36}));
        EXPECT_EQ(one.properties.at("duration"), TileValue(10.0F));
        EXPECT_EQ(one.properties.at("rate"), TileValue(10.0F));
        EXPECT_EQ(one.properties.at("is_small"), TileValue(true));
        EXPECT_EQ(one.properties.at("datasource"), TileValue(std::string("network")));
        ASSERT_EQ(one.lines.size(), 1u);
        ASSERT_EQ(one.lines[0].size(), 2u);
    }
    const Coordinate crossing = tile.to_tile({7, 43});
    const std::pair corner(static_cast<int>(std::lround(crossing.x)), static_cast<int>(std::lround(crossing.y)));
    EXPECT_EQ(std::ranges::count_if(layer.features, [&](const auto& one) { return one.lines[0].front() == corner; }),
              2);
    EXPECT_TRUE(service().answer({"GET", "/tile/v1/driving/tile(0,0,14).mvt"}).body.empty());
    EXPECT_EQ(service().answer({"POST", "/tile/v1/driving/tile(0,0,14).mvt"}).status, 405);
}

TEST(ServiceTile, CutsLinesAtItsMargin) {
    const TileAddress tile{8510, 6020, 14};
    const auto at = [&](double x, double y) { return tile.to_degrees({x, y}); };
    TileLayer layer("roads");
    // In, out in the east, back further north, and out again.
    layer.add_line(tile, {at(2000, 2000), at(6000, 2000), at(6000, 1000), at(2000, 1000), at(-9000, 1000)}, {});
    layer.add_line(tile, {at(5000, 0), at(5000, 100)}, {});
    layer.add_line(tile, {at(-500, 2000), at(5000, 2000)}, {{"name", std::string("through")}});
    layer.add_line(tile, {at(-500, 100), at(100, -500)}, {});  // passes the corner outside the margin
    const DecodedLayer decoded = decode(layer.tile());
    ASSERT_EQ(decoded.features.size(), 2u);
    using Line = std::vector<std::pair<int, int>>;
    EXPECT_EQ(decoded.features[0].lines,
              (std::vector<Line>{{{2000, 2000}, {4160, 2000}}, {{4160, 1000}, {2000, 1000}, {-64, 1000}}}));
    EXPECT_EQ(decoded.features[1].lines, (std::vector<Line>{{{-64, 2000}, {4160, 2000}}}));
    EXPECT_EQ(decoded.features[1].properties.at("name"), TileValue(std::string("through")));
}

}  // namespace allways::test
