// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstring>
#include <limits>

#include "matrix_values.h"
#include "support.h"

namespace allways::test {
namespace {

// An array file: header of the given version, then the values in the byte order that descr names.
template <class T>
std::string npy(std::string descr, bool fortran, std::string shape, const std::vector<T>& stored, int version = 1) {
    std::string header =
        "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape + ", }";
    header.resize(118 - (version == 1 ? 0 : 2), ' ');
    header.back() = '\n';
    std::string text = "\x93NUMPY";
    text += static_cast<char>(version);
    text += '\0';
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i) text += static_cast<char>(header.size() >> 8 * i & 0xff);
    text += header;
    for (T value : stored) {
        char bytes[sizeof(T)];
        std::memcpy(bytes, &value, sizeof(T));
        if ((descr[0] == '>') != (std::endian::native == std::endian::big)) std::reverse(bytes, bytes + sizeof(T));
        text.append(bytes, sizeof(T));
    }
    return text;
}

template <class T>
void expect_whole(const std::string& descr) {
    const TemporaryFolder folder;
    const auto path = folder.write("a.npy", npy<T>(descr, false, "(2, 2)", {9, 1, 100, 9}));
    EXPECT_EQ(values<std::int32_t>(read_matrix(path)), (std::vector<std::int32_t>{0, 1, 100, 0})) << descr;
}

TEST(Npy, WholeNumbersOfEveryWidthBecomeInt32) {
    expect_whole<std::int8_t>("|i1");
    expect_whole<std::uint8_t>("|u1");
    expect_whole<std::int16_t>("<i2");
    expect_whole<std::uint16_t>(">u2");
    expect_whole<std::int32_t>("<i4");
    expect_whole<std::int32_t>(">i4");
    expect_whole<std::uint32_t>("<u4");
    expect_whole<std::int64_t>(">i8");
    expect_whole<std::uint64_t>("<u8");
}

TEST(Npy, FloatsKeepTheirWidthAndInfIsUnreachable) {
    const TemporaryFolder folder;
    const auto inf = std::numeric_limits<float>::infinity();
    const auto nan = std::numeric_limits<double>::quiet_NaN();
    ImportReport report;
    const auto single =
        read_matrix(folder.write("a.npy", npy<float>("<f4", false, "(2, 2)", {0, inf, -1.5f, 0}, 2)), {}, &report);
    EXPECT_EQ(values<float>(single), (std::vector<float>{0, inf, -1.5f, 0}));
    EXPECT_EQ(report.arcs, 1u);
    EXPECT_EQ(report.columns[0].missing, 1u);
    EXPECT_EQ(report.columns[0].negative, 1u);
    EXPECT_EQ(report.columns[0].smallest, "-1.5");
    EXPECT_EQ(report.strong_components, 2u);
    EXPECT_EQ(report.components, 1u);
    const auto wide = read_matrix(folder.write("b.npy", npy<double>(">f8", false, "(2,2)", {0, 2.5, nan, 0}, 3)));
    EXPECT_EQ(wide.values<double>()[1], 2.5);
    EXPECT_FALSE(is_reachable(wide.values<double>()[2]));
}

TEST(Npy, WholeNumbersBeyondInt32AreReadAsTheFloatsAskedFor) {
    const TemporaryFolder folder;
    const auto path = folder.write("a.npy", npy<std::int64_t>("<i8", false, "(2, 2)", {0, 1LL << 40, -(1LL << 50), 0}));
    ALLWAYS_EXPECT_ERROR(0, "does not fit int32 (below 1073741823); read it with `cost_type` float64",
                         read_matrix(path));
    EXPECT_EQ(values<double>(read_matrix(path, {.cost_type = CostType::float64})),
              (std::vector<double>{0, 0x1p40, -0x1p50, 0}));
    EXPECT_EQ(values<float>(read_matrix(path, {.cost_type = CostType::float32})),
              (std::vector<float>{0, 0x1p40f, -0x1p50f, 0}));
}

TEST(Npy, FortranOrderIsTransposed) {
    const TemporaryFolder folder;
    const auto path = folder.write("a.npy", npy<std::int32_t>("<i4", true, "(2, 2)", {0, 1, 2, 0}));
    EXPECT_EQ(values<std::int32_t>(read_matrix(path)), (std::vector<std::int32_t>{0, 2, 1, 0}));
}

TEST(Npy, AnEmptyMatrixIsAMatrix) {
    const TemporaryFolder folder;
    EXPECT_EQ(read_matrix(folder.write("a.npy", npy<float>("<f4", false, "(0, 0)", {}))).node_count(), 0u);
}

TEST(Npy, RefusesMalformedFiles) {
    const TemporaryFolder folder;
    const auto read = [&](const std::string& text) { return read_matrix(folder.write("x.npy", text)); };
    const std::vector<std::int32_t> four{0, 1, 2, 0};
    ALLWAYS_EXPECT_ERROR(0, "expected a square matrix", read(npy("<i4", false, "(1, 4)", four)));
    ALLWAYS_EXPECT_ERROR(0, "shape (4,)", read(npy("<i4", false, "(4,)", four)));
    ALLWAYS_EXPECT_ERROR(0, "expected a matrix of rows and columns", read(npy("<i4", false, "(2, 2, 1)", four)));
    ALLWAYS_EXPECT_ERROR(0, "found '<c8'", read(npy("<c8", false, "(2, 2)", four)));
    for (const char* type : {"", "f", "<", "<f", "<f4x"}) {
        ALLWAYS_EXPECT_ERROR(0, std::string("found '") + type + "'", read(npy(type, false, "(2, 2)", four)));
    }
    ALLWAYS_EXPECT_ERROR(0, "ends before its 3", read(npy("<i4", false, "(3, 3)", four)));
    ALLWAYS_EXPECT_ERROR(0, "unexpected data after", read(npy("<i4", false, "(1, 1)", four)));
    ALLWAYS_EXPECT_ERROR(0, "does not fit int32",
                         read(npy<std::int64_t>("<i8", false, "(2, 2)", {0, 1LL << 40, 0, 0})));
    ALLWAYS_EXPECT_ERROR(0, "is -inf",
                         read(npy<float>("<f4", false, "(2, 2)", {0, -std::numeric_limits<float>::infinity(), 0, 0})));
    ALLWAYS_EXPECT_ERROR(0, "version 1 to 3", read(npy("<i4", false, "(2, 2)", four, 4)));
    ALLWAYS_EXPECT_ERROR(0, "ends inside its header", read("\x93NUMPY"));
    ALLWAYS_EXPECT_ERROR(0, "\\x93NUMPY", read("0,1\n1,0\n"));
}

}  // namespace
}  // namespace allways::test
