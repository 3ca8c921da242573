// SPDX-License-Identifier: Apache-2.0
// Rows that finish in any order, on many threads, collected in bands.
#pragma once

#include <mutex>
#include <unordered_map>
#include <vector>

#include "engine/stream/band_ring.h"

namespace allways::engine {

// Gives rows places in bands, in the order in which they are asked for, and hands a band over when all its rows are
// written. Used by several threads.
class BandFiller {
public:
    BandFiller(BandRing& ring, std::size_t band_rows) : ring_(ring), band_rows_(band_rows) {}

    struct Slot {
        TableBand* band;
        std::size_t row;
    };
    // Waits for an empty band where the last one is full. Throws what the ring throws.
    Slot place(NodeIndex row) {
        const std::lock_guard placing(placing_);
        // Waiting must not keep others from done(): the band that comes free may be theirs.
        TableBand* const empty = open_ == nullptr ? &ring_.empty() : nullptr;
        const std::lock_guard lock(mutex_);
        if (empty != nullptr) {
            TableBand& band = *empty;
            open_ = &fillings_[&band];
            open_->band = &band;
            open_->rows.clear();
            open_->rows.reserve(band_rows_);
            open_->written = 0;
        }
        Filling& filling = *open_;
        filling.rows.push_back(row);
        if (filling.rows.size() == band_rows_) open_ = nullptr;
        return {filling.band, filling.rows.size() - 1};
    }
    void done(const Slot& place) {
        const std::lock_guard lock(mutex_);
        Filling& filling = fillings_.at(place.band);
        if (++filling.written == filling.rows.size() && &filling != open_) hand_over(filling);
    }
    // Hands over the last band, which need not be full.
    void finish() {
        if (open_ != nullptr) hand_over(*open_);
    }

private:
    struct Filling {
        TableBand* band = nullptr;
        std::vector<NodeIndex> rows;  // the band refers to them until it is filled again
        std::size_t written = 0;
    };
    void hand_over(Filling& filling) {
        filling.band->rows = filling.rows;
        ring_.hand_over(*filling.band);
    }

    BandRing& ring_;
    std::size_t band_rows_;
    std::mutex placing_;  // held by place() alone, while it waits too
    std::mutex mutex_;
    std::unordered_map<TableBand*, Filling> fillings_;
    Filling* open_ = nullptr;  // changed under both
};

}  // namespace allways::engine
