/**
 * The fate of one request. `reaches`: the request arrives over a connection. `acts`: the destination executes it.
 * `proves`: the response proves to the sender whether the destination acted.
 */
export interface Fate {
  readonly reaches: boolean;
  readonly acts: boolean;
  readonly proves: boolean;
}

const notSent: Fate = { reaches: false, acts: false, proves: true };
const refused: Fate = { reaches: true, acts: false, proves: true };
const unclear: Fate = { reaches: true, acts: false, proves: false };
const unclearDone: Fate = { reaches: true, acts: true, proves: false };

/** All fates: the simulation's own reading of the API document and of HTTP, independent of the product's. */
export const fates = {
  well: { reaches: true, acts: true, proves: true },
  slow: { reaches: true, acts: true, proves: true },
  refused: notSent,
  unresolved: notSent,
  'no connection': notSent,
  'reset while connecting': notSent,
  'reset before': unclear,
  'reset after': unclearDone,
  'silent before': unclear,
  'silent after': unclearDone,
  late: unclearDone,
  cut: unclearDone,
  'cut quietly': unclearDone,
  mangled: unclearDone,
  empty: unclearDone,
  page: unclearDone,
  'another id': unclearDone,
  'answer of another': unclear,
  'another status': unclearDone,
  'not http': unclearDone,
  'failed before': unclear,
  'failed after': unclearDone,
  'failed and cut': unclearDone,
  'gateway lost it': unclearDone,
  unavailable: unclear,
  'asked to come later': unclear,
  'asked to wait': refused,
  'asked for fewer': refused,
  'denied here': refused,
  'asked for credentials': refused,
  moved: refused,
  'not read in time': refused,
} as const satisfies Record<string, Fate>;

export type FateName = keyof typeof fates;

/** Fates of single requests. */
export const mishaps = (Object.keys(fates) as FateName[]).filter(name => name !== 'well');

/** Fates of all requests for a while, until somebody corrects the cause. */
export const outageFates = [
  'refused',
  'unresolved',
  'no connection',
  'reset while connecting',
  'reset before',
  'silent before',
  'failed before',
  'unavailable',
  'denied here',
  'asked for credentials',
  'moved',
  'page',
] as const satisfies readonly FateName[];

/** Fates of every call of one person while those of others succeed. */
export const personalFates = ['failed before', 'reset before', 'silent before', 'unavailable'] as const;

/** Fates after which no call may be sent to the destination until a probe succeeds. */
export const holding: ReadonlySet<FateName> = new Set(['denied here', 'asked for credentials', 'moved']);
