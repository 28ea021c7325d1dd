/**
 * Returns a number and the thing that it counts: `1 event`, `1200 events`. `things` is the plural if it is
 * not the word and an s: `2 statuses`.
 */
export function counted(count: number, thing: string, things = `${thing}s`): string {
  return `${count} ${count === 1 ? thing : things}`;
}

/** Does the same with thousands separators in all numbers of the text: `1,200 events`. */
export function countedWithCommas(count: number, thing: string): string {
  return counted(count, thing).replace(String(count), count.toLocaleString('en'));
}
