import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { SourceConfig } from '../../../src/config/config.ts';
import type { AcceptedRequest } from '../../../src/inbox/event.ts';
import { readPayload } from '../../../src/receive/bodies/body.ts';
import type { IncomingRequest } from '../../../src/receive/incoming-request.ts';
import { aRequest, receiveAt, refuse, signedRequest } from '../a-source.ts';

/** The time at which the senders post, later than all times in the samples. */
export const sentAt = Date.parse('2026-11-21T10:00:20.000Z');

/** The same time in whole seconds. */
export const sentAtSeconds = sentAt / 1000;

/** A body as its sender posts it, from `mappings/samples/senders`. */
export function sample(file: string): Buffer {
  return readFileSync(new URL(`../../../mappings/samples/senders/${file}`, import.meta.url));
}

/** A POST of a body, as JSON unless the headers name another type. */
export function aDelivery(
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): IncomingRequest {
  const all = { 'content-type': 'application/json', ...headers };
  return aRequest(
    body,
    Object.entries(all).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** The same with the proof that the source's sender would add. */
export function aSignedDelivery(
  source: SourceConfig,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<IncomingRequest> {
  return signedRequest(source, aDelivery(body, headers), sentAt);
}

/** An accepted event, as the tests compare it. */
export interface TakenEvent {
  /** The parts of the sender's id. */
  readonly id: readonly string[] | undefined;
  readonly type: string | undefined;
  /** ISO 8601. */
  readonly occurredAt: string | undefined;
  readonly payload: unknown;
}

/** The events of a webhook, which must be accepted without diagnostics. */
export async function take(
  source: SourceConfig,
  request: IncomingRequest | Promise<IncomingRequest>,
  at = sentAt,
): Promise<readonly TakenEvent[]> {
  const received = await receiveAt(source, request, at);
  if (received.kind === 'refused') throw new Error(`refused: ${received.refusal.reason}`);
  if (received.kind === 'answered') throw new Error(`answered: ${received.reply.body}`);
  expect(received.request.items.flatMap(item => item.diagnostics)).toEqual([]);
  return eventsOf(received.request);
}

/**
 * Expects that a webhook is accepted unchanged. Expects a refusal with a byte changed, added or removed, and with each
 * of the named headers missing, empty, changed or repeated.
 */
export async function expectOnlyAsSent(
  source: SourceConfig,
  sent: IncomingRequest | Promise<IncomingRequest>,
  proofs: readonly string[],
  at = sentAt,
): Promise<void> {
  const request = await sent;
  await take(source, request, at);
  const { body } = request;
  const flipped = Buffer.from(body);
  flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
  const bodies = [flipped, Buffer.concat([body, Buffer.from('\n')]), body.subarray(0, -1)];
  for (const changed of bodies) await refuses(source, { ...request, body: changed }, at);
  for (const name of proofs) {
    const value = request.headers.find(([each]) => each === name)?.[1];
    if (value === undefined) throw new Error(`nothing was sent as ${name}`);
    const rest = request.headers.filter(([each]) => each !== name);
    const last = value.endsWith('1') ? '2' : '1';
    for (const values of [[], [''], [value.slice(0, -1) + last], [value, value]]) {
      const headers = [...rest, ...values.map(each => [name, each] as const)];
      await refuses(source, { ...request, headers }, at);
    }
  }
}

/** Expects that a webhook is refused because its proof is invalid; returns the reason. */
export async function refuses(
  source: SourceConfig,
  request: IncomingRequest | Promise<IncomingRequest>,
  at = sentAt,
): Promise<string> {
  const refusal = await refuse(source, request, at);
  expect(refusal).toMatchObject({ status: 401, verified: false });
  expect(refusal).not.toHaveProperty('body');
  return refusal.reason;
}

function eventsOf(request: AcceptedRequest): readonly TakenEvent[] {
  return request.items.map(({ senderEventId, type, occurredAt, payload }) => ({
    id: senderEventId === undefined ? undefined : partsOf(senderEventId),
    type,
    occurredAt: occurredAt === undefined ? undefined : new Date(occurredAt).toISOString(),
    payload: readPayload({ ...request, ...(payload !== undefined && { payload }) }),
  }));
}

/** The parts of an id, or the digest of a very long one. */
function partsOf(senderEventId: string): readonly string[] {
  return senderEventId.startsWith('[') ? (JSON.parse(senderEventId) as string[]) : [senderEventId];
}
