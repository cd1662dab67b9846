/** Which addresses the page may load from, and which it may link to. */

/**
 * The path of a file that this server holds; null for any other address, which the page never loads.
 *
 * @param {string} url
 */
export function ownAddress(url) {
  try {
    const address = new URL(url, location.href);
    /** @param {string} host */
    const loopback = (host) => ["localhost", "127.0.0.1", "[::1]"].includes(host);
    const own = address.origin === location.origin;
    const same = loopback(address.hostname) && loopback(location.hostname) && address.port === location.port;
    return own || same ? address.pathname + address.search : null;
  } catch {
    return null;
  }
}

/**
 * The address of a link if its scheme is http or https; otherwise null.
 *
 * @param {string} url
 */
export function webAddress(url) {
  try {
    const address = new URL(url);
    return ["http:", "https:"].includes(address.protocol) ? address.href : null;
  } catch {
    return null;
  }
}
