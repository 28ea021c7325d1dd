/** How much a diagnostic matters: an `error` stops what it is about, a `warning` does not, an `info` explains. */
export const severities = ['error', 'warning', 'info'] as const;
export type Severity = (typeof severities)[number];
