/** A whole HTTP answer. */
export interface SandboxAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/**
 * What an operation decided: its answer, a few words on it for the list of calls, and what it does to the account.
 * Nothing has happened until `apply` is called; it is null where nothing is to be changed.
 */
export interface Decision {
  readonly answer: SandboxAnswer;
  readonly outcome: string;
  readonly apply: (() => void) | null;
}

/** An answer with a JSON body. */
export function jsonAnswer(status: number, body: unknown): SandboxAnswer {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}

/** An answer of plain text. */
export function textAnswer(status: number, body: string): SandboxAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body };
}

/** What every operation answers a missing, unknown or expired token: HTTP 200, plain text (API document 5.4). */
export const accessDenied: SandboxAnswer = textAnswer(200, 'Access denied');

/**
 * A refusal that changes nothing (API document 7). The document names the message and some fields, not the shape:
 * here the message is in `error`, beside the named fields.
 */
export function refusal(
  status: 400 | 404,
  error: string,
  named: Readonly<Record<string, unknown>> = {},
): Decision {
  return { answer: jsonAnswer(status, { error, ...named }), outcome: error, apply: null };
}
