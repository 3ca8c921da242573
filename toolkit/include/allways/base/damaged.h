// Content that contradicts itself, as is found out only where it is used: next hops in a circle, a factor of other
// costs. Only what was read from a damaged file does. Who knows the file makes an InputError of it.
#pragma once

#include "allways/base/error.h"

namespace allways {

class DamagedContent : public Error {
public:
    using Error::Error;
};

}  // namespace allways
