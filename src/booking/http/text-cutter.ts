/** The number of bytes that are kept of each text in JSON. */
export const longestText = 64 * 1024;

/** Marks where a text in JSON was cut. */
export const textCutMark = '…';

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;

/** Accepts bytes to keep; returns false if no more are wanted. */
type Keep = (bytes: Uint8Array) => boolean;

/**
 * Passes JSON on, chunk by chunk, with every text cut to its first 64 KiB. It splits no escape and no character, so
 * valid JSON stays valid. The function returns true if more is wanted.
 */
export function textCutter(): (chunk: Uint8Array, keep: Keep) => boolean {
  const mark = Buffer.from(textCutMark);
  /** `left`: at the closing quote of a text. */
  let place: 'outside' | 'kept' | 'dropped' | 'left' = 'outside';
  let from = 0;
  let bytesOfText = 0;
  /** The remaining bytes of an escape: one after a backslash, four more after its u. */
  let ofEscape = 0;

  /** Returns the start of the next text, after its quote, or else the end of the chunk. */
  function startOfText(chunk: Uint8Array, start: number): number {
    let at = start;
    place = 'outside';
    while (at < chunk.length && chunk[at] !== quote) at += 1;
    if (at === chunk.length) return at;
    place = 'kept';
    bytesOfText = 0;
    return at + 1;
  }

  /** Returns the end of the text, or the place to cut it, or else the end of the chunk. */
  function endOfText(chunk: Uint8Array, start: number): number {
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (ofEscape === 0 && (byte === quote || mayBeCutBefore(byte))) return at;
      step(byte);
    }
    return chunk.length;
  }

  function mayBeCutBefore(byte: number): boolean {
    return place === 'kept' && bytesOfText >= longestText && (byte & 0xc0) !== 0x80;
  }

  /** Moves on by one byte. */
  function step(byte: number): void {
    bytesOfText += 1;
    if (ofEscape === 0) ofEscape = byte === backslash ? 1 : 0;
    else ofEscape = ofEscape === 1 && byte === letterU ? 4 : ofEscape - 1;
  }

  /** Ends or cuts the text at this place; returns true if more is wanted. The next kept bytes start at `from`. */
  function leaveText(chunk: Uint8Array, at: number, keep: Keep): boolean {
    if (at === chunk.length) return true;
    if (chunk[at] !== quote) {
      place = 'dropped';
      return keep(chunk.subarray(from, at)) && keep(mark);
    }
    if (place === 'dropped') from = at;
    place = 'left';
    return true;
  }

  return (chunk, keep) => {
    from = 0;
    let at = 0;
    while (at < chunk.length) {
      if (place === 'kept' || place === 'dropped') {
        at = endOfText(chunk, at);
        if (!leaveText(chunk, at, keep)) return false;
      } else {
        at = startOfText(chunk, place === 'left' ? at + 1 : at);
      }
    }
    return place === 'dropped' || keep(chunk.subarray(from));
  };
}
