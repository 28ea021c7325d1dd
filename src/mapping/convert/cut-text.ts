import type { DamagedText } from './damaged-text.ts';

/**
 * Returns the damage of a text that its sender probably cut: it ends inside a sentence at a usual limit of databases
 * (255 characters), or with an ellipsis at a usual limit of lists and notifications (`Henna, Nüsse, Dufts…` at 20).
 */
export function cutText(text: string): Pick<DamagedText, 'what' | 'hint'> | undefined {
  const { length } = text;
  // An id or a link may have any length.
  if (limits.has(length) && /\s/.test(text) && /[\p{L}\p{N},;-]$/u.test(text))
    return { what: `has exactly ${length} characters, and its end may be missing`, hint: sendAll };
  const [, ellipsis] = /[\p{L}\p{N},](\s?(?:…|\.{3}))$/u.exec(text) ?? [];
  if (
    ellipsis === undefined ||
    !shortLimits.some(each => each === length || each === length - ellipsis.length)
  )
    return undefined;
  return {
    what: `ends with ${ellipsis.trim()} after ${length} characters, as a text that was cut`,
    hint: sendAll,
  };
}

const sendAll = 'have the sender send the whole text, and correct the value where the end is missing';

/** The lengths of columns, to which databases and forms cut texts. */
const limits: ReadonlySet<number> = new Set([
  191, 200, 250, 254, 255, 256, 300, 500, 512, 1000, 1023, 1024, 2000, 2047, 2048, 4000, 4095, 4096, 65_535,
]);

/** The lengths to which programs cut texts for lists, with or without their ellipsis. */
const shortLimits: readonly number[] = [
  20,
  25,
  30,
  32,
  40,
  50,
  60,
  64,
  70,
  75,
  80,
  100,
  120,
  125,
  128,
  140,
  150,
  160,
  ...limits,
];
