/** Channels and their threads: their order, and the labels of a thread's state. */

/** @import { Channel } from "../types.js" */

const PRIVATE = 12;

/**
 * The channels without the threads, in their order.
 *
 * @param {Channel[]} all
 */
export function channelsIn(all) {
  return all.filter((channel) => !channel.parent_id).sort((a, b) => (a.position ?? 0) - (b.position ?? 0));
}

/**
 * The threads of a channel: active ones before archived ones, newest first.
 *
 * @param {Channel[]} all
 * @param {string} parentId
 */
export function threadsIn(all, parentId) {
  const archived = (/** @type {Channel} */ thread) => Number(Boolean(thread.thread_metadata?.archived));
  return all
    .filter((channel) => channel.parent_id === parentId)
    .sort((a, b) => archived(a) - archived(b) || Number(BigInt(b.id) - BigInt(a.id)));
}

/**
 * The state of a thread for display, such as "private, archived, locked".
 *
 * @param {Channel | undefined} thread
 */
export function threadState(thread) {
  const { archived, locked } = thread?.thread_metadata ?? {};
  return [thread?.type === PRIVATE && "private", archived && "archived", locked && "locked"].filter(Boolean).join(", ");
}
