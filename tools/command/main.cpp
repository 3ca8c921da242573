// SPDX-License-Identifier: Apache-2.0
#include "command/command_line.h"

int main(int argc, char** argv) {
    return allways::command::run_command_line(
        {"allways", "Allways: all-pairs shortest paths for road networks and cost matrices",
         allways::command::commands()},
        argc, argv);
}
