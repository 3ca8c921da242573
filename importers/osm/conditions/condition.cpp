// SPDX-License-Identifier: Apache-2.0
// Text of a conditional tag → clauses (a value and a tree of conditions) → the value that applies.
#include "osm/conditions/condition.h"

#include <algorithm>
#include <array>
#include <utility>

#include "allways/base/format.h"
#include "base/text.h"
#include "osm/objects/tag_values.h"

namespace allways::importers::osm {

namespace {

struct Quantity {
    std::string_view word;
    std::optional<double> Situation::*value;
    Measure measure;
};
constexpr std::array quantities = {
    Quantity{"weight", &Situation::weight_t, Measure::weight},
    Quantity{"maxweight", &Situation::weight_t, Measure::weight},
    Quantity{"grossweight", &Situation::weight_t, Measure::weight},
    Quantity{"gross_weight", &Situation::weight_t, Measure::weight},
    Quantity{"actualweight", &Situation::weight_t, Measure::weight},
    Quantity{"weightrating", &Situation::weight_rating_t, Measure::weight},
    Quantity{"maxweightrating", &Situation::weight_rating_t, Measure::weight},
    Quantity{"axleload", &Situation::axle_load_t, Measure::weight},
    Quantity{"maxaxleload", &Situation::axle_load_t, Measure::weight},
    Quantity{"length", &Situation::length_m, Measure::length},
    Quantity{"maxlength", &Situation::length_m, Measure::length},
    Quantity{"width", &Situation::width_m, Measure::length},
    Quantity{"maxwidth", &Situation::width_m, Measure::length},
    Quantity{"height", &Situation::height_m, Measure::length},
    Quantity{"maxheight", &Situation::height_m, Measure::length},
    Quantity{"axles", &Situation::axles, Measure::count},
    Quantity{"stay", &Situation::stay_min, Measure::time},
};

// Vehicles of Key:access by construction. Words that depend on use or load are facts: hazmat, hov, emergency, disabled.
constexpr std::string_view vehicle_classes =
    "foot horse carriage vehicle bicycle electric_bicycle cargo_bike kick_scooter motor_vehicle motorcycle "
    "moped speed_pedelec mofa motorcar motorhome tourist_bus coach goods hgv hgv_articulated bdouble "
    "auto_rickshaw nev golf_cart atv ohv snowmobile psv bus minibus share_taxi taxi trolleybus tram "
    "small_electric_vehicle";

using Comparison = bool (*)(double value, double with);
constexpr Comparison at_most = [](double value, double with) { return value <= with; };
constexpr Comparison at_least = [](double value, double with) { return value >= with; };
constexpr Comparison equal = [](double value, double with) { return value == with; };
constexpr std::pair<std::string_view, Comparison> comparisons[] = {
    {"<=", at_most},
    {">=", at_least},
    {"=<", at_most},
    {"=>", at_least},
    {"≤", at_most},
    {"≥", at_least},
    {"==", equal},
    {"=", equal},
    {"<", [](double value, double with) { return value < with; }},
    {">", [](double value, double with) { return value > with; }}};

struct Condition {
    enum class Kind { hours, comparison, word, all, any };
    Kind kind = Kind::word;
    OpeningHours hours;
    std::string word;  // in lower case; the quantity of a comparison
    Comparison comparison = equal;
    double number = 0;                                     // in the default unit
    std::optional<double> Situation::*quantity = nullptr;  // null for an unknown quantity
    std::vector<Condition> parts;                          // used for all and any
};

bool is_word_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == ':';
}

// Calls visit(i) for each byte outside parentheses and quotations, until it returns false. Opening parentheses and
// quotation marks are visited, closing ones are not. Returns the position where parentheses do not match; npos if all
// do.
//
// A '"' after a digit means inches.
template <typename Visit>
std::size_t walk(std::string_view text, Visit visit) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == ')') {
            if (open.empty()) return i;
            open.pop_back();
            continue;
        }
        if (open.empty() && !visit(i)) return text.npos;
        if (text[i] == '(') open.push_back(i);
        if (text[i] == '"' && (i == 0 || text[i - 1] < '0' || text[i - 1] > '9')) {
            i = text.find('"', i + 1);
            if (i == text.npos) return text.size();
        }
    }
    return open.empty() ? text.npos : open.back();
}

// Splits at bytes outside parentheses. The parentheses match.
std::vector<std::string_view> split_outside(std::string_view piece, std::string_view separators) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    walk(piece, [&](std::size_t i) {
        if (separators.find(piece[i]) != separators.npos) {
            parts.push_back(piece.substr(begin, i - begin));
            begin = i + 1;
        }
        return true;
    });
    parts.push_back(piece.substr(begin));
    return parts;
}

// Splits at a word, "and" or "or" in any case, outside parentheses.
std::vector<std::string_view> split_at_word(std::string_view piece, std::string_view word) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    const auto is_edge = [&](std::size_t i) { return i >= piece.size() || !is_word_character(piece[i]); };
    walk(piece, [&](std::size_t i) {
        if (i >= begin && is_edge(i - 1) && is_edge(i + word.size()) &&
            lower_case(piece.substr(i, word.size())) == word) {
            parts.push_back(piece.substr(begin, i - begin));
            begin = i + word.size();
        }
        return true;
    });
    parts.push_back(piece.substr(begin));
    return parts;
}

