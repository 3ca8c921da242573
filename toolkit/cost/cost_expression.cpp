// SPDX-License-Identifier: Apache-2.0
#include "allways/cost/arc_costs.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "allways/base/error.h"
#include "allways/base/format.h"
#include "allways/base/units.h"
#include "base/text.h"
#include "base/threads/blocks.h"
#include "network/named_column.h"

namespace allways {

namespace {

bool starts_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool is_digit_or_point(char c) {
    return (c >= '0' && c <= '9') || c == '.';
}

bool continues_name(char c) {
    return starts_name(c) || is_digit_or_point(c) || c == ':';
}

// A column's name as expressions write it.
std::string written(const std::string& name) {
    if (starts_name(name.front()) && std::ranges::all_of(name, continues_name)) return name;
    std::string text = "\"";
    for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + "\"";
}

// Returns the expression that converts a unit to another of its kind: "60 * wait" or "wait / 60".
std::string converted(const ArcColumn& column, const Unit& from, const Unit& to) {
    const Decimal factor = Decimal(from.size, 0) / Decimal(to.size, 0);
    constexpr int most_digits = 9;  // of a factor that ends
    if (factor.fixed_point(most_digits)) return format("{} * {}", factor.to_string(), written(column.name));
    return format("{} / {}", written(column.name), (Decimal(to.size, 0) / Decimal(from.size, 0)).to_string());
}

[[noreturn]] void refuse_units(const ArcColumn& first, const ArcColumn& other) {
    const Unit* to = find_unit(first.unit);
    const Unit* from = find_unit(other.unit);
    const bool same_kind = to != nullptr && from != nullptr && to->kind == from->kind;
    throw InvalidArgument(format("`cost`: '{}' is in {}, but '{}' is in {}; {}", first.name, first.unit, other.name,
                                 other.unit,
                                 same_kind ? "write " + converted(other, *from, *to)
                                           : format("a factor has to convert one of them, as in {} + 0.5 * {}",
                                                    written(first.name), written(other.name))));
}

// (Σ factor × column + constant) / divisor
struct Sum {
    struct Term {
        const ArcColumn* column;
        Decimal factor;
    };
    std::vector<Term> terms = {};
    Decimal constant = {};
    Decimal divisor{1, 0};
    const ArcColumn* of_unit = nullptr;  // the column whose unit the sum has; null: a number
    bool has_factor = false;             // that column has a factor

    bool is_number() const { return terms.empty(); }

    void multiply(const Decimal& number) {
        for (Term& term : terms) term.factor = term.factor * number;
        constant = constant * number;
    }

    void add(Sum other) {
        set_unit(other);
        if (divisor != other.divisor) {
            multiply(other.divisor);
            other.multiply(divisor);
            divisor = divisor * other.divisor;
        }
        terms.insert(terms.end(), other.terms.begin(), other.terms.end());
        constant = constant + other.constant;
    }

    Decimal value(ArcIndex arc) const {
        Decimal sum = constant;
        for (const Term& term : terms) {
            Decimal value = term.column->values[arc];
            if (const auto digits = term.column->resolution_digits) {
                if (const auto rounded = value.rounded_fixed_point(*digits)) value = Decimal(*rounded, *digits);
            }
            sum = sum + term.factor * value;
        }
        return divisor == Decimal(1, 0) ? sum : sum / divisor;
    }

private:
    void set_unit(const Sum& other) {
        if (other.is_number()) return;
        const bool both_plain = !has_factor && !other.has_factor && !is_number();
        if (both_plain && !of_unit->unit.empty() && !other.of_unit->unit.empty() &&
            of_unit->unit != other.of_unit->unit) {
            refuse_units(*of_unit, *other.of_unit);
        }
        if (is_number() || (has_factor && !other.has_factor) || (both_plain && of_unit->unit.empty())) {
            of_unit = other.of_unit;
            has_factor = other.has_factor;
        }
    }
};

class Parser {
public:
    Parser(const RoadNetwork& network, std::string_view text) : network_(network), text_(text) {}

    Sum parse() {
        Sum sum = read_sum();
        if (at_ < text_.size()) fail("an operator (+ - * /)");
        if (sum.is_number()) throw InvalidArgument(format("`cost`: '{}' names no column; {}", text_, known()));
        return sum;
    }

private:
    Sum read_sum() {
        Sum sum = read_product();
        while (true) {
            if (take('+')) {
                sum.add(read_product());
            } else if (take('-')) {
                Sum other = read_product();
                other.multiply(Decimal(-1, 0));
                sum.add(std::move(other));
            } else {
                return sum;
            }
        }
    }

    Sum read_product() {
        Sum product = read_factor();
        while (true) {
            if (take('*'))
                product = multiplied(std::move(product), read_factor());
            else if (take('/'))
                product = divided(std::move(product), read_factor());
            else
                return product;
        }
    }

    Sum read_factor() {
        bool negative = false;
        while (const char sign = take('-') ? '-' : take('+') ? '+' : '\0') negative = negative != (sign == '-');
        Sum factor;
        if (take('(')) {
            constexpr int most_nested = 100;
            if (++nested_ > most_nested) fail(format("at most {} nested parentheses", most_nested));
            factor = read_sum();
            if (!take(')')) fail("an operator (+ - * /) or ')'");
            --nested_;
        } else if (const auto number = read_number()) {
            factor.constant = *number;
        } else {
            factor = read_column();
        }
        if (negative) factor.multiply(Decimal(-1, 0));
        return factor;
    }

