/** Counts earlier equal rows. */
export interface Repeats {
  /** Returns the number of earlier rows with this digest (the first 16 bytes count), and counts this one. */
  next(digest: Uint8Array): number;
}

const words = 4;

/**
 * Counts rows by their digests, with about 27 bytes for each: a list may have a million rows, and a map of texts would
 * need four times as much.
 */
export function createRepeats(): Repeats {
  let slots = 1024;
  let keys = new Uint32Array(slots * words);
  /** The count of each key; 0 without a key. */
  let times = new Uint32Array(slots);
  let used = 0;
  const grow = () => {
    const [oldKeys, oldTimes] = [keys, times];
    slots *= 2;
    keys = new Uint32Array(slots * words);
    times = new Uint32Array(slots);
    for (const [old, count] of oldTimes.entries()) {
      if (count === 0) continue;
      const key = oldKeys.subarray(old * words, (old + 1) * words);
      const slot = slotOf(key, { keys, times, slots });
      keys.set(key, slot * words);
      times[slot] = count;
    }
  };
  const key = new Uint32Array(words);
  return {
    next(digest) {
      new Uint8Array(key.buffer).set(digest.subarray(0, words * 4));
      if (used * 4 > slots * 3) grow();
      const slot = slotOf(key, { keys, times, slots });
      const before = times[slot] ?? 0;
      if (before === 0) {
        used += 1;
        keys.set(key, slot * words);
      }
      times[slot] = before + 1;
      return before;
    },
  };
}

interface Table {
  readonly keys: Uint32Array;
  readonly times: Uint32Array;
  readonly slots: number;
}

/** Returns the slot of a key, or its free slot. Digests are spread evenly, so the next free slot is near. */
function slotOf(key: Uint32Array, { keys, times, slots }: Table): number {
  let slot = (key[0] ?? 0) % slots;
  while (times[slot] !== 0 && !isAt(key, keys, slot * words)) slot = (slot + 1) % slots;
  return slot;
}

function isAt(key: Uint32Array, keys: Uint32Array, at: number): boolean {
  return keys[at] === key[0] && keys[at + 1] === key[1] && keys[at + 2] === key[2] && keys[at + 3] === key[3];
}
