import { Readable } from 'node:stream';
import type { Pool } from 'undici';
import { exchange, type RawAnswer } from './exchange.ts';
import type { Attack, ClientWay, RawWay } from './hostile-wire.ts';

/** What hostile senders know in the end. */
export interface Ledger {
  /** Ids that an answer named. */
  readonly answered: Set<string>;
  /** So many events may be stored besides: their senders were gone before the answer. */
  unanswered: number;
  readonly statuses: number[];
  /** Answers that must not be. */
  readonly wrong: string[];
}

/** The ledger of senders that have sent nothing. */
export function createLedger(): Ledger {
  return { answered: new Set(), unanswered: 0, statuses: [], wrong: [] };
}

/** Makes one attack and notes what came of it. @throws where the program is away, or is silent for 20 seconds */
export async function makeAttack(each: Attack, port: number, client: Pool, ledger: Ledger): Promise<void> {
  const raw = 'requests' in each.way;
  const { answers, impatient } = raw
    ? await exchange(port, (each.way as RawWay).requests, each.way as RawWay)
    : await sendByClient(client, each.way as ClientWay);
  const asked = raw ? (each.way as RawWay).requests.length : 1;
  if (answers.length < asked) ledger.unanswered += impatient ? asked : each.unanswered;
  // What its sender ended while it was waiting, as before a frozen process, may be half a request.
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
    // CloudEvents are answered without a word: up to so many in one batch.
    ledger.unanswered += 3;
    return;
  }
  const { id, ids } = JSON.parse(body) as { id?: string; ids?: readonly string[] };
  for (const each of ids ?? [id ?? 'no id']) ledger.answered.add(each);
}

function* pieces(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += 4_000) yield body.subarray(at, at + 4_000);
}