    std::optional<Decimal> read_number() {
        skip_blanks();
        std::size_t end = at_;
        const auto skip_number = [&] {
            while (end < text_.size() && is_digit_or_point(text_[end])) ++end;
        };
        skip_number();
        if (end == at_) return {};
        if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
            std::size_t digits = end + 1;
            if (digits < text_.size() && (text_[digits] == '+' || text_[digits] == '-')) ++digits;
            if (digits < text_.size() && is_digit_or_point(text_[digits])) {
                end = digits;
                skip_number();
            }
        }
        const auto number = Decimal::parse(text_.substr(at_, end - at_));
        if (!number) fail("a number");
        at_ = end;
        return number;
    }

    Sum read_column() {
        skip_blanks();
        std::string name;
        if (take('"')) {
            while (true) {
                if (at_ == text_.size()) fail("'\"' after the name of a column");
                if (text_[at_++] != '"') {
                    name += text_[at_ - 1];
                } else if (at_ < text_.size() && text_[at_] == '"') {
                    name += text_[at_++];
                } else {
                    break;
                }
            }
        } else if (at_ < text_.size() && starts_name(text_[at_])) {
            while (at_ < text_.size() && continues_name(text_[at_])) name += text_[at_++];
        }
        if (name.empty()) fail("a column, a number or '('");
        Sum sum;
        sum.of_unit = &cost_column(network_, name);
        sum.terms.push_back({sum.of_unit, Decimal(1, 0)});
        return sum;
    }

    Sum multiplied(Sum a, Sum b) const {
        if (a.is_number()) std::swap(a, b);
        if (!b.is_number()) refuse_columns("multiplied");
        return scaled(std::move(a), b.constant, b.divisor);
    }

    Sum divided(Sum a, const Sum& b) const {
        if (!b.is_number()) refuse_columns("divided");
        if (b.constant == Decimal()) throw InvalidArgument(format("`cost`: division by 0 in '{}'", text_));
        return scaled(std::move(a), b.divisor, b.constant);
    }

    static Sum scaled(Sum sum, const Decimal& factor, const Decimal& divisor) {
        sum.multiply(factor);
        sum.divisor = sum.divisor * divisor;
        sum.has_factor = true;
        return sum;
    }

    [[noreturn]] void refuse_columns(const char* what) const {
        throw InvalidArgument(
            format("`cost`: columns can be {} by numbers, not by columns, found '{}'; {}", what, text_, known()));
    }

    [[noreturn]] void fail(const std::string& expected) {
        skip_blanks();
        const std::string before = at_ == text_.size() ? "at the end of" : format("before '{}' in", text_.substr(at_));
        throw InvalidArgument(format("`cost`: expected {} {} '{}'; {}", expected, before, text_, known()));
    }

    std::string known() const {
        std::vector<std::string> names;
        for (const ArcColumn& column : network_.columns) names.push_back(column.name);
        return "this network has: " + joined(names);
    }

    bool take(char wanted) {
        skip_blanks();
        if (at_ == text_.size() || text_[at_] != wanted) return false;
        ++at_;
        return true;
    }

    void skip_blanks() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }

    const RoadNetwork& network_;
    std::string_view text_;
    std::size_t at_ = 0;
    int nested_ = 0;
};

bool has_operator(std::string_view text) {
    return text.find_first_of("+-*/()\"") != std::string_view::npos;
}

// Prices of turns are seconds, which a factor of the times would have to multiply, too.
void refuse_times_beside_prices(const RoadNetwork& network, const Sum& sum) {
    if (network.turns.costs.empty()) return;
    const auto is_time = [](const ArcColumn& column) { return find_unit(column.unit, Unit::Kind::time) != nullptr; };
    if (is_time(*sum.of_unit) && !sum.has_factor) return;
    const auto time = std::ranges::find_if(sum.terms, [&](const Sum::Term& term) { return is_time(*term.column); });
    if (time == sum.terms.end()) return;
    throw InvalidArgument(
        format("`cost`: the network has prices of turns in seconds, which are added to a time without a factor; divide "
               "the other columns so that '{}' needs none, or leave the prices out (`turns` restrictions)",
               time->column->name));
}

}  // namespace

ArcColumn column_or_expression(const RoadNetwork& network, std::string_view text) {
    if (!has_operator(text) || network.column(text) != nullptr)
        return network::named_column(network.columns, text, "with numbers");
    const Sum sum = Parser(network, text).parse();
    ArcColumn made{std::string(text), sum.of_unit->unit, {}, {}};
    made.values.resize(network.arc_count());
    WorkMeter unmetered;
    for_each_index(made.values.size(), unmetered,
                   [&](std::size_t arc) { made.values[arc] = sum.value(static_cast<ArcIndex>(arc)); });
    return made;
}

void add_cost(RoadNetwork& network, std::string_view expression) {
    if (!has_operator(expression) || network.column(expression) != nullptr) return;
    refuse_times_beside_prices(network, Parser(network, expression).parse());
    network.columns.push_back(column_or_expression(network, expression));
}

bool is_cost_expression(const RoadNetwork& network, std::string_view cost) {
    if (!has_operator(cost)) return false;
    try {
        Parser(network, cost).parse();
        return true;
    } catch (const InvalidArgument&) {
        return false;
    }
}

}  // namespace allways
