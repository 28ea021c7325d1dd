/** Crockford's base 32, in ASCII order and without letters that are easily confused. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * Returns a new public id for an event: `evt_`, ten characters of time and sixteen of randomness (80 bits).
 * Ids of different milliseconds sort by time. `now`: epoch milliseconds. `randomBytes`: as in `node:crypto`.
 */
export function newEventId(now: number, randomBytes: (size: number) => Uint8Array): string {
  let id = 'evt_';
  for (let power = 9; power >= 0; power--) id += alphabet[Math.floor(now / 32 ** power) % 32];
  for (const byte of randomBytes(16)) id += alphabet[byte % 32];
  return id;
}
