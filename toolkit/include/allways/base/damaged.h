// SPDX-License-Identifier: Apache-2.0
// Thrown for contradictory content that is noticed only when it is used, such as next hops that form a circle, or a
// factor of other costs. Only a damaged file can cause it; callers that know the file rethrow it as an InputError.
#pragma once

#include "allways/base/api.h"
#include "allways/base/error.h"

namespace allways {

class ALLWAYS_API DamagedContent : public Error {
public:
    using Error::Error;
};

}  // namespace allways
