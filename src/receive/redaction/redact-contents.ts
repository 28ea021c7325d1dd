import type { SourceConfig, Verify } from '../../config/config.ts';
import { proofSchemes } from './proof-schemes.ts';
import { proofsIn, withoutProofs } from './redact-body.ts';
import { withoutProofNames } from './redact-head.ts';
import { withoutCopies } from './redact-items.ts';
import { redactorOf } from './source-redactor.ts';

/**
 * A payload as it may be shown: where a text in it has one of the source's own secrets, `[secret]` stands for that.
 * Some senders put their token, or the whole URL that they post to, into the body. What was kept before that was taken
 * out of it may still have them.
 */
export function redactSecrets(verify: readonly Verify[], payload: unknown): unknown {
  return redactorOf(verify).value(payload);
}

/** All that is kept of an event and may be shown. */
export interface ShownContents {
  readonly payload: unknown;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/**
 * The contents of an event as they may be shown: without the secrets that its source has now, and without what stands
 * where a proof does, whatever the source was verified by when it came.
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
