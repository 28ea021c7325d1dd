import { type AcceptedRequest, type PlannableEvent, wholePayload } from '../../inbox/event.ts';
import { receiveRefused } from '../../receive/receive.ts';
import { receiveCorrected } from '../../receive/receive-corrected.ts';
import { problem } from '../http/answer.ts';
import type { ApiParts } from './api-route.ts';
import type { Input } from './input.ts';

/**
 * Returns a refused webhook as the current config would accept it, or else the response with the reason. `written`: the
 * payload of its one event as a person wrote it, if its body cannot be read.
 */
export async function refusedRequest(
  id: string,
  { config, store, newId }: Pick<ApiParts, 'config' | 'store' | 'newId'>,
  written?: unknown,
): Promise<Input<AcceptedRequest>> {
  const refusal = await store.refusal(id);
  if (!refusal) return wrong(404, ...unknown(id));
  const source = config.sources.get(refusal.source);
  if (!source) return wrong(409, `the source ${refusal.source} is not in the config any more`);
  const received = await receiveRefused(source, refusal, { newId, bodyLimit: config.server.bodyLimit });
  if (!received) {
    const hint = 'Only the body of a verified webhook is kept; have the sender send it again.';
    return wrong(409, 'the body of this webhook was not kept', hint);
  }
  if (received.kind === 'refused') {
    const corrected =
      written === undefined ? undefined : await receiveCorrected(source, refusal, written, { newId });
    if (corrected) return { kind: 'read', value: corrected };
    return wrong(409, `it is still refused: ${received.refusal.reason}`, unreadableHint);
  }
  if (written === undefined) return { kind: 'read', value: received.request };
  return wrong(
    409,
    'this webhook can be read, so its payload cannot be replaced',
    'Correct its values by `patch`.',
  );
}

const unreadableHint =
  'Write the payload of its event as `payload` (`fieldbridge refusals accept ID --payload FILE --reason TEXT`, or ' +
  '"Write its payload" in the console), or change the source in the config so that it can be read.';

/** Returns the one event of a refused webhook, as it would be planned. */
export async function refusedEvent(
  id: string,
  parts: ApiParts,
  written?: unknown,
): Promise<Input<PlannableEvent>> {
  const asked = await refusedRequest(id, parts, written);
  if (asked.kind === 'answer') return asked;
  const { source, receivedAt, headers, query, body, reading, items } = asked.value;
  const [item] = items;
  if (!item || items.length !== 1) return wrong(409, ...notOneEvent(items.length));
  const { payload, type, occurredAt } = item;
  return {
    kind: 'read',
    value: {
      ...{ sequence: 0, id, source, receivedAt, headers, query, body, reading, planning: 'first' },
      ...(type !== undefined && { type }),
      ...(occurredAt !== undefined && { occurredAt }),
      ...(payload !== undefined && { payload: wholePayload(payload, item.shared ?? []) }),
      ...(written !== undefined && { corrections: [written] }),
    },
  };
}

/** Returns the reason why a webhook of several events, or of none, cannot be corrected, and the next step. */
export function notOneEvent(count: number): readonly [string, string] {
  return [
    `this webhook has ${count} events, and a patch is for one`,
    'Nothing was taken in. Accept it without a patch, then correct each of its events.',
  ];
}

function unknown(id: string): readonly [string, string] {
  return [`there is no refusal ${JSON.stringify(id.slice(0, 60))}`, 'Only the last ones are kept.'];
}

function wrong(status: number, error: string, hint?: string): Extract<Input<never>, { kind: 'answer' }> {
  return { kind: 'answer', answer: problem(status, error, hint) };
}
