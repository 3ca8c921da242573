// SPDX-License-Identifier: Apache-2.0
// Reads the page's data and sets its texts and theme.

const data = JSON.parse(element("data").textContent);

for (const [name, colour] of Object.entries(data.theme)) document.body.style.setProperty("--" + name, colour);
for (const name of ["title", "subtitle", "attribution"]) element(name).textContent = data[name];
