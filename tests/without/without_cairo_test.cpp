// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include "allways/base/error.h"
#include "allways/draw/picture.h"

namespace allways {
namespace {

template <class Drawn>
std::string refusal() {
    PictureOptions options;
    options.path = "map.png";
    try {
        write_picture(Drawn(), options);
    } catch (const InvalidArgument& error) {
        return error.what();
    }
    return "nothing was refused";
}

TEST(WithoutCairo, PicturesAreRefused) {
    const std::string expected =
        "'map.png' cannot be drawn: Allways was built without Cairo; write a page (.html), or build with "
        "ALLWAYS_WITH_CAIRO";
    EXPECT_EQ(refusal<Map>(), expected);
    EXPECT_EQ(refusal<HeatMap>(), expected);
}

}  // namespace
}  // namespace allways
