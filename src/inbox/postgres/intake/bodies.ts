/** The bytes of several rows as one value, and the position of each row's bytes in it; null if the row has none. */
export interface JoinedBodies {
  readonly all: Uint8Array;
  /** Positions from 1, as in SQL's `substring`. */
  readonly begins: readonly (number | null)[];
  readonly lengths: readonly (number | null)[];
}

/**
 * Joins the bodies of rows that are written in one statement. A single value is sent as bytes; a list would be sent
 * as a text of twice the size.
 */
export function joinBodies(bodies: readonly (Uint8Array | undefined)[]): JoinedBodies {
  let next = 1;
  const begins = bodies.map(body => {
    if (!body) return null;
    next += body.byteLength;
    return next - body.byteLength;
  });
  return {
    all: Buffer.concat(bodies.flatMap(body => (body ? [body] : []))),
    begins,
    lengths: bodies.map(body => body?.byteLength ?? null),
  };
}
