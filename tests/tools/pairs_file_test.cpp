// SPDX-License-Identifier: Apache-2.0
// Files of pairs: their ends, and the columns that go with them.
#include "allways/points/pair_lists.h"

#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/base/stopwatch.h"
#include "scratch_folder.h"

namespace allways::tools {
namespace {

class PairsFile : public ::testing::Test {
protected:
    PairList read(const std::string& content) {
        const std::string path = folder_.file("pairs.csv");
        std::ofstream(path) << content;
        return read_pairs(path);
    }
    test::ScratchFolder folder_;
};

TEST_F(PairsFile, NumbersColumnsOfOneName) {
    const PairList list = read("from,to,a,A,a_2,a,,cost\n1,2,p,q,r,s,t,u\n");
    EXPECT_EQ(list.columns.names, (std::vector<std::string>{"a", "A_2", "a_2_2", "a_3", "column_7", "pair_cost"}));
    EXPECT_EQ(list.columns.values.front(), (std::vector<std::string>{"p", "q", "r", "s", "t", "u"}));
}

TEST_F(PairsFile, FindsItsEndsByName) {
    const PairList list = read("trip,to,from\nA,2,1\n");
    EXPECT_EQ(list.pairs.front().from, "1");
    EXPECT_EQ(list.pairs.front().to, "2");
    EXPECT_EQ(list.columns.names, std::vector<std::string>{"trip"});
    EXPECT_EQ(read("from_id,to_id,time_s\n1,2,3\n").pairs.size(), 1u);  // as `table` writes it to SQLite
    EXPECT_EQ(read("origin,destination\n1,2\n").pairs.front().to, "2");
}

TEST_F(PairsFile, FindsPositionsByName) {
    for (const char* text :
         {"from_lon,from_lat,to_lon,to_lat\n7,43,8,44\n",
          "origin_longitude,origin_latitude,destination_longitude,destination_latitude\n7,43,8,44\n",
          "start_lng;start_lat;end_lng;end_lat\n7;43;8;44\n", "lon_from,lat_from,lon_to,lat_to\n7,43,8,44\n",
          "trip;from_coords;to_coords\nA;43,7;44,8\n"}) {
        const PairList list = read(text);
        EXPECT_EQ(list.pairs.front().from, "@7,43") << text;
        EXPECT_EQ(list.pairs.front().to, "@8,44") << text;
        EXPECT_FALSE(list.crs) << text;
    }
    const PairList metres = read("o_x,o_y,d_x,d_y,n\n2600000,1200000,2600100,1200000,9\n");
    EXPECT_EQ(metres.crs, "");
    EXPECT_EQ(metres.pairs.front().from, "@2600000,1200000");
    EXPECT_EQ(metres.columns.names, std::vector<std::string>{"n"});
    EXPECT_EQ(read("from_geom;to_geom\n\"SRID=2056;POINT(1 2)\";\"SRID=2056;POINT(3 4)\"\n").crs, "EPSG:2056");
}

TEST_F(PairsFile, TakesNamedColumns) {
    const std::string path = folder_.file("named.csv");
    std::ofstream(path) << "a,b,c,d\n1,2,3,4\n";
    const PairList list = read_pairs(path, {.x_field = "a,c", .y_field = "b,d", .crs = "EPSG:2056"});
    EXPECT_EQ(list.pairs.front().from, "@1,2");
    EXPECT_EQ(list.pairs.front().to, "@3,4");
    EXPECT_EQ(list.crs, "EPSG:2056");
    EXPECT_THROW(read_pairs(path, {.x_field = "a", .y_field = "b"}), InvalidArgument);
    EXPECT_THROW(read_pairs(path, {.x_field = "a,e", .y_field = "b,d"}), InvalidArgument);
    EXPECT_THROW(read("from_lon,from_lat,to_lon,to_lat\n7,43,8,x\n"), InputError);
}

PointSet shops() {
    return make_points({{7, 43}, {8, 44}, {9, 45}, {9, 45}}, "EPSG:4326",
                       IdTable(std::vector<std::string>{"a", "b", "c", "c"}));
}

TEST_F(PairsFile, NamesPointsByTheirIds) {
    const PointSides points{shops()};
    const PairLists lists = pair_lists(read("from,to,trips\nb,a,7\nb,b,8\n"), "pairs.csv", &points);
    EXPECT_EQ(lists.origins.places, (std::vector<Coordinate>{{8, 44}}));
    EXPECT_EQ(lists.destinations.places, (std::vector<Coordinate>{{7, 43}, {8, 44}}));
    EXPECT_EQ(lists.pairs, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{0, 0}, {0, 1}}));
    EXPECT_EQ(lists.columns.values[1], std::vector<std::string>{"8"});
    for (const char* bad : {"from,to\na,z\n", "from,to\na,c\n"}) {
        try {
            pair_lists(read(bad), "pairs.csv", &points);
            FAIL() << bad;
        } catch (const InputError& error) {
            EXPECT_EQ(error.file(), "pairs.csv");
            EXPECT_EQ(error.line(), 2u);
        }
    }
}

// In quadratic time it would take minutes.
TEST_F(PairsFile, TakesManyColumnsOfOneNameInTheTimeOfReadingThem) {
    constexpr std::size_t columns = 100'000;
    std::string heading = "from,to";
    std::string row = "1,2";
    for (std::size_t i = 0; i < columns; ++i) {
        heading += ",x";
        row += ",7";
    }
    const Stopwatch watch;
    const PairList list = read(heading + "\n" + row + "\n");
    EXPECT_LT(watch.seconds(), 10);
    EXPECT_EQ(std::set(list.columns.names.begin(), list.columns.names.end()).size(), columns);
    EXPECT_EQ(list.columns.names.back(), "x_100000");
}

}  // namespace
}  // namespace allways::tools
