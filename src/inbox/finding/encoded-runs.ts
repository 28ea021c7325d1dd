/** The decoded Base64 and hex of a text. */
export interface EncodedRuns {
  /** The decoded bytes for each possible start, one character a byte; most of them are meaningless. */
  readonly bytes: readonly string[];
  /** All decoded texts together; each byte beyond ASCII is one character. */
  readonly texts: string;
}

/** The bytes of a UTF-8 character. */
const character =
  '[\\t\\r\\n\\x20-\\x7e]|[\\xc2-\\xdf][\\x80-\\xbf]|[\\xe0-\\xef][\\x80-\\xbf]{2}|[\\xf0-\\xf4][\\x80-\\xbf]{3}';

/** A separator between two decoded texts: bytes that occur in no text. */
const border = Buffer.from([0xff, 0xff, 0xff]);

/**
 * Creates a function that finds and decodes everything that may be Base64 (also in lines, also its URL variant) or
 * hex of at least this many bytes. Shorter runs are mostly words. Among the bytes, texts of at least `leastText`
 * characters are recognised; shorter ones may be chance.
 */
export function runDecoder(leastBytes: number, leastText: number): (text: string) => EncodedRuns {
  const base64 = new RegExp(
    `[A-Za-z0-9+/_-]{${Math.floor((leastBytes * 4) / 3)},}(?:\\r?\\n[A-Za-z0-9+/_-]+)*`,
    'g',
  );
  const hex = new RegExp(`[0-9a-f]{${2 * leastBytes},}`, 'gi');
  const runOfText = new RegExp(`(?:${character}){${leastText},}`, 'g');
  return text => decodeRuns(text.match(base64) ?? [], text.match(hex) ?? [], runOfText);
}

function decodeRuns(runs: readonly string[], pairs: readonly string[], runOfText: RegExp): EncodedRuns {
  const bytes: string[] = [];
  const texts: string[] = [];
  const add = (found: readonly string[], shift: number, encoding: 'base64' | 'hex') => {
    const pieces: Buffer[] = [];
    for (const run of found) {
      const piece = Buffer.from(run.slice(shift), encoding);
      pieces.push(piece, border);
    }
    if (pieces.length === 0) return;
    const all = Buffer.concat(pieces).toString('latin1');
    bytes.push(all.replaceAll('\0', ''));
    texts.push(...(all.match(runOfText) ?? []));
  };
  const inLines = runs.map(run => (run.includes('\n') ? run.replaceAll(/\s+/g, '') : run));
  // Other letters may directly precede it.
  for (let shift = 0; shift < 4; shift += 1) add(inLines, shift, 'base64');
  for (let shift = 0; shift < 2; shift += 1) add(pairs, shift, 'hex');
  return { bytes, texts: texts.join('\u0001') };
}
