import { hash } from 'node:crypto';
import { type AcceptedItem, wholePayload } from '../../inbox/event.ts';
import type { FoundProof, RedactedBody } from './redact-body.ts';

/**
 * The items of a webhook as they are kept: without what proves whose it is. They were found in the body as it came, so
 * that their ids and hashes do not change; an id with a proof in it is kept as its digest.
 */
export function redactItems(items: readonly AcceptedItem[], body: RedactedBody): readonly AcceptedItem[] {
  const keptTexts = new Map<string, string>();
  return items.map(item => keepItem(item, body, keptTexts));
}

/** `keptTexts`: what the items share, as it came and as it is kept. */
function keepItem(
  item: AcceptedItem,
  { redactor, proofs }: RedactedBody,
  keptTexts: Map<string, string>,
): AcceptedItem {
  const { payload, shared = [], senderEventId, type, diagnostics } = item;
  const idReveals =
    senderEventId !== undefined &&
    (redactor.reveals(senderEventId) ||
      proofs.some(({ text }) => senderEventId.includes(JSON.stringify(text))));
  return {
    ...item,
    ...(payload !== undefined && (shared.length === 0 ? { payload: keepJson(payload) } : keepParts(payload))),
    ...(idReveals && {
      senderEventId: `sha256:${hash('sha256', senderEventId, 'base64')}`,
      formerSenderEventId: senderEventId,
    }),
    ...(type !== undefined && { type: redactor.text(type) }),
    diagnostics: diagnostics.map(each => ({ ...each, message: redactor.text(each.message) })),
  };

  /** If anything in the item itself is redacted, its parts move: then it is written as a whole. */
  function keepParts(own: string): Pick<AcceptedItem, 'payload' | 'shared'> {
    const alone = wholePayload(
      own,
      shared.map(({ at }) => ({ at, json: 'null' })),
    );
    if (keepJson(alone) !== alone) return { payload: keepJson(wholePayload(own, shared)), shared: [] };
    return { payload: own, shared: shared.map(({ at, json }) => ({ at, json: keepShared(json) })) };
  }

  function keepShared(json: string): string {
    const kept = keptTexts.get(json) ?? keepJson(json);
    keptTexts.set(json, kept);
    return kept;
  }

  function keepJson(json: string): string {
    const given: unknown = JSON.parse(json);
    const shown = redactor.value(withoutCopies(given, proofs));
    return shown === given ? json : JSON.stringify(shown);
  }
}

/** A value without copies of proofs: a short token would be found in anything, but not under its own name. */
export function withoutCopies(value: unknown, proofs: readonly FoundProof[]): unknown {
  if (proofs.length === 0 || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const shown = value.map(each => withoutCopies(each, proofs));
    return shown.every((each, at) => each === value[at]) ? value : shown;
  }
  let isSame = true;
  const entries = Object.entries(value).map(([key, each]) => {
    const proof = proofs.find(({ name, text }) => name === key && text === String(each));
    const shown = proof ? proof.placeholder : withoutCopies(each, proofs);
    if (shown !== each) isSame = false;
    return [key, shown] as const;
  });
  return isSame ? value : Object.fromEntries(entries);
}
