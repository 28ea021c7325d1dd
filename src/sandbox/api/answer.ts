/** A complete HTTP response. */
export interface SandboxAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/**
 * The decision of an operation: its response, a short description for the list of calls, and its change of the
 * account. Nothing changes before `apply` is called; it is null if there is nothing to change.
 */
export interface Decision {
  readonly answer: SandboxAnswer;
  readonly outcome: string;
  readonly apply: (() => void) | null;
}

/** Creates a JSON response. */
export function jsonAnswer(status: number, body: unknown): SandboxAnswer {
  return { status, contentType: 'application/json; charset=utf-8', body: JSON.stringify(body) };
}

/** Creates a response of plain text. */
export function textAnswer(status: number, body: string): SandboxAnswer {
  return { status, contentType: 'text/plain; charset=utf-8', body };
}

/** The response of every operation to a missing, unknown or expired token: HTTP 200, plain text (API document 5.4). */
export const accessDenied: SandboxAnswer = textAnswer(200, 'Access denied');

/**
 * Creates a refusal that changes nothing (API document 7). The document names the message and some fields, but not the
 * shape: here the message is in `error`, beside the named fields.
 */
export function refusal(
  status: 400 | 404,
  error: string,
  named: Readonly<Record<string, unknown>> = {},
): Decision {
  return { answer: jsonAnswer(status, { error, ...named }), outcome: error, apply: null };
}
