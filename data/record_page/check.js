// Checks a game's commitment, seed and deal. The browser's own SHA-256 is missing in files, so it is here.

const ROUND_CONSTANTS = [
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
];
const INITIAL_HASH = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];
const BLOCK_BYTES = 64;

/**
 * Returns the SHA-256 of some bytes (FIPS 180-4).
 * @param {Uint8Array} message
 * @returns {Uint8Array}
 */
export function sha256(message) {
  const blocks = Math.ceil((message.length + 9) / BLOCK_BYTES);
  const padded = new DataView(new ArrayBuffer(blocks * BLOCK_BYTES));
  message.forEach((byte, at) => padded.setUint8(at, byte));
  padded.setUint8(message.length, 0x80);
  padded.setUint32(padded.byteLength - 4, message.length * 8);
  const hash = [...INITIAL_HASH];
  const words = new Uint32Array(64);
  for (let block = 0; block < blocks; block++) {
    for (let at = 0; at < 64; at++) {
      if (at < 16) {
        words[at] = padded.getUint32(block * BLOCK_BYTES + at * 4);
      } else {
        const [low, high] = [words[at - 15], words[at - 2]];
        const one = turned(low, 7) ^ turned(low, 18) ^ (low >>> 3);
        const two = turned(high, 17) ^ turned(high, 19) ^ (high >>> 10);
        words[at] = words[at - 16] + one + words[at - 7] + two;
      }
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let at = 0; at < 64; at++) {
      const sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const chosen = (e & f) ^ (~e & g);
      const one = (h + sum + chosen + ROUND_CONSTANTS[at] + words[at]) | 0;
      const most = (a & b) ^ (a & c) ^ (b & c);
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (hash[at] = (hash[at] + word) | 0));
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, at) => digest.setInt32(at * 4, word));
  return new Uint8Array(digest.buffer);
}

/**
 * @param {number} word
 * @param {number} bits
 */
function turned(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

/**
 * Returns the HMAC-SHA256 (RFC 2104) of a message; the key has at most 64 bytes.
 * @param {Uint8Array} key
 * @param {Uint8Array} message
 */
export function hmac(key, message) {
  const masked = (/** @type {number} */ mask) =>
    Uint8Array.from({ length: BLOCK_BYTES }, (_, at) => (key[at] ?? 0) ^ mask);
  return sha256(joined(masked(0x5c), sha256(joined(masked(0x36), message))));
}

/**
 * @param {Uint8Array} one
 * @param {Uint8Array} other
 */
function joined(one, other) {
  return Uint8Array.from([...one, ...other]);
}

/** @param {string} digits */
function fromHex(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}

/** @param {Uint8Array} bytes */
function toHex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Returns the first cards drawn from a deck with a seed: see "Chance" in docs/rules.md.
 * @param {Uint8Array} seed
 * @param {string[]} deck
 * @param {number} count
 */
export function drawn(seed, deck, count) {
  const left = [...deck];
  const cards = [];
  for (let taken = 0; cards.length < count; taken++) {
    const block = Uint8Array.from({ length: 8 }, (_, at) => (at < 4 ? 0 : (taken >> 5) >>> (8 * (7 - at))));
    const byte = sha256(joined(seed, block))[taken % 32];
    if (byte < 256 - (256 % left.length)) {
      cards.push(...left.splice(byte % left.length, 1));
    }
  }
  return cards;
}

/**
 * The numbers of a game, and its first cards. A seat is what it adds to the seed; null if that was deleted.
 * @typedef {{commitment: string, server_seed: string, interaction: string, seats: (string | null)[], seed: string,
 *   deck: string[], hands: string[][], mat: string[]}} Proof
 */

/**
 * Returns for each check whether it passed; null if it cannot be made.
 * @param {Proof} proof
 * @returns {{commitment: boolean, seed: boolean | null, deal: boolean}}
 */
export function checks(proof) {
  const key = fromHex(proof.server_seed);
  const message = new TextEncoder().encode([proof.interaction, ...proof.seats].join(":"));
  const hands = proof.hands.flat().length;
  const cards = drawn(fromHex(proof.seed), proof.deck, hands + proof.mat.length);
  const dealt = proof.hands.map((hand) => cards.splice(0, hand.length).sort());
  return {
    commitment: toHex(sha256(key)) === proof.commitment,
    seed: proof.seats.includes(null) ? null : toHex(hmac(key, message)) === proof.seed,
    deal: JSON.stringify([dealt, cards]) === JSON.stringify([proof.hands, proof.mat]),
  };
}
