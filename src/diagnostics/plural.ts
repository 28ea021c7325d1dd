/** A word for so many things: `event` for one, else `events`. */
export function plural(count: number, thing: string): string {
  return count === 1 ? thing : `${thing}s`;
}
