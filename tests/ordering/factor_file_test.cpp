#include "ordering/factor_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "allways/base/error.h"
#include "ordering/nested_dissection.h"
#include "ordering_support.h"
#include "tools/scratch_folder.h"

namespace allways::testing {

namespace {

class FactorFile : public ::testing::Test {
protected:
    template <class T>
    std::vector<T> cells() const {
        return {rows_.cost.begin(), rows_.cost.end()};
    }
    template <class T>
    ordering::Factor<T> factor(int label_bits = 0) const {
        const ordering::Graph graph = rows_.graph();
        return ordering::factorize<T>(
            std::make_shared<const ordering::Elimination>(ordering::eliminate(graph, ordering::nested_dissection(graph).order)),
            graph, cells<T>(), unreachable_cost<T>, label_bits);
    }
    template <class T>
    void expect_round_trip(int label_bits = 0) const {
        const ordering::Factor<T> written = factor<T>(label_bits);
        ordering::write_factor<T>(path_, written, rows_.graph(), cells<T>());
        const ordering::Factor<T> read = ordering::read_factor<T>(path_, rows_.graph(), cells<T>());
        EXPECT_EQ(read.up, written.up);
        EXPECT_EQ(read.down, written.down);
        EXPECT_EQ(read.label_bits, label_bits);
        EXPECT_EQ(read.unreachable, written.unreachable);
        EXPECT_EQ(read.elimination->node_at, written.elimination->node_at);
        EXPECT_EQ(read.elimination->up, written.elimination->up);
    }
    void write_int32() const {
        ordering::write_factor<std::int32_t>(path_, factor<std::int32_t>(), rows_.graph(), cells<std::int32_t>());
    }

    // What reading the file is refused for; empty where it is read.
    std::string refusal() const {
        try {
            ordering::read_factor<std::int32_t>(path_, rows_.graph(), cells<std::int32_t>());
            return "";
        } catch (const InputError& error) {
            EXPECT_EQ(error.file(), path_);
            return error.what();
        }
    }
    std::string contents() const { return folder_.text(name); }
    void set_contents(const std::string& bytes) const { folder_.write(name, bytes); }
    static void expect_in(const std::string& part, const std::string& text) {
        EXPECT_NE(text.find(part), std::string::npos) << "'" << part << "' in '" << text << "'";
    }

    ArcRows rows_ = arc_rows(generate_streets({.nodes = 300}));
    static constexpr const char* name = "town.factor";
    test::ScratchFolder folder_;
    const std::string path_ = folder_.file(name);
};

TEST_F(FactorFile, KeepsEveryType) {
    expect_round_trip<std::int32_t>();
    expect_round_trip<std::int32_t>(3);
    expect_round_trip<float>();
    expect_round_trip<double>();
}

TEST_F(FactorFile, KeepsTheFactorOfNothing) {
    rows_ = ArcRows{};
    expect_round_trip<std::int32_t>();
}

TEST_F(FactorFile, LeavesNothingBeside) {
    write_int32();
    write_int32();
    EXPECT_EQ(folder_.names(), std::vector<std::string>{name});
}

TEST_F(FactorFile, RefusesEveryDamagedByte) {
    write_int32();
    const std::string whole = contents();
    ASSERT_EQ(refusal(), "");
    for (std::size_t at = 0; at < whole.size(); at += at < 200 ? 1 : 97) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x10);
        set_contents(damaged);
        EXPECT_NE(refusal(), "") << "byte " << at;
    }
}

TEST_F(FactorFile, RefusesOtherLengths) {
    write_int32();
    const std::string whole = contents();
    for (const std::size_t length : {std::size_t{0}, std::size_t{5}, std::size_t{63}, std::size_t{64}, whole.size() - 1}) {
        set_contents(whole.substr(0, length));
        EXPECT_NE(refusal(), "") << length;
    }
    set_contents(whole + "x");
    expect_in("not as long as it states", refusal());
}

TEST_F(FactorFile, TellsWhatIsWrong) {
    set_contents(std::string(100, 'x'));
    expect_in("not a factor of Allways", refusal());
    std::filesystem::remove(path_);
    expect_in("No such file", refusal());

    ordering::write_factor<double>(path_, factor<double>(), rows_.graph(), cells<double>());
    expect_in("a factor of float64, not of int32", refusal());

    write_int32();
    std::string bytes = contents();
    std::swap(bytes[12], bytes[15]);
    std::swap(bytes[13], bytes[14]);
    set_contents(bytes);
    expect_in("byte order", refusal());

    write_int32();
    bytes = contents();
    bytes[8] = 2;
    set_contents(bytes);
    expect_in("format 2", refusal());

    write_int32();
    ++rows_.cost[7];
    expect_in("other costs", refusal());
    --rows_.cost[7];
    EXPECT_EQ(refusal(), "");
    rows_ = arc_rows(generate_streets({.nodes = 300, .seed = 2}));
    expect_in("another network", refusal());
}

TEST_F(FactorFile, SaysWhereItCannotBeWritten) {
    const std::string nowhere = folder_.file("absent/town.factor");
    try {
        ordering::write_factor<std::int32_t>(nowhere, factor<std::int32_t>(), rows_.graph(), cells<std::int32_t>());
        FAIL() << "written into a folder that is not there";
    } catch (const InputError& error) {
        EXPECT_EQ(error.file(), nowhere);
    }
}

}  // namespace

}  // namespace allways::testing
