// SPDX-License-Identifier: Apache-2.0
// The data that a page carries: its texts and its theme are set at once.

const data = JSON.parse(element("data").textContent);

for (const [name, colour] of Object.entries(data.theme)) document.body.style.setProperty("--" + name, colour);
for (const name of ["title", "subtitle", "attribution"]) element(name).textContent = data[name];
