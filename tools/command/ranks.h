// SPDX-License-Identifier: Apache-2.0
// The ranks of this run: processes that mpirun or srun started to solve together.
#pragma once

#include "allways/cluster/cluster.h"

namespace allways::command {

// Joins the other ranks, and takes this one's share of the machine's processors. Returns null if this process is alone;
// the ranks last until leave_ranks(). Throws InvalidArgument for several processes without MPI in the program.
Cluster* join_ranks();

// The number of this process among several, from 0.
int own_rank();

// Before the message of a failure.
void let_first_rank_speak();

// Called last: a rank that failed ends the others with this exit code.
void leave_ranks(int code);

}  // namespace allways::command
