/** The role of a client: `admin.token` allows everything, `admin.readToken` allows reading with masked values. */
export type Role = 'admin' | 'reader';

/** Marks a parameter that could reveal masked values to a reader. The description of the API contains the mark too. */
export const notForReader = { 'x-needs-admin-token': true } as const;

/** Marks personal data or a secret in a response. The description of the API contains the mark too. */
export const masked = { 'x-masked-for-reader': true } as const;

/** Marks a path or a name that may come from a payload: its unknown parts are masked. */
export const namesMasked = { 'x-names-masked-for-reader': true } as const;

/**
 * Marks a diagnostic whose message is masked: a reader sees the title of its code. The description of the API
 * contains the mark too.
 */
export const messageByCode = { 'x-message-by-code': true } as const;
