/** Builds elements. Text only ever becomes text nodes, so nothing that somebody wrote can become markup. */

let count = 0;

/** An id that no other element of this page has. */
export function uniqueId(prefix) {
  count += 1;
  return `${prefix}-${count}`;
}

/**
 * An element.
 *
 * `props` are attributes, except `on` (listeners by event), `data` (data attributes) and `style` (custom
 * properties and styles by name). False, null and undefined leave an attribute out; true sets it empty.
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === "data") {
      Object.assign(element.dataset, value);
    } else if (name === "style") {
      for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
    } else if (value !== false && value !== null && value !== undefined) {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
  append(element, children);
  return element;
}

/** Appends nodes, texts and lists of them; skips what is absent. */
export function append(element, children) {
  for (const child of [children].flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

/** Replaces all that is in an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  return append(element, children);
}

/** Words for screen readers alone. */
export function spoken(text) {
  return h("span", { class: "spoken" }, text);
}

/** The address to load a file from if this server holds it, else null: the page loads nothing from outside. */
export function ownAddress(url) {
  try {
    const address = new URL(url, location.href);
    const loopback = (host) => ["localhost", "127.0.0.1", "[::1]"].includes(host);
    const own = address.origin === location.origin;
    const same = loopback(address.hostname) && loopback(location.hostname) && address.port === location.port;
    return own || same ? address.pathname + address.search : null;
  } catch {
    return null;
  }
}

/** The address of a link if it is an ordinary web address, else null. */
export function webAddress(url) {
  try {
    const address = new URL(url);
    return ["http:", "https:"].includes(address.protocol) ? address.href : null;
  } catch {
    return null;
  }
}

/** A link that opens beside the page. */
export function link(url, ...children) {
  return h("a", { href: webAddress(url), target: "_blank", rel: "noopener noreferrer" }, ...children);
}
