// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "bench_commands.h"
#include "command/command_line.h"

int main(int argc, char** argv) {
    using namespace allways::command;
    if (argc > 1 && std::string_view(argv[1]) == "--routers") argv[1] += 2;  // this command may be spelled as an option
    return run_command_line({"allways-bench",
                             "Repeat the experiments of papers, and compare Allways with other programs",
                             {paper_command(), replot_command(), peers_command(), routers_command()}},
                            argc, argv);
}