// Returns true if the first parenthesis closes at the end: not for "(sunset-01:00)-(sunrise+01:00)".
bool is_enclosed(std::string_view text) {
    if (!text.starts_with('(')) return false;
    std::size_t outside = 0;
    walk(text, [&](std::size_t) { return ++outside < 2; });
    return outside == 1;
}

}  // namespace

struct Conditional::Clause {
    std::string value;
    Condition condition;
};

// Pieces of the text are views into it, so that faults know their position.
class Conditional::Parser {
public:
    explicit Parser(std::string_view text) : text_(text) {}

    bool parse(std::vector<Clause>& clauses) {
        const auto wrong = walk(text_, [](std::size_t) { return true; });
        if (wrong != text_.npos) {
            return fail(text_.substr(wrong),
                        wrong == text_.size() ? "a '\"' that ends the comment" : "parentheses that match");
        }
        const auto parts = split_outside(text_, ";");
        for (const auto& part : parts) {
            const auto clause = trimmed(part);
            if (clause.empty() && &part == &parts.back() && !clauses.empty()) break;
            if (!parse_clause(clause, clauses)) return false;
        }
        return true;
    }

    SyntaxFault fault;

private:
    // Reports a fault at the beginning of the piece.
    bool fail(std::string_view piece, std::string expected) {
        fault = {static_cast<std::size_t>(piece.data() - text_.data()), std::move(expected)};
        return false;
    }

    bool parse_clause(std::string_view clause, std::vector<Clause>& clauses) {
        const auto sides = split_outside(clause, "@");
        if (sides.size() < 2) return fail(clause.substr(clause.size()), "'@' and a condition");
        const auto value = trimmed(sides[0]);
        if (value.empty()) return fail(value, "a value before '@'");
        if (sides.size() > 2) return fail({sides[2].data() - 1, 1}, "';' before a further value");
        clauses.push_back({std::string(value), {}});
        return parse_any(trimmed(sides[1]), clauses.back().condition, 0);
    }

    bool parse_any(std::string_view piece, Condition& condition, int depth) {
        const auto alternatives = split_at_word(piece, "or");
        return parse_joined(alternatives, Condition::Kind::any, condition, [&](std::string_view part, Condition& into) {
            const auto terms = split_at_word(part, "and");
            const bool is_alone = alternatives.size() == 1 && terms.size() == 1;
            return parse_joined(terms, Condition::Kind::all, into, [&](std::string_view term, Condition& leaf) {
                return parse_term(term, is_alone, leaf, depth);
            });
        });
    }

    template <typename ParsePart>
    bool parse_joined(const std::vector<std::string_view>& pieces, Condition::Kind kind, Condition& condition,
                      ParsePart parse_part) {
        if (pieces.size() == 1) return parse_part(trimmed(pieces[0]), condition);
        condition.kind = kind;
        condition.parts.resize(pieces.size());
        for (std::size_t i = 0; i < pieces.size(); ++i) {
            if (!parse_part(trimmed(pieces[i]), condition.parts[i])) return false;
        }
        return true;
    }

    bool parse_term(std::string_view term, bool is_alone, Condition& condition, int depth) {
        if (is_enclosed(term)) {
            if (depth == Conditional::deepest_nesting) return fail(term, "fewer parentheses");
            return parse_any(trimmed(term.substr(1, term.size() - 2)), condition, depth + 1);
        }
        if (term.empty()) return fail(term, "a condition");
        if (parse_comparison_or_word(term, condition)) return true;
        const auto own_fault = std::exchange(fault, {});
        condition.hours = OpeningHours::parse(term);
        condition.kind = Condition::Kind::hours;
        if (condition.hours.is_valid()) return true;
        if (is_alone && parse_words(term, condition)) return true;
        if (term.find_first_of("<>=") != term.npos) {
            fault = own_fault;
            return false;
        }
        const auto& [position, expected] = *condition.hours.fault();
        return fail({term.data() + position, 0}, expected);
    }

