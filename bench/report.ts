/** Returns the median, so that a single odd round does not count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Formats a rate, with separated thousands. */
export function figure(value: number): string {
  return Math.round(value).toLocaleString('en');
}

/** Formats a share of 1 in percent. */
export function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`;
}

/** Prints the subject of the next measurements. */
export function heading(text: string): void {
  console.log(`\n${text}`);
}

/** Prints one figure. */
export function row(what: string, value: string, more = ''): void {
  console.log(`  ${what.padEnd(48)} ${value.padStart(10)}  ${more}`.trimEnd());
}

/** Prints a figure and whether it reaches its goal; if not, the exit status is 1. */
export function verdict(
  what: string,
  value: number,
  reached: (value: number) => boolean,
  goal: string,
  show: (value: number) => string,
): void {
  row(what, show(value), `${reached(value) ? 'reached' : 'MISSED'}: ${goal}`);
  if (!reached(value)) process.exitCode = 1;
}
