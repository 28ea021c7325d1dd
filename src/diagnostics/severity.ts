/** The severities of a diagnostic: an `error` prevents something, a `warning` does not, an `info` explains. */
export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];
