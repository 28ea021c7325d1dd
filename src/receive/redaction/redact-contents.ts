import type { SourceConfig } from '../../config/config.ts';
import type { Verify } from '../../config/sources/verify.ts';
import { proofSchemes } from './proof-schemes.ts';
import { proofsIn, withoutProofs } from './redact-body.ts';
import { withoutProofNames } from './redact-head.ts';
import { withoutCopies } from './redact-items.ts';
import { redactorOf } from './source-redactor.ts';

/**
 * Returns a payload that may be shown: the source's own secrets in its texts are replaced by `[secret]`. Some senders
 * put their token, or the whole URL, into the body. Events that were stored before redaction existed may still contain
 * them.
 */
export function redactSecrets(verify: readonly Verify[], payload: unknown): unknown {
  return redactorOf(verify).value(payload);
}

/** The stored contents of an event that may be shown. */
export interface ShownContents {
  readonly payload: unknown;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/**
 * Returns the contents of an event that may be shown: without the current secrets of its source, and without
 * all proofs, also those of schemes that did not verify the event.
 */
export function redactContents(
  source: Pick<SourceConfig, 'verify' | 'preset'> | undefined,
  { payload, body, headers, query }: ShownContents,
): ShownContents {
  const schemes = source ? proofSchemes(source) : [];
  const proofs = proofsIn(schemes, body);
  const redactor = redactorOf(schemes, proofs);
  const isWhole = payload === body;
  const shownBody = redactor.value(withoutProofs(body, proofs));
  const shownPayload = isWhole ? shownBody : redactor.value(withoutCopies(payload, proofs));
  const head = withoutProofNames(schemes, { headers, query });
  return {
    payload: shownPayload,
    body: shownBody,
    headers: redactor.value(head.headers) as ShownContents['headers'],
    query: redactor.value(head.query) as ShownContents['query'],
  };
}
