// SPDX-License-Identifier: Apache-2.0
// TNTP trips file: the demand between zones, as a table.
#pragma once

#include "text/file_format.h"

namespace allways::importers {

Format tntp_trips_format();

}  // namespace allways::importers
