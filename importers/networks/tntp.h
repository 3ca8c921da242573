// SPDX-License-Identifier: Apache-2.0
// TNTP networks (the TransportationNetworks collection): X_net.tntp with X_node.tntp.
#pragma once

#include "text/file_format.h"

namespace allways::importers {

Format tntp_format();

}  // namespace allways::importers
