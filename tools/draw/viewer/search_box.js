// SPDX-License-Identifier: Apache-2.0
// The search box: a field, and below it the matches to choose from.

// The text in lower case without accents and punctuation, for comparisons: "Rue de l'Église" → "rue de l eglise".
function folded(text) {
    const plain = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ð": "d", "þ": "th", "ı": "i"};
    return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[ßæœøłđħðþı]/g, letter => plain[letter])
        .replace(/[^\p{L}\p{N}\p{M}]+/gu, " ").trim();
}

// How well a folded name matches: smaller is better, -1 is no match.
function fit(name, wanted) {
    const at = name.indexOf(wanted);
    if (at === 0) return name === wanted ? 0 : 1;
    if (at > 0) return name[at - 1] === " " ? 2 : 3;
    return wanted.split(" ").every(word => name.includes(word)) ? 4 : -1;
}

// The indexes of matching names, the best first. foldedNames[i] is names[i], folded.
function namesLike(wanted, names, foldedNames) {
    wanted = folded(wanted);
    if (!wanted) return [];
    const fits = [];
    foldedNames.forEach((name, i) => {
        const how = fit(name, wanted);
        if (how >= 0) fits.push([how, i]);
    });
    return fits.sort((a, b) => a[0] - b[0] || names[a[1]].localeCompare(names[b[1]])).map(([, i]) => i);
}

// The indexes of ids that begin with the wanted text, an exact match first.
function idsLike(wanted, ids) {
    wanted = wanted.trim().toLowerCase();
    const like = [];
    if (wanted) ids.forEach((id, i) => id.toLowerCase().startsWith(wanted) && like.push(i));
    return like.sort((a, b) => ids[a].length - ids[b].length || a - b);
}

class SearchBox {
    // find(text) returns all matches as {label, note, choose()}, the best first.
    constructor(view, hint, find) {
        Object.assign(this, {view, find, matches: [], at: 0, field: element("wanted"), list: element("matches")});
        element("search").hidden = false;
        this.field.placeholder = hint;
        this.field.setAttribute("aria-label", hint);
        this.field.title = hint + " (/)";
        this.field.oninput = () => this.look();
        this.field.onfocus = () => this.look();
        this.field.onblur = () => this.close();
        this.field.onkeydown = event => this.key(event);
        window.addEventListener("keydown", event => {
            if (event.key !== "/" || event.target === this.field || event.ctrlKey || event.altKey || event.metaKey) return;
            event.preventDefault();
            this.field.focus();
            this.field.select();
        });
    }

    look() {
        const most = 8;
        const all = this.find(this.field.value);
        this.matches = all.slice(0, most);
        this.list.replaceChildren();
        const line = text => {
            const item = document.createElement("li");
            item.textContent = text;
            this.list.append(item);
            return item;
        };
        this.matches.forEach((match, i) => {
            const item = line(match.label);
            item.id = "match" + i;
            item.setAttribute("role", "option");
            if (match.note) {
                const note = document.createElement("small");
                note.textContent = " " + match.note;
                item.append(note);
            }
            item.onpointerdown = event => {
                event.preventDefault();  // the field keeps the focus until the choice is made
                this.choose(match);
            };
        });
        if (all.length > most) line((all.length - most) + " more");
        if (!all.length && this.field.value.trim()) line("nothing found");
        this.list.hidden = !this.list.children.length;
        this.field.setAttribute("aria-expanded", this.matches.length > 0);
        this.mark(0);
    }

    mark(at) {
        this.at = at;
        this.matches.forEach((match, i) => element("match" + i).setAttribute("aria-selected", i === at));
        this.matches.length ? this.field.setAttribute("aria-activedescendant", "match" + at)
                            : this.field.removeAttribute("aria-activedescendant");
    }

    close() {
        this.matches = [];
        this.list.hidden = true;
        this.field.setAttribute("aria-expanded", false);
        this.field.removeAttribute("aria-activedescendant");
    }

    choose(match) {
        this.view.remember();
        match.choose();
        this.view.canvas.focus();  // closes the list; keys move the map again
        this.field.value = match.label;
    }

    key(event) {
        if (event.isComposing) return;
        const count = this.matches.length;
        const act = {ArrowDown: () => count && this.mark((this.at + 1) % count), ArrowUp: () => count && this.mark((this.at + count - 1) % count),
                     Enter: () => count && this.choose(this.matches[this.at]),
                     Escape: () => {
                         if (this.field.value) this.field.value = "", this.look();
                         else this.view.canvas.focus();
                     }}[event.key];
        if (!act) return;
        event.preventDefault();
        act();
    }
}
