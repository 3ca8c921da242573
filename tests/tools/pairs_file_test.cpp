// Files of pairs: their ends, and the columns that go with them.
#include "allways/points/pairs_file.h"

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

// Of the square of the columns it would take minutes.
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
