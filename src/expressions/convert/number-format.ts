/** The format of a number. */
export interface NumberFormat {
  /** The separator between thousands; empty: none. */
  readonly thousands: string;
  readonly decimal: string;
  /** The number of decimals; undefined: as many as the value has. */
  readonly decimals: number | undefined;
}

/** The forms of 1234.5 that describe a number format. */
const example = /^1([., '\u00a0\u202f’]?)234(?:([.,])(\d{1,6}|#))?$/;

/**
 * Reads a number format from an example, the number 1234 with decimals, as in `1.234,50`: the sign between
 * thousands, the decimal sign, and the number of decimals. `1234,#` keeps the decimals of the value.
 */
export function numberFormat(written: string): NumberFormat | undefined {
  const [found, thousands = '', decimal, decimals] = example.exec(written) ?? [];
  if (found === undefined || (decimal !== undefined && decimal === thousands)) return undefined;
  if (decimals === '#') return { thousands, decimal: decimal ?? '.', decimals: undefined };
  return { thousands, decimal: decimal ?? '.', decimals: decimals?.length ?? 0 };
}

/** Writes a number (plain digits with a point) in a format. It rounds halves away from zero. */
export function writeNumber(plain: string, { thousands, decimal, decimals }: NumberFormat): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(plain) ?? [];
  if (whole === '') return plain;
  const digits = decimals === undefined ? { whole, fraction } : rounded(whole, fraction, decimals);
  const grouped = inThousands(digits.whole).join(thousands);
  const text = digits.fraction === '' ? grouped : `${grouped}${decimal}${digits.fraction}`;
  return /[1-9]/.test(text) ? sign + text : text;
}

/** Groups digits by three; the first group may be shorter. */
function inThousands(digits: string): readonly string[] {
  const first = digits.slice(0, digits.length % 3);
  return [...(first === '' ? [] : [first]), ...(digits.slice(first.length).match(/\d{3}/g) ?? [])];
}

function rounded(whole: string, fraction: string, decimals: number): { whole: string; fraction: string } {
  const kept = fraction.slice(0, decimals).padEnd(decimals, '0');
  const isUp = (fraction[decimals] ?? '0') >= '5';
  const all = String(BigInt(whole + kept) + (isUp ? 1n : 0n)).padStart(decimals + 1, '0');
  return { whole: all.slice(0, all.length - decimals), fraction: all.slice(all.length - decimals) };
}
