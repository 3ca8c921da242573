// SPDX-License-Identifier: Apache-2.0
// Forward declarations of CLI11 for headers: including the library takes seconds.
#pragma once

namespace CLI {
class App;
class Option;
}  // namespace CLI
