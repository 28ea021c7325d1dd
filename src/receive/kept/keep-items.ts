import { hash } from 'node:crypto';
import type { AcceptedItem } from '../../inbox/event.ts';
import type { KeptBody } from './keep-body.ts';

/**
 * The items of a webhook as they are kept: without what proves whose it is. They were found in the body as it came, so
 * that what tells them apart stays what it is; an id with a proof in it is kept as its digest.
 */
export function keepItems(items: readonly AcceptedItem[], body: KeptBody): readonly AcceptedItem[] {
  return items.map(item => keepItem(item, body));
}

function keepItem(item: AcceptedItem, { hider, proofs }: KeptBody): AcceptedItem {
  const { payload, senderEventId, type, diagnostics } = item;
  const idReveals =
    senderEventId !== undefined &&
    (hider.reveals(senderEventId) || proofs.some(({ text }) => senderEventId.includes(JSON.stringify(text))));
  return {
    ...item,
    ...(payload !== undefined && { payload: keepPayload(payload) }),
    ...(idReveals && {
      senderEventId: `sha256:${hash('sha256', senderEventId, 'base64')}`,
      formerSenderEventId: senderEventId,
    }),
    ...(type !== undefined && { type: hider.text(type) }),
    diagnostics: diagnostics.map(each => ({ ...each, message: hider.text(each.message) })),
  };

  function keepPayload(json: string): string {
    const given: unknown = JSON.parse(json);
    const shown = hider.value(withoutCopies(given));
    return shown === given ? json : JSON.stringify(shown);
  }

  /** A short token would be found in anything, but not under its own name. */
  function withoutCopies(value: unknown): unknown {
    if (proofs.length === 0 || typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const shown = value.map(withoutCopies);
      return shown.every((each, at) => each === value[at]) ? value : shown;
    }
    let isSame = true;
    const entries = Object.entries(value).map(([key, each]) => {
      const proof = proofs.find(({ name, text }) => name === key && text === String(each));
      const shown = proof ? proof.placeholder : withoutCopies(each);
      if (shown !== each) isSame = false;
      return [key, shown] as const;
    });
    return isSame ? value : Object.fromEntries(entries);
  }
}
