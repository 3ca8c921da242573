// SPDX-License-Identifier: Apache-2.0
// A colour of a picture: red, green and blue of sRGB, 0 … 1.
#pragma once

namespace allways {

struct Colour {
    double red, green, blue;
    friend bool operator==(const Colour&, const Colour&) = default;
};

}  // namespace allways
