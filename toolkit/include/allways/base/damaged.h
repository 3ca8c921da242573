// SPDX-License-Identifier: Apache-2.0
// Thrown for contradictory content that shows only when it is used: next hops in a circle, a factor of other costs. It
// can come only from a damaged file; callers that know the file rethrow it as an InputError.
#pragma once

#include "allways/base/api.h"
#include "allways/base/error.h"

namespace allways {

class ALLWAYS_API DamagedContent : public Error {
public:
    using Error::Error;
};

}  // namespace allways
