#include "reach/joined_lines.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace allways::tools {

namespace {

// One of the two ends of a line.
struct End {
    Coordinate at;
    std::size_t line = 0;
    bool is_last = false;
};

bool lies_before(Coordinate a, Coordinate b) {
    return a.x < b.x || (a.x == b.x && a.y < b.y);
}

double cosine(Coordinate a, Coordinate b, Coordinate c) {  // of the turn at b
    const Coordinate in{b.x - a.x, b.y - a.y};
    const Coordinate out{c.x - b.x, c.y - b.y};
    return (in.x * out.x + in.y * out.y) / (std::hypot(in.x, in.y) * std::hypot(out.x, out.y));
}

class Joiner {
public:
    explicit Joiner(const std::vector<Line>& lines) : lines_(lines), used_(lines.size(), 0) {
        for (std::size_t line = 0; line < lines.size(); ++line) {
            if (lines[line].size() < 2) continue;
            ends_.push_back({lines[line].front(), line, false});
            ends_.push_back({lines[line].back(), line, true});
        }
        std::ranges::stable_sort(ends_, lies_before, &End::at);
    }

    std::vector<Line> join() {
        std::vector<Line> joined;
        for (std::size_t first = 0; first < lines_.size(); ++first) {
            if (used_[first] != 0) continue;
            used_[first] = 1;
            Line line = lines_[first];
            if (line.size() > 1) {
                extend(line);
                std::ranges::reverse(line);
                extend(line);
            }
            joined.push_back(std::move(line));
        }
        return joined;
    }

private:
    void extend(Line& line) {
        while (const End* next = straightest(line)) {
            used_[next->line] = 1;
            const Line& more = lines_[next->line];
            if (next->is_last) {
                line.insert(line.end(), more.rbegin() + 1, more.rend());
            } else {
                line.insert(line.end(), more.begin() + 1, more.end());
            }
        }
    }

    // The end at which a line begins that goes on from the last point of `line`; null where there is none.
    const End* straightest(const Line& line) const {
        const End* best = nullptr;
        double least_turn = 0;  // its cosine
        for (const End& end : std::ranges::equal_range(ends_, line.back(), lies_before, &End::at)) {
            if (used_[end.line] != 0) continue;
            const Line& more = lines_[end.line];
            const double turn = cosine(line[line.size() - 2], end.at, end.is_last ? more[more.size() - 2] : more[1]);
            if (!(turn > least_turn)) continue;  // where points coincide there is no direction
            best = &end;
            least_turn = turn;
        }
        return best;
    }

    const std::vector<Line>& lines_;
    std::vector<std::uint8_t> used_;
    std::vector<End> ends_;  // by place
};

}  // namespace

std::vector<Line> joined_lines(const std::vector<Line>& lines) {
    return Joiner(lines).join();
}

}  // namespace allways::tools