    // Parses "destination; delivery". Not allowed together with AND, where the grouping is unclear.
    bool parse_words(std::string_view piece, Condition& condition) {
        const auto words = split_outside(piece, ";,");
        if (words.size() < 2) return false;
        condition.parts.resize(words.size());
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (!parse_comparison_or_word(trimmed(words[i]), condition.parts[i])) return false;
        }
        condition.kind = Condition::Kind::any;
        return true;
    }

    // Words that are hours ("Mo", "PH") are not words here. "open" and "closed" are: as hours they would mean always
    // and never.
    bool parse_comparison_or_word(std::string_view piece, Condition& condition) {
        const auto end = std::ranges::find_if_not(piece, is_word_character) - piece.begin();
        const auto length = static_cast<std::size_t>(end);
        if (length == 0 || (piece[0] >= '0' && piece[0] <= '9')) return fail(piece, "a condition");
        condition.word = lower_case(piece.substr(0, length));
        condition.kind = Condition::Kind::word;
        if (length == piece.size()) {
            const bool is_state = condition.word == "open" || condition.word == "closed" || condition.word == "off";
            return is_state || !OpeningHours::parse(piece).is_valid() || fail(piece, "a condition");
        }
        return parse_comparison(trimmed(piece.substr(length)), condition);
    }

    bool parse_comparison(std::string_view piece, Condition& condition) {
        const auto found =
            std::ranges::find_if(comparisons, [&](const auto& each) { return piece.starts_with(each.first); });
        if (found == std::end(comparisons)) return fail(piece, "'<', '>' or '='");
        condition.kind = Condition::Kind::comparison;
        condition.comparison = found->second;
        const auto known = std::ranges::find(quantities, condition.word, &Quantity::word);
        if (known != quantities.end()) condition.quantity = known->value;
        return parse_amount(trimmed(piece.substr(found->first.size())),
                            known == quantities.end() ? std::nullopt : std::optional(known->measure), condition.number);
    }

    // Parses "7.5", "7.5 t", "12'6\"", "2 hours". Any unit is accepted for an unknown quantity.
    bool parse_amount(std::string_view piece, std::optional<Measure> measure, double& amount) {
        const Amount read = read_amount(piece, measure);
        amount = read.size;
        const std::string_view rest(piece.data() + read.position, 0);
        switch (read.lacks) {
            case Amount::Lacks::nothing: return true;
            case Amount::Lacks::number: return fail(rest, "a number such as 7.5");
            case Amount::Lacks::unit: return fail(rest, "a unit that fits, or AND");
            case Amount::Lacks::inches: break;
        }
        return fail(rest, "inches");
    }

    std::string_view text_;
};

namespace {

// Returns true or false if the situation states the word, otherwise nothing.
std::optional<bool> find_fact(const Situation& situation, std::string_view word) {
    if (const auto fact = situation.facts.find(word); fact != situation.facts.end()) return fact->second;
    if (situation.classes.empty()) return std::nullopt;
    if (std::ranges::find(situation.classes, word) != situation.classes.end()) return true;
    if (has_word(vehicle_classes, word)) return false;
    return std::nullopt;
}

// Sets the reason if the result is unknown.
Truth evaluate(const Condition& condition, const Situation& situation, std::string& reason) {
    const auto unknown = [&](std::string text) {
        reason = std::move(text);
        return Truth::unknown;
    };
    switch (condition.kind) {
        case Condition::Kind::hours: {
            if (!situation.at) return unknown("the time is not known");
            const auto answer = condition.hours.at(*situation.at, situation.holidays);
            return answer.holds == Truth::unknown ? unknown(std::string(answer.reason)) : answer.holds;
        }
        case Condition::Kind::comparison: {
            const auto value = condition.quantity != nullptr ? situation.*condition.quantity : std::nullopt;
            if (!value) return unknown(format("'{}' is not known", condition.word));
            return truth_of(condition.comparison(*value, condition.number));
        }
        case Condition::Kind::word: {
            const auto fact = find_fact(situation, condition.word);
            return fact ? truth_of(*fact) : unknown(format("'{}' is not known", condition.word));
        }
        case Condition::Kind::all: {
            Truth all = Truth::yes;
            for (const auto& part : condition.parts) all = both(all, evaluate(part, situation, reason));
            return all;
        }
        case Condition::Kind::any: {
            Truth any = Truth::no;
            for (const auto& part : condition.parts) any = either(any, evaluate(part, situation, reason));
            return any;
        }
    }
    return Truth::unknown;
}

}  // namespace

Conditional Conditional::parse(std::string_view text) {
    Conditional conditional;
    if (text.size() > longest_text) {
        conditional.fault_ = {longest_text, "a shorter text"};
        return conditional;
    }
    auto clauses = std::make_shared<std::vector<Clause>>();
    Parser parser(text);
    if (parser.parse(*clauses)) {
        conditional.clauses_ = std::move(clauses);
    } else {
        conditional.fault_ = std::move(parser.fault);
    }
    return conditional;
}

Conditional::Outcome Conditional::at(const Situation& situation) const {
    if (!clauses_) return {std::nullopt, true, format("expected {}", fault_ ? fault_->expected : "a value")};
    Outcome outcome;
    std::vector<const Clause*> undecided;
    std::string reason;
    for (auto clause = clauses_->rbegin(); clause != clauses_->rend(); ++clause) {
        std::string why;
        const Truth holds = evaluate(clause->condition, situation, why);
        if (holds == Truth::yes) {
            outcome.value = clause->value;
            break;
        }
        if (holds == Truth::unknown) {
            undecided.push_back(&*clause);
            if (reason.empty()) reason = std::move(why);
        }
    }
    outcome.is_unknown =
        std::ranges::any_of(undecided, [&](const Clause* clause) { return clause->value != outcome.value; });
    if (outcome.is_unknown) outcome.reason = std::move(reason);
    return outcome;
}

}  // namespace allways::importers::osm
