/** Pictures and files of a message. Those on this server are loaded; all others are shown as links. */

/** @import { Attachment, GalleryItem, Media, Message } from "../types.js" */

import { ownAddress } from "../base/addresses.js";
import { h, link } from "../base/dom.js";

const MAX_WIDTH_PX = 520;
const MAX_HEIGHT_PX = 360;

/**
 * The files attached to a message.
 *
 * @param {Message} message
 */
export function attachments({ attachments: files = [] }) {
  if (!files.length) return null;
  const draw = (/** @type {Attachment} */ file) =>
    file.content_type?.startsWith("image/") ? picture(file, file.description ?? file.filename) : fileCard(file);
  return h("div", { class: "attachments" }, files.map(draw));
}

/**
 * A picture; a click opens it in full size in a new tab.
 *
 * @param {Media} media
 * @param {string | null | undefined} description
 */
export function picture(media, description, kind = "picture") {
  const address = ownAddress(media.url);
  if (!address) return outside(media.url);
  const image = h("img", { src: address, alt: description || "", loading: "lazy", ...displaySize(media) });
  return h("a", { class: kind, href: address, target: "_blank", "aria-label": description ? null : "Picture" }, image);
}

/**
 * The size of a picture on the page, known before it is loaded so that nothing moves then.
 *
 * @param {Media} media
 */
function displaySize({ width, height }) {
  if (!width || !height) return {};
  const scale = Math.min(1, MAX_WIDTH_PX / width, MAX_HEIGHT_PX / height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/**
 * A file to download.
 *
 * @param {Attachment} file
 */
function fileCard(file) {
  const address = ownAddress(file.url);
  const name = file.filename ?? "file";
  if (!address) return outside(file.url, name);
  const size = file.size ? h("small", null, bytes(file.size)) : null;
  return h("a", { class: "file-card", href: address, download: name }, h("span", null, name), size);
}

/**
 * A gallery of one to ten pictures.
 *
 * @param {GalleryItem[]} items
 */
export function gallery(items) {
  return h(
    "div",
    { class: "gallery", data: { count: String(Math.min(items.length, 4)) } },
    items.map(({ media, description }) => picture(media, description, "tile")),
  );
}

/**
 * @param {string} url
 * @param {string} words
 */
function outside(url, words = url) {
  return h("span", { class: "outside" }, link(url, words), " (on another site, not loaded)");
}

/** @param {number} size */
function bytes(size) {
  if (size < 1024) return `${size} B`;
  return size < 1_048_576 ? `${(size / 1024).toFixed(1)} KB` : `${(size / 1_048_576).toFixed(1)} MB`;
}
