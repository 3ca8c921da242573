#include "bench_commands.h"
#include "command/command_line.h"

int main(int argc, char** argv) {
    using namespace allways::command;
    return run_command_line({"allways-bench",
                             "Repeat the experiments of papers, and compare Allways with other programs",
                             {paper_command(), replot_command(), peers_command()}},
                            argc, argv);
}
