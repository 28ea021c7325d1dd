import { outboxStates } from '../../operations/outbox.ts';
import { eventViews } from '../../operations/views.ts';
import { mostWaiting, type OutcomeTelling } from '../../outbox.ts';
import type { Claims } from '../../owned/claims.ts';
import type { Connection } from '../connection/connection.ts';
import { statementsOf, takeSteps, transactionOf } from '../operate/operation-store.ts';
import { addMessages } from './messages.ts';

/** Stores messages about the outcomes of events, in the same transaction. */
export interface OutcomeWriter {
  /** Called at the end of each transaction, before it is committed; undefined if nothing is reported. */
  readonly beforeCommit?: () => void;
  /** Called after the transaction is on disk. */
  readonly committed: () => void;
  /** The approximate number of waiting messages of each receiver. */
  readonly waiting: Map<string, number>;
}

/** The dependencies of outcomes: the time in epoch milliseconds, the maker of ids, and the calls in flight. */
interface OutcomeParts {
  readonly now: () => number;
  readonly random: (size: number) => Uint8Array;
  readonly claims: Claims;
}

/** Makes the writer of these messages; without `telling` it writes none. */
export function createOutcomeWriter(
  connection: Connection,
  telling: OutcomeTelling | undefined,
  parts: OutcomeParts,
): OutcomeWriter {
  const waiting = new Map(
    takeSteps(outboxStates(statementsOf(connection))).map(each => [each.receiver, each.waiting]),
  );
  if (!telling) return { committed: () => {}, waiting };
  return { ...writerOf(connection, telling, { ...parts, waiting }), waiting };
}

function writerOf(
  connection: Connection,
  telling: OutcomeTelling,
  { now, random, claims, waiting }: OutcomeParts & Pick<OutcomeWriter, 'waiting'>,
): Omit<OutcomeWriter, 'waiting'> {
  const reads = transactionOf(connection, { claims, random });
  let written = new Map<string, number>();
  let dropped: string[] = [];

  /** If an event had several outcomes in one transaction, only the last one is reported. */
  function tell(source: string, sequence: number): void {
    const told = telling.of(source);
    if (!told) return;
    const row = connection.get<{ id: string; status: string }>(
      'SELECT id, status FROM event WHERE sequence = ?',
      sequence,
    );
    const status = told.on.find(each => each === row?.status);
    if (!row || status === undefined) return;
    const { receiver } = told;
    const waits = (waiting.get(receiver) ?? 0) + (written.get(receiver) ?? 0);
    if (waits >= mostWaiting) {
      dropped.push(receiver);
      return;
    }
    const view = takeSteps(eventViews(reads, [sequence], now())).get(sequence);
    if (!view) return;
    const at = now();
    const body = telling.body(view, at);
    addMessages(connection, [{ receiver, subject: row.id, event: sequence, body }], at, random);
    written.set(receiver, (written.get(receiver) ?? 0) + 1);
  }

  return {
    beforeCommit() {
      written = new Map();
      dropped = [];
      const changed = new Map(connection.eventOutcomes.map(each => [each.sequence, each.source]));
      for (const [sequence, source] of changed) tell(source, sequence);
    },
    committed() {
      for (const [receiver, count] of written) {
        waiting.set(receiver, (waiting.get(receiver) ?? 0) + count);
        telling.written(receiver);
      }
      for (const receiver of dropped) telling.dropped(receiver);
      written = new Map();
      dropped = [];
    },
  };
}
