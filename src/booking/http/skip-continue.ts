import type { Duplex } from 'node:stream';

/** A longer interim response is passed to undici, which closes the connection. */
const longestBytes = 4 * 1024;
/** The maximum number of skipped interim responses. Servers send one. */
const mostSkipped = 100;
const nothing = Buffer.alloc(0);

/**
 * Removes every `100 Continue` from the data of a connection. Some servers send it unasked, and a client must accept
 * that (RFC 9110 15.2). undici skips other interim responses, but treats this one as the end of the connection. A
 * response begins with the first bytes after a write, because a connection has at most one request in flight.
 */
export function skipContinue(connection: Duplex): void {
  const read = connection.read.bind(connection);
  const write = connection.write.bind(connection) as (...all: unknown[]) => boolean;
  /** The start of a response that may be an interim one; undefined after the head of the final one has begun. */
  let begun: Buffer | undefined;
  let skipped = 0;
  connection.write = (...all: unknown[]) => {
    begun ??= nothing;
    skipped = 0;
    return write(...all);
  };
  connection.read = (size?: number) => {
    // Node calls this to read more.
    if (size !== undefined) return read(size);
    // A reader that gets nothing reads again only when new data arrive.
    for (let chunk = read(); chunk !== null; chunk = read()) {
      const answer = afterInterim(chunk);
      if (answer !== undefined) return answer;
    }
    return null;
  };

  /** Returns the data to read after these bytes; undefined if there is nothing to read yet. */
  function afterInterim(chunk: Buffer): Buffer | undefined {
    if (begun === undefined) return chunk;
    begun = Buffer.concat([begun, chunk]);
    for (
      let end = endOfContinue(begun);
      end !== undefined && skipped < mostSkipped;
      end = endOfContinue(begun)
    ) {
      begun = begun.subarray(end);
      skipped += 1;
    }
    if (skipped < mostSkipped && mayContinue(begun)) return undefined;
    const answer = begun;
    begun = undefined;
    return answer;
  }
}

/**
 * Returns the end of the interim response at the start of the bytes; undefined if there is none, or it is incomplete.
 */
function endOfContinue(bytes: Buffer): number | undefined {
  if (!isContinue(bytes)) return undefined;
  const end = bytes.indexOf('\r\n\r\n');
  return end === -1 ? undefined : end + 4;
}

/** True if the bytes are too few to decide or to skip. */
function mayContinue(bytes: Buffer): boolean {
  const first = bytes.toString('latin1', 0, 12);
  if (first.length < 12) return ['HTTP/1.1 100', 'HTTP/1.0 100'].some(start => start.startsWith(first));
  return isContinue(bytes) && bytes.length <= longestBytes;
}

function isContinue(bytes: Buffer): boolean {
  return /^HTTP\/1\.[01] 100/.test(bytes.toString('latin1', 0, 12));
}
