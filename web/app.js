// SPDX-License-Identifier: MIT
// A stand-in until the page is here: lists the games.
const { families } = await (await fetch("games.json")).json();
for (const family of families)
  for (const game of family.games) {
    const item = document.createElement("li");
    item.textContent = game.title.en;
    document.getElementById("games").append(item);
  }
