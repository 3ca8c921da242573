// SPDX-License-Identifier: Apache-2.0
// Decides when the finished rows of a job are flushed to disk.
#pragma once

#include <algorithm>
#include <cstddef>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/progress.h"
#include "allways/base/stopwatch.h"
#include "base/human.h"

namespace allways::tools {

// Flushes finished rows to disk at most every `seconds`. `File`: a PartialFile or a ShardRecord.
template <class File>
class Checkpoints {
public:
    Checkpoints(File& file, double seconds) : file_(file), interval_(seconds) {}

    void note(std::size_t rows) {
        rows_ = rows;
        if (watch_.seconds() >= interval_) save();
    }
    // After a failure: saves unsaved rows if the job has lasted long enough, and logs how many of `rows` rows are
    // finished.
    void keep(std::size_t rows, const LogCallback& callback) {
        try {
            if (rows_ > saved_ && (file_.has_checkpoint() || watch_.seconds() >= interval_)) save();
        } catch (const InputError&) {  // for example a full disk: rows that were saved before remain valid
        }
        if (!file_.has_checkpoint()) return;
        log(callback, LogLevel::warning,
            format("{} of {} rows are finished in '{}'; repeat the job with `resume` to continue",
                   count_text(std::max(saved_, file_.finished_rows())), count_text(rows), file_.file()));
    }

private:
    void save() {
        file_.checkpoint(rows_);
        saved_ = rows_;
        watch_ = Stopwatch();
    }

    File& file_;
    double interval_;
    std::size_t rows_ = 0;
    std::size_t saved_ = 0;
    Stopwatch watch_;
};

}  // namespace allways::tools
