/**
 * A number and the thing that it counts: `1 event`, `1200 events`. `things` where an s behind the thing does not make
 * more of it: `2 statuses`.
 */
export function counted(count: number, thing: string, things = `${thing}s`): string {
  return `${count} ${count === 1 ? thing : things}`;
}

/** The same where all numbers of a text have their thousands parted: `1,200 events`. */
export function countedWithCommas(count: number, thing: string): string {
  return counted(count, thing).replace(String(count), count.toLocaleString('en'));
}
