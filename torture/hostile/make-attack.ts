import { Readable } from 'node:stream';
import type { Pool } from 'undici';
import { exchange, type RawAnswer } from './exchange.ts';
import type { Attack, ClientWay, RawWay } from './hostile-wire.ts';

/** The knowledge of hostile senders in the end. */
export interface Ledger {
  /** Ids in responses. */
  readonly answered: Set<string>;
  /** The number of further events that may be stored, whose senders disconnected before the response. */
  unanswered: number;
  readonly statuses: number[];
  /** Forbidden responses. */
  readonly wrong: string[];
}

/** The ledger of senders that have sent nothing. */
export function createLedger(): Ledger {
  return { answered: new Set(), unanswered: 0, statuses: [], wrong: [] };
}

/**
 * Makes one attack and records its result.
 * @throws if the program is down, or silent for 20 seconds
 */
export async function makeAttack(each: Attack, port: number, client: Pool, ledger: Ledger): Promise<void> {
  const raw = 'requests' in each.way;
  const { answers, impatient } = raw
    ? await exchange(port, (each.way as RawWay).requests, each.way as RawWay)
    : await sendByClient(client, each.way as ClientWay);
  const requests = raw ? (each.way as RawWay).requests.length : 1;
  if (answers.length < requests) ledger.unanswered += impatient ? requests : each.unanswered;
  // A request may be incomplete if its sender ended it while waiting, for example for a frozen process.
  const statuses = each.statuses && [...each.statuses, ...(impatient ? [400] : []), 429, 503];
  for (const answer of answers) note(answer, { kind: each.kind, statuses }, ledger);
}

/** Sends one request as an ordinary client would. */
export async function sendByClient(
  client: Pool,
  way: ClientWay,
): Promise<{ answers: RawAnswer[]; impatient: boolean }> {
  const body = way.chunked ? Readable.from(pieces(way.body)) : way.body;
  const reply = await client.request({ method: 'POST', path: way.path, headers: way.headers, body });
  return { answers: [{ status: reply.statusCode, body: await reply.body.text() }], impatient: false };
}

function note(
  { status, body }: RawAnswer,
  { kind, statuses }: { kind: string; statuses: readonly number[] | undefined },
  ledger: Ledger,
): void {
  ledger.statuses.push(status);
  const allowed = statuses ? statuses.includes(status) : status < 500 || status === 503;
  if (!allowed) ledger.wrong.push(`${kind}: ${status} ${body.slice(0, 200)}`);
  if (status === 503 && body.includes('took too long')) ledger.unanswered += 20;
  if (![200, 202, 422].includes(status)) return;
  if (body === '') {
    // Responses to CloudEvents name no events; a batch has at most this many.
    ledger.unanswered += 3;
    return;
  }
  const { id, ids } = JSON.parse(body) as { id?: string; ids?: readonly string[] };
  for (const each of ids ?? [id ?? 'no id']) ledger.answered.add(each);
}

function* pieces(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += 4_000) yield body.subarray(at, at + 4_000);
}
