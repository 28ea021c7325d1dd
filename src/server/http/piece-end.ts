/** The text on the first line of every request, after its path. */
const version = Buffer.from('HTTP/');
const lineFeed = 10;

/** The maximum lines in a piece: each (a header, the frame of a chunk, its data) may create objects. */
const mostLines = 128;

/**
 * Returns the end of the part that a parser may get at once: at most 128 lines, and at most one that begins a
 * request. Bytes without lines cost a parser almost nothing, so their number is not limited.
 */
export function pieceEnd(bytes: Buffer): number {
  const end = endOfLines(bytes);
  const request = bytes.indexOf(version);
  if (request === -1 || request >= end) return end;
  const nextLine = bytes.indexOf(lineFeed, request);
  const next = nextLine === -1 ? -1 : bytes.indexOf(version, nextLine);
  if (next === -1 || next >= end) return end;
  return bytes.lastIndexOf(lineFeed, next) + 1;
}

function endOfLines(bytes: Buffer): number {
  let end = 0;
  for (let lines = 0; lines < mostLines; lines += 1) {
    const at = bytes.indexOf(lineFeed, end);
    if (at === -1) return bytes.length;
    end = at + 1;
  }
  return end;
}
