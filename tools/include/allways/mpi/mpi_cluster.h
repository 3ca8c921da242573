// SPDX-License-Identifier: Apache-2.0
// The ranks of an MPI job: processes that mpirun or srun started, on one machine or many. In builds with ALLWAYS_MPI.
#pragma once

#include <memory>

#include "allways/base/api.h"
#include "allways/cluster/cluster.h"

namespace allways {

// Starts MPI, once in a process; destroying the result ends it, which waits for all ranks. The cluster may be called
// from any thread, from one at a time. If a rank exits or dies, mpirun ends the others.
ALLWAYS_API std::unique_ptr<Cluster> start_mpi();

// Ends all ranks now; the job's exit code is `code`.
[[noreturn]] ALLWAYS_API void abort_mpi(int code);

}  // namespace allways
