/** Message components of both kinds, drawn from the JSON that the bot sent. */

import { h, link } from "./dom.js";
import { spoiler } from "./inline.js";
import { markdown } from "./markdown.js";
import { fileCard, gallery, picture, resolve } from "./media.js";
import { KINDS, Select, emoji } from "./select.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };
const LINK = 5;

/**
 * The elements of a message's components.
 *
 * `scene` is what they need around them: `store`, `names` (for texts), `message`, and
 * `act(component, values)`, which sends a click and resolves to an error in words or to "", and `lost(error)`
 * for an error that comes when these elements have been replaced.
 */
export function components(list, scene) {
  const drawn = (list ?? []).map((component) => draw(component, scene));
  // A click answers the message as it is now; a second one before the answer would answer what is gone.
  const status = h("p", { class: "failure", role: "alert", hidden: true });
  const block = h("div", { class: "components" }, drawn, status);
  scene.begin = (element) => {
    status.hidden = true;
    block.classList.add("waiting");
    element.classList.add("busy");
    element.setAttribute("aria-busy", "true");
  };
  scene.end = (element, error) => {
    block.classList.remove("waiting");
    element.classList.remove("busy");
    element.removeAttribute("aria-busy");
    scene.complain(error);
  };
  scene.complain = (error) => {
    status.textContent = error;
    status.hidden = !error;
  };
  scene.waiting = () => block.classList.contains("waiting");
  return block;
}

const PARTS = {
  1: (part, scene) => h("div", { class: "row" }, part.components.map((child) => draw(child, scene))),
  2: button,
  9: section,
  10: (part, scene) => h("div", { class: "text" }, markdown(part.content, scene.names)),
  11: thumbnail,
  12: (part, scene) => gallery(part.items, scene.message),
  13: (part, scene) => {
    const card = fileCard({ ...resolve(part.file, scene.message), filename: part.name ?? resolve(part.file, scene.message).filename });
    return part.spoiler ? spoiler(card) : card;
  },
  14: (part) =>
    h("hr", { class: `separator${part.spacing === 2 ? " wide" : ""}${part.divider === false ? " bare" : ""}` }),
  17: container,
};

function draw(part, scene) {
  if (KINDS.includes(part.type)) return select(part, scene);
  const make = PARTS[part.type];
  return make ? make(part, scene) : h("p", { class: "subtext" }, `(a component of type ${part.type}, which this page cannot draw)`);
}

function button(part, scene) {
  const words = [emoji(part.emoji), part.label && h("span", { class: "button-words" }, part.label)];
  const name = part.label ? null : (part.emoji?.name ?? "Button");
  if (part.style === LINK) {
    const anchor = link(part.url, words, h("span", { class: "leave", "aria-hidden": "true" }, "↗"));
    anchor.className = "button link";
    if (part.disabled) {
      anchor.removeAttribute("href");
      anchor.setAttribute("aria-disabled", "true");
    }
    return anchor;
  }
  const element = h(
    "button",
    {
      class: `button ${STYLES[part.style] ?? "secondary"}`,
      type: "button",
      disabled: part.disabled,
      "aria-label": name,
      data: { key: part.custom_id ?? "" },
    },
    words,
  );
  element.addEventListener("click", () => send(element, part, undefined, scene));
  return element;
}

function select(part, scene) {
  const made = new Select(part, scene.store, {
    taken: (values) => send(made.field, part, values, scene),
    invalid: (complaint) => scene.complain(complaint),
  });
  return made.field;
}

async function send(element, part, values, scene) {
  if (scene.waiting()) return;
  scene.begin(element);
  const error = await scene.act(part, values);
  scene.end(element, error);
  if (error && !element.isConnected) scene.lost(error);
}

function section(part, scene) {
  return h(
    "div",
    { class: "section" },
    h("div", { class: "section-text" }, part.components.map((child) => draw(child, scene))),
    h("div", { class: "accessory" }, draw(part.accessory, scene)),
  );
}

function thumbnail(part, scene) {
  const shape = picture(resolve(part.media, scene.message), part.description, "thumbnail");
  return part.spoiler ? spoiler(shape) : shape;
}

function container(part, scene) {
  const color = part.accent_color;
  const hasColor = color !== null && color !== undefined;
  const box = h(
    "div",
    { class: "container", style: hasColor ? { "--accent": `#${color.toString(16).padStart(6, "0")}` } : {} },
    part.components.map((child) => draw(child, scene)),
  );
  return part.spoiler ? spoiler(box) : box;
}
