/** Events with a typed detail. */

/**
 * An EventTarget whose listeners get the detail of each event.
 *
 * @template {object} Events the type of the detail by the name of the event
 */
export class Emitter {
  #target = new EventTarget();

  /**
   * Calls the listener with the detail of every event of this name.
   *
   * @template {keyof Events & string} Name
   * @param {Name} name
   * @param {(detail: Events[Name]) => void} listener
   */
  on(name, listener) {
    this.#target.addEventListener(name, (event) => listener(/** @type {CustomEvent} */ (event).detail));
  }

  /**
   * @template {keyof Events & string} Name
   * @param {Name} name
   * @param {Events[Name]} detail
   */
  emit(name, detail) {
    this.#target.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
