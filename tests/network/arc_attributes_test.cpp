// SPDX-License-Identifier: Apache-2.0
// Texts and shapes of arcs: kept once, found by arc, carried into another order.
#include <array>

#include <gtest/gtest.h>

#include "allways/network/arc_shapes.h"
#include "allways/network/text_column.h"

namespace allways {
namespace {

using Points = std::vector<Coordinate>;

TEST(TextColumn, KeepsEachTextOnce) {
    TextColumn names("name");
    for (const char* text : {"Rue A", "", "Rue B", "Rue A"}) names.add(text);
    ASSERT_EQ(names.size(), 4u);
    EXPECT_EQ(names.text(0), "Rue A");
    EXPECT_EQ(names.text(1), "");
    EXPECT_EQ(names.text(2), "Rue B");
    EXPECT_EQ(names.text(3), "Rue A");
    EXPECT_EQ(names.texts(), (std::vector<std::string>{"", "Rue A", "Rue B"}));
}

TEST(TextColumn, GoesIntoAnotherOrderAndOn) {
    TextColumn names("name");
    for (const char* text : {"a", "b", "c"}) names.add(text);
    TextColumn turned = names.in_order(std::array<ArcIndex, 4>{2, 0, 1, 0});
    turned.add("b");
    ASSERT_EQ(turned.size(), 5u);
    EXPECT_EQ(turned.text(0), "c");
    EXPECT_EQ(turned.text(1), "a");
    EXPECT_EQ(turned.text(3), "a");
    EXPECT_EQ(turned.text(4), "b");
    EXPECT_EQ(turned.name(), "name");
}

TEST(TextColumn, FindsEachOfManyTexts) {
    TextColumn ids("osm_way_id");
    for (const int round : {0, 1}) {
        for (int id = 0; id < 5000; ++id) ids.add(std::to_string(id * (round + 1)));
        round == 0 ? ids.share() : ids.settle();
    }
    EXPECT_EQ(ids.distinct_count(), 1 + 5000 + 2500u);
    for (int id = 0; id < 5000; ++id) {
        const auto arc = static_cast<std::size_t>(id);
        EXPECT_EQ(ids.text(arc), std::to_string(id));
        EXPECT_EQ(ids.text(5000 + arc), std::to_string(2 * id));
    }
}

TEST(TextColumn, SelectionHasTheTextsInUse) {
    TextColumn names("name");
    for (const char* text : {"a", "b", "", "c"}) names.add(text);
    TextColumn selected = names.selection(std::array<std::uint32_t, 4>{3, 2, 1, 3});
    selected.add("b");
    EXPECT_EQ(selected.name(), "name");
    EXPECT_EQ(selected.texts(), (std::vector<std::string>{"", "c", "b"}));
    const auto indexes = selected.indexes();
    EXPECT_EQ(std::vector<std::uint32_t>(indexes.begin(), indexes.end()), (std::vector<std::uint32_t>{1, 0, 2, 1, 2}));
}

TEST(TextColumn, EqualMeansTheSameTexts) {
    TextColumn one("name");
    TextColumn other("name");
    one.add("a"), one.add("b");
    other.add("b"), other.add("b");
    EXPECT_FALSE(one == other);
    EXPECT_TRUE(one.in_order(std::array<ArcIndex, 1>{1}) == other.in_order(std::array<ArcIndex, 1>{0}));
    one.rename("ref");
    EXPECT_FALSE(one.in_order(std::array<ArcIndex, 1>{1}) == other.in_order(std::array<ArcIndex, 1>{0}));
}

TEST(ArcShapes, DirectionsShareAShape) {
    ArcShapes shapes;
    EXPECT_TRUE(shapes.empty());
    const auto road = shapes.add_shape(Points{{0, 0}, {1, 0}, {1, 1}});
    shapes.add_arc(road);
    shapes.add_arc(ArcShapes::no_shape);
    shapes.add_arc(road, true);
    EXPECT_EQ(shapes.arc_count(), 3u);
    EXPECT_EQ(shapes.shape_count(), 1u);
    EXPECT_EQ(shapes.points(0), (Points{{0, 0}, {1, 0}, {1, 1}}));
    EXPECT_EQ(shapes.points(1), Points{});
    EXPECT_FALSE(shapes.has_shape(1));
    EXPECT_EQ(shapes.points(2), (Points{{1, 1}, {1, 0}, {0, 0}}));
}

TEST(ArcShapes, GoIntoAnotherOrder) {
    ArcShapes shapes;
    const auto first = shapes.add_shape(Points{{0, 0}, {1, 0}});
    const auto second = shapes.add_shape(Points{{5, 5}, {6, 6}, {7, 5}});
    shapes.add_arc(first);
    shapes.add_arc(second, true);
    const ArcShapes turned = shapes.in_order(std::array<ArcIndex, 3>{1, 0, 1});
    ASSERT_EQ(turned.arc_count(), 3u);
    EXPECT_EQ(turned.points(0), (Points{{7, 5}, {6, 6}, {5, 5}}));
    EXPECT_EQ(turned.points(1), (Points{{0, 0}, {1, 0}}));
    EXPECT_EQ(turned.points(2), turned.points(0));
    EXPECT_TRUE(ArcShapes().in_order({}).empty());
}

}  // namespace
}  // namespace allways
