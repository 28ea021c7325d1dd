import type { Duplex } from 'node:stream';

/** An interim answer that is longer than this is left to undici, which gives the connection up. */
const longestBytes = 4 * 1024;
/** So are those that come after so many. Servers send one. */
const mostSkipped = 100;
const nothing = Buffer.alloc(0);

/**
 * Takes every `100 Continue` out of what a connection gives to read. Some servers send it though nobody asked for it, and
 * a client must put up with that (RFC 9110 15.2); undici passes over other interim answers, but takes this one for the end
 * of the connection. An answer begins with the first bytes that come after something was written, since there is never
 * more than one request under way on a connection.
 */
export function skipContinue(connection: Duplex): void {
  const read = connection.read.bind(connection);
  const write = connection.write.bind(connection) as (...all: unknown[]) => boolean;
  /** What came of an answer that may still begin with an interim one; undefined: its head has begun. */
  let begun: Buffer | undefined;
  let skipped = 0;
  connection.write = (...all: unknown[]) => {
    begun ??= nothing;
    skipped = 0;
    return write(...all);
  };
  connection.read = (size?: number) => {
    const chunk = read(size) as Buffer | null;
    if (begun === undefined || chunk === null) return chunk;
    begun = Buffer.concat([begun, chunk]);
    for (
      let end = endOfContinue(begun);
      end !== undefined && skipped < mostSkipped;
      end = endOfContinue(begun)
    ) {
      begun = begun.subarray(end);
      skipped += 1;
    }
    if (skipped < mostSkipped && mayContinue(begun)) return null;
    const answer = begun;
    begun = undefined;
    return answer;
  };
}

/** Where the interim answer ends that the bytes begin with; undefined where there is none, or not the whole of it. */
function endOfContinue(bytes: Buffer): number | undefined {
  if (!isContinue(bytes)) return undefined;
  const end = bytes.indexOf('\r\n\r\n');
  return end === -1 ? undefined : end + 4;
}

/** Whether too little has come to tell, or to skip it. */
function mayContinue(bytes: Buffer): boolean {
  const first = bytes.toString('latin1', 0, 12);
  if (first.length < 12) return ['HTTP/1.1 100', 'HTTP/1.0 100'].some(start => start.startsWith(first));
  return isContinue(bytes) && bytes.length <= longestBytes;
}

function isContinue(bytes: Buffer): boolean {
  return /^HTTP\/1\.[01] 100/.test(bytes.toString('latin1', 0, 12));
}
