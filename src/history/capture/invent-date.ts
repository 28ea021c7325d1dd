import type { Draw } from './invent-text.ts';

/**
 * Invents a date in the same format. Day and month are at most 12, so that it is valid in either order. A birthday
 * stays in the last century, and a time of this year stays before the time at which a test is received.
 */
export function inventDate(text: string, draw: Draw): string {
  const [date = '', ...rest] = text.split(/(?=[T ,])/);
  const years = /\d{4}/.exec(date)?.[0];
  const isLately = years !== undefined && Number(years) >= 2015;
  const invented = date.replace(/\d+/g, part => {
    if (part.length === 4) return isLately ? String(2024 + draw(2)) : String(1950 + draw(45));
    return inventTwo(part, 1, 12, draw);
  });
  const time = rest.join('').replace(/\d+/g, (part, at: number, whole: string) => {
    const isZone = /[+-]\d*:?$/.test(whole.slice(0, at).slice(-4)) && at > 6;
    return isZone ? part : inventTwo(part, 1, 11, draw);
  });
  return invented + time;
}

/** Invents a number in a range, with the same length as the original. */
export function inventTwo(text: string, least: number, most: number, draw: Draw): string {
  return String(least + draw(most - least + 1)).padStart(text.length, '0');
}

/** Invents a time before the one at which a test is received, in seconds or milliseconds as the original. */
export function inventMoment(epoch: number, draw: Draw): number {
  const seconds = 1_735_700_000 + draw(30_000_000);
  return epoch >= 1e11 ? seconds * 1000 + draw(1000) : seconds;
}
