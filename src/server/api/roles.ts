/** Who asks: with `admin.token`, which may do everything, or with `admin.readToken`, which reads and sees values masked. */
export type Role = 'admin' | 'reader';

/**
 * Marks a parameter by which a reader could find out values that are masked for them. It stands in the description of
 * the API too.
 */
export const notForReader = { 'x-needs-admin-token': true } as const;

/** Marks a value of a customer, or a secret, in an answer. It stands in the description of the API too. */
export const masked = { 'x-masked-for-reader': true } as const;

/** Marks a path or a name that may come from a payload: what of it is not known is masked. */
export const namesMasked = { 'x-names-masked-for-reader': true } as const;

/** Marks a diagnostic whose own words are masked: a reader sees those of its code. It stands in the description of the API too. */
export const messageByCode = { 'x-message-by-code': true } as const;
