// SPDX-License-Identifier: Apache-2.0
// Travel times by hour → the time at which a traveller who enters an arc at some time reaches its end.
//
// The model of Ichoua, Gendreau and Potvin 2003, "Vehicle dispatching with time-dependent travel times", section 3: the
// speed on an arc is constant within an hour, and changes where the hour ends, also for travellers on the arc. So who
// enters an arc earlier leaves it no later (FIFO).
//
//   enter at t in hour h, with c(h) left to drive
//   left > end - t:   left := ceil((left - (end - t)) · c(h+1) / c(h)),   t := end,   h := h + 1,   and again
//   else:             reach the end of the arc at t + left
//
// Rounding up keeps FIFO: at the end of an hour, who entered earlier has no more left to drive, the quotient is at most
// c(h+1), and rounding up keeps the order of both.
//
// An arc is closed in hours without a travel time: nobody moves on it, and who wants to enter it waits.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "allways/base/progress.h"
#include "allways/base/units.h"
#include "allways/network/adjacency.h"
#include "allways/network/road_network.h"

namespace allways::cost {

// A point in time, with the hour in which it lies.
struct Moment {
    std::int64_t time;  // raw, from the beginning of the day or the week; may lie beyond its end
    std::int64_t end;   // of the hour
    std::size_t hour;   // 0 … hours - 1
};

class HourProfiles {
public:
    static constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

    // `columns`: the network's columns for each hour, in order; these repeat for ever. Times become seconds in fixed
    // point, with the fewest digits that hold all of them and the prices of turns; at most 3 (milliseconds), or fewer
    // if the longest does not fit 30 bits otherwise, which is logged. `adjacency` is the network's. Throws
    // InvalidArgument for a column that is not a time, and InputError for a negative time and for one above a year. O(m
    // · hours).
    HourProfiles(const RoadNetwork& network, const AdjacencyArray& adjacency, std::span<const std::string> columns,
                 const LogCallback& log);

    std::size_t hours() const { return hours_; }
    int digits() const { return digits_; }
    std::int64_t raw_second() const { return raw_second_; }
    std::int64_t raw_hour() const { return 3600 * raw_second_; }

    Moment moment(std::int64_t time) const {
        const std::int64_t hour = time / raw_hour();
        return {time, (hour + 1) * raw_hour(), static_cast<std::size_t>(hour) % hours_};
    }
    // The time at the end of the arc, for a traveller who is at its beginning at this moment; `never` if the arc is
    // closed at all hours. `position`: the arc's place among the out-arcs of all nodes.
    std::int64_t arrival(std::size_t position, const Moment& moment) const {
        const std::int32_t time = time_at(position, moment.hour);
        const std::int64_t end = moment.time + time;
        return time != closed && end <= moment.end ? end : arrival_after_the_hour(position, moment);
    }
    // The shortest time of the arc at any hour; nothing is shorter than the time of an arc that is closed at all hours.
    std::int32_t shortest(std::size_t position) const;

    static constexpr std::int32_t closed = -1;

private:
    std::int32_t time_at(std::size_t position, std::size_t hour) const { return times_[hour * arcs_ + position]; }
    std::int64_t arrival_after_the_hour(std::size_t position, Moment at) const;
    bool skip_closed_hours(std::size_t position, Moment& at) const;
    void step(Moment& at) const { at = {at.end, at.end + raw_hour(), at.hour + 1 == hours_ ? 0 : at.hour + 1}; }

    std::size_t hours_;
    std::size_t arcs_;
    int digits_ = 0;
    std::int64_t raw_second_ = 1;
    std::vector<std::int32_t> times_;  // by hour, then position: a search reads few hours, which fit the cache
};

}  // namespace allways::cost
