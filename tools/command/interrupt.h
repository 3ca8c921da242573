// SPDX-License-Identifier: Apache-2.0
// Turns Ctrl-C, termination and a closed terminal into a flag that progress callbacks check.
#pragma once

namespace allways::command {

// After this call, the first SIGINT, SIGTERM or SIGHUP sets the flag and a second one ends the process at once. SIGHUP
// stays ignored if it was (nohup).
void watch_for_interrupts();
bool is_interrupted();

// After this call SIGHUP ends nothing: it only sets a flag, which hung_up() returns and clears.
void watch_for_hangups();
bool hung_up();

}  // namespace allways::command
