import type { EventView, Status } from '../../event.ts';
import { outboxStates } from '../../operations/outbox.ts';
import { step } from '../../operations/steps.ts';
import { eventViews } from '../../operations/views.ts';
import { mostWaiting, type NewMessage, type OutcomeTelling } from '../../outbox.ts';
import type { Transaction } from '../connection/transaction.ts';
import { statementsOf, takeSteps } from '../operate/operation-store.ts';
import { callViews } from '../reading/views.ts';
import { addMessages } from './messages.ts';

/** The dependencies of outcomes: the time in epoch milliseconds, and the maker of ids. */
interface OutcomeParts {
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
}

/** Stores messages about the outcomes of events, in the same transaction. */
export interface OutcomeWriter {
  beforeCommit(transaction: Transaction): Promise<void>;
  committed(transaction: Transaction): void;
}

/** Makes the writer of these messages; without `telling` it writes none. */
export function createOutcomeWriter(
  telling: OutcomeTelling | undefined,
  sources: OutcomeParts,
): OutcomeWriter {
  return telling ? writerOf(telling, sources) : { beforeCommit: async () => {}, committed() {} };
}

/** The maximum age of the count of waiting messages, because other processes write messages too. Milliseconds. */
const countedMs = 10_000;

/** The number of messages that one transaction wrote, by receiver, and the receivers of dropped ones. */
interface Written {
  readonly counts: ReadonlyMap<string, number>;
  readonly dropped: readonly string[];
}

/** Writes the messages of a transaction, and counts them once it is on disk. */
function writerOf(telling: OutcomeTelling, { now, random }: OutcomeParts): OutcomeWriter {
  const writtenBy = new WeakMap<Transaction, Written>();
  let waiting = new Map<string, number>();
  let countedAt = Number.NEGATIVE_INFINITY;

  async function countWaiting(transaction: Transaction): Promise<void> {
    if (performance.now() - countedAt < countedMs) return;
    countedAt = performance.now();
    const states = await takeSteps(outboxStates(statementsOf(transaction)));
    waiting = new Map(states.map(each => [each.receiver, each.waiting]));
  }

  return {
    async beforeCommit(transaction: Transaction): Promise<void> {
      const told = await toldViews(transaction, telling, now());
      if (told.length === 0) return;
      await countWaiting(transaction);
      const at = now();
      const counts = new Map<string, number>();
      const dropped: string[] = [];
      const messages: NewMessage[] = [];
      for (const { receiver, sequence, view } of told) {
        const written = counts.get(receiver) ?? 0;
        if ((waiting.get(receiver) ?? 0) + written >= mostWaiting) {
          dropped.push(receiver);
          continue;
        }
        counts.set(receiver, written + 1);
        messages.push({ receiver, subject: view.id, event: sequence, body: telling.body(view, at) });
      }
      await addMessages(transaction, messages, at, random);
      writtenBy.set(transaction, { counts, dropped });
    },
    committed(transaction: Transaction): void {
      const written = writtenBy.get(transaction);
      if (!written) return;
      for (const [receiver, count] of written.counts) {
        waiting.set(receiver, (waiting.get(receiver) ?? 0) + count);
        telling.written(receiver);
      }
      for (const receiver of written.dropped) telling.dropped(receiver);
    },
  };
}

interface Told {
  readonly receiver: string;
  readonly on: readonly Status[];
  readonly sequence: number;
}

/**
 * Returns the events of a transaction whose outcomes are reported. If an event had several outcomes in it, only the
 * last one is reported.
 */
async function toldViews(
  transaction: Transaction,
  telling: OutcomeTelling,
  now: number,
): Promise<readonly (Told & { readonly view: EventView })[]> {
  const changed = new Map(transaction.eventOutcomes.map(each => [each.sequence, each.source]));
  const concerned = [...changed].flatMap(([sequence, source]) => {
    const told = telling.of(source);
    return told ? [{ sequence, ...told }] : [];
  });
  if (concerned.length === 0) return [];
  const rows = await transaction.all<{ sequence: number; status: Status }>(
    'SELECT sequence, status FROM event WHERE sequence = ANY ($1)',
    concerned.map(({ sequence }) => sequence),
  );
  const statuses = new Map(rows.map(({ sequence, status }) => [sequence, status]));
  const told = concerned.filter(({ sequence, on }) => on.some(each => each === statuses.get(sequence)));
  const reads = {
    ...statementsOf(transaction),
    callViews: (sequences: readonly number[]) => step(callViews(transaction, sequences)),
  };
  const sequences = told.map(({ sequence }) => sequence);
  const views = await takeSteps(eventViews(reads, sequences, now));
  return told.flatMap(each => {
    const view = views.get(each.sequence);
    return view ? [{ ...each, view }] : [];
  });
}
