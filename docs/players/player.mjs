// A player of Coup in JSON lines, for Node: claims what it holds, lies now and then, doubts the often seen.
import readline from "node:readline";

const attacks = { coup: 3, assassinate: 2, guerrilla: 2, judge: 2, general: 2, crime_boss: 2 };
const caught = new Map(); // lies that were exposed, by player

function worth(option, truth, view) {
  const find = (name) => view.players.find((player) => player.name === name);
  let value = Math.random() - (truth === false ? 1.2 : 0);
  switch (option.do) {
    case "act": {
      const target = find(option.target);
      if (target) value += target.cards + target.coins / 5;
      value += attacks[option.action] ?? 0;
      if (["income", "exchange"].includes(option.action)) value -= 1;
      break;
    }
    case "claim":
      if (truth) value += 2;
      break;
    case "challenge": {
      const cards = [...find(view.you).hand, ...view.players.flatMap((player) => player.lost)];
      const seen = cards.filter((card) => card.replace("*", "") === view.claim.role).length;
      value += 0.8 * seen + 0.4 * (caught.get(view.claim.by) ?? 0) - 1.1;
      break;
    }
    case "keep":
      value += new Set(option.cards).size;
      break;
    case "concede":
      value -= 2;
  }
  return value;
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { view, events, options } = JSON.parse(line);
  for (const event of events) {
    if (event.type === "exposed") caught.set(event.by, (caught.get(event.by) ?? 0) + 1);
  }
  if (options.length === 0) return caught.clear(); // the game is over
  const values = options.map((option, at) => worth(option, view.prompt.truthful[at], view));
  console.log(values.indexOf(Math.max(...values)));
});
