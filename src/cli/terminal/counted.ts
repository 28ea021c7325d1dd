import { plural } from '../../diagnostics/plural.ts';

/** A number with its thousands parted and the thing that it counts: `1 event`, `1,200 events`. */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString('en')} ${plural(count, thing)}`;
}
