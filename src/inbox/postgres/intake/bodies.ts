/** Bytes of several rows as one value, and where those of each stand in it; null where it has none. */
export interface JoinedBodies {
  readonly all: Uint8Array;
  /** From 1, as `substring` counts. */
  readonly begins: readonly (number | null)[];
  readonly lengths: readonly (number | null)[];
}

/**
 * Joins the bodies of rows that are written in one statement: a single value is sent as its bytes, a list of them would be
 * sent as a text of twice their size.
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
