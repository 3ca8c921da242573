// SPDX-License-Identifier: Apache-2.0
// Sends requests to the page's server, and converts its errors to texts.

async function ask(path, body) {
    let answer;
    try {
        answer = await fetch(path, body && {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body)});
    } catch {
        throw new Error("The server does not answer");
    }
    const json = await answer.json().catch(() => null);
    if (answer.ok && json) return json;
    throw new Error(json && (json.message || json.error) || "The server answered with status " + answer.status);
}

// Runs one task at a time; of the tasks requested meanwhile, only the last is run. So a dragged marker sends requests
// as fast as the server answers.
class Latest {
    constructor(failed) {
        this.failed = failed;
        this.busy = false;
        this.next = null;
    }

    async run(work) {
        this.next = work;
        if (this.busy) return;
        this.busy = true;
        while (this.next) {
            const now = this.next;
            this.next = null;
            try {
                await now();
            } catch (error) {
                if (!this.next) this.failed(error);
            }
        }
        this.busy = false;
    }
}

function distanceText(metres) {
    if (metres < 1000) return Math.round(metres) + " m";
    return (metres / 1000).toFixed(metres < 100000 ? 1 : 0) + " km";
}

// Creates an element with its properties and children.
function make(tag, properties = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children);
    return made;
}
