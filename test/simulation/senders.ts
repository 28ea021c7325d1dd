import { randomBytes } from 'node:crypto';
import type { Config } from '../../src/config/config.ts';
import type { ImportedRow } from '../../src/inbox/event.ts';
import { StoreUnavailable } from '../../src/inbox/store.ts';
import { newEventId } from '../../src/receive/events/event-id.ts';
import { receive } from '../../src/receive/receive.ts';
import { receiveRow } from '../../src/receive/receive-row.ts';
import type { Machine, Process } from './machine.ts';
import type { Record } from './record.ts';
import type { SentEvent } from './sent-events.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Sends webhooks as senders do: each until it is answered, and some once more after that. */
export async function send(
  event: SentEvent,
  { config, machine, time, record, isRow }: Surroundings,
): Promise<void> {
  for (;;) {
    const { process } = machine;
    const answer = process && (await Promise.race([post(event, process), patience(time)]));
    if (answer !== undefined) return noteAnswer(event, answer, time, record);
    await new Promise<void>(done => time.after(2_000, done));
  }

  async function post({ payload }: SentEvent, process: Process): Promise<string | undefined> {
    const clock = process.time;
    const source = config.sources.get('crm');
    if (!source) throw new Error('the config has no source');
    const body = JSON.stringify(payload);
    const surroundings = { now: clock.now(), newId: () => newEventId(clock.now(), randomBytes) };
    try {
      const received = isRow
        ? await receiveRow(
            source,
            { body, repeat: 0, isMended: false },
            surroundings,
            await rowOf(event, process),
          )
        : await receive(
            source,
            {
              method: 'POST',
              url: source.path,
              headers: [['content-type', 'application/json']],
              body: Buffer.from(body),
            },
            { ...surroundings, publicUrl: undefined },
          );
      if (received.kind !== 'accepted') throw new Error(received.kind);
      return (await process.bridge.accept(received.request))[0]?.id;
    } catch (error) {
      if (error instanceof StoreUnavailable) return undefined;
      throw error;
    }
  }
}

/** The facts that a sender uses. */
export interface Surroundings {
  readonly config: Config;
  readonly machine: Machine;
  readonly time: VirtualTime;
  readonly record: Record;
  /** It is a row of a list that a person imports. */
  readonly isRow: boolean;
}

/** Starts the import each time, like a person who repeats it. */
async function rowOf({ mark }: SentEvent, { store }: Process): Promise<ImportedRow> {
  const list = { id: 'imp_1', source: 'crm', file: 'list.csv', digest: 'the digest of the list', rows: 1 };
  const { number } = await store.beginImport(list, { who: 'an operator of the simulation' });
  return { import: number, row: mark };
}

function patience(time: VirtualTime): Promise<undefined> {
  return new Promise(done => time.after(10_000, () => done(undefined)));
}

function noteAnswer({ mark }: SentEvent, id: string, time: VirtualTime, record: Record): void {
  const before = record.ids.get(mark);
  if (before !== undefined && before !== id) record.found.push(`event ${mark} was taken for two events`);
  if (before !== undefined) return;
  record.ids.set(mark, id);
  record.acceptedAt.set(mark, time.monotonic());
  record.note(`accepted ${mark} ${id}`);
}
