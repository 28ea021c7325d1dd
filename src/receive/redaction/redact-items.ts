import { hash } from 'node:crypto';
import { type AcceptedItem, wholePayload } from '../../inbox/event.ts';
import type { FoundProof, RedactedBody } from './redact-body.ts';

/**
 * Returns the items of a webhook in the form that is stored, without proofs. They were found in the received
 * body, so their ids and hashes do not change. An id that contains a proof is stored as its digest.
 */
export function redactItems(items: readonly AcceptedItem[], body: RedactedBody): readonly AcceptedItem[] {
  const keptTexts = new Map<string, string>();
  return items.map(item => keepItem(item, body, keptTexts));
}

/** `keptTexts`: the shared texts of the items in redacted form, by their received form. */
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

  /** If a part of the item is redacted, the shared texts move: then the item is written as a whole. */
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

/** Removes copies of proofs from a value, found by their name: short tokens would be found in any text. */
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
