import type { RecordedCall } from './tracer/recorded-call.ts';

/** The facts about the traced program that the checker needs. */
export interface Watched {
  /** The write-ahead log of the store. */
  readonly log: string;
  /** The port at which the program accepts webhooks, and that of the destination. */
  readonly port: number;
  readonly destinationPort: number;
  /** The event of each appointment. */
  readonly eventOf: ReadonlyMap<string, string>;
}

/** The result of checking a record; the lists name the events for which the promise was broken. */
export interface Shown {
  readonly answers: number;
  readonly bookings: number;
  /** Events answered with 200 before they were on disk. */
  readonly answeredEarly: readonly string[];
  /** Bookings whose first byte was sent before their intent was on disk. */
  readonly sentEarly: readonly string[];
}

/**
 * The options of a record for `showOrder`: ids in pages of the log and in responses, intents in the ledger (where the
 * state follows the event), and appointments in requests.
 */
export const whatToRecord = {
  calls: ['write', 'writev', 'sendto', 'sendmsg', 'pwrite64', 'fsync', 'fdatasync'],
  keepBytes: 24,
  find: {
    event: '(evt_[0-9a-z]{26})',
    intent: '(evt_[0-9a-z]{26}).{0,9}intent',
    answered: 'HTTP/1\\.1 200 .*?"id":"(evt_[0-9a-z]{26})","status":"(?:queued|duplicate)"',
    appointment: 'appointmentId=([\\w-]+)',
  },
} as const;

/** Checks in a record that events and bookings are on disk before they are confirmed or sent. */
export function showOrder(record: readonly RecordedCall[], watched: Watched): Shown {
  const calls = [...record].sort((one, other) => one.began - other.began);
  const onDisk = { event: new Map<string, number>(), intent: new Map<string, number>() };
  for (const commit of commitsOf(calls.filter(({ path }) => path === watched.log))) {
    for (const what of ['event', 'intent'] as const) {
      for (const id of commit[what]) if (!onDisk[what].has(id)) onDisk[what].set(id, commit.syncedAt);
    }
  }
  const isEarly = (known: ReadonlyMap<string, number>, id: string, at: number) =>
    !((known.get(id) ?? Number.POSITIVE_INFINITY) < at);
  const answers = calls
    .filter(({ path }) => path.startsWith(`tcp ${watched.port} `))
    .flatMap(({ found, began }) => (found?.answered ?? []).map(id => ({ id, began })));
  const bookings = sentBookings(calls, watched);
  return {
    answers: answers.length,
    bookings: bookings.length,
    answeredEarly: answers.filter(({ id, began }) => isEarly(onDisk.event, id, began)).map(({ id }) => id),
    sentEarly: bookings.filter(({ id, began }) => isEarly(onDisk.intent, id, began)).map(({ id }) => id),
  };
}

interface Commit {
  readonly event: ReadonlySet<string>;
  readonly intent: ReadonlySet<string>;
  /** When its thread's first wait for the disk after it ended; infinity if there was none. */
  syncedAt: number;
}

/**
 * The transactions in the log. Each frame is a header of 24 bytes and a page. The header of a transaction's last frame
 * has the new size of the database, the others have 0. Only a sync that began after all frames were written counts.
 */
function commitsOf(calls: readonly RecordedCall[]): Commit[] {
  const done: Commit[] = [];
  const threads = new Map<
    number,
    { ids: Record<'event' | 'intent', Set<string>>; last: boolean; unsynced: Commit[] }
  >();
  const fresh = () => ({ event: new Set<string>(), intent: new Set<string>() });
  for (const call of calls) {
    const thread = threads.get(call.thread) ?? { ids: fresh(), last: false, unsynced: [] };
    threads.set(call.thread, thread);
    if (call.name !== 'pwrite64') {
      if (call.result !== 0) continue;
      for (const commit of thread.unsynced) commit.syncedAt = call.ended ?? Number.POSITIVE_INFINITY;
      thread.unsynced = [];
    } else if (call.result === 24) {
      thread.last = call.text?.slice(4, 8) !== '\0\0\0\0';
    } else {
      for (const what of ['event', 'intent'] as const) {
        for (const id of call.found?.[what] ?? []) thread.ids[what].add(id);
      }
      if (!thread.last) continue;
      const commit = { ...thread.ids, syncedAt: Number.POSITIVE_INFINITY };
      done.push(commit);
      thread.unsynced.push(commit);
      thread.ids = fresh();
      thread.last = false;
    }
  }
  return done;
}

/** The bookings that were sent, each with its first bytes: the head of a request may be sent before its body. */
export function sentBookings(
  calls: readonly RecordedCall[],
  { destinationPort, eventOf }: Pick<Watched, 'destinationPort' | 'eventOf'>,
): readonly { readonly id: string; readonly began: number }[] {
  const heads = new Map<string, number>();
  const sent: { id: string; began: number }[] = [];
  for (const { path, text, found, began } of calls) {
    if (!path.startsWith('tcp ') || !path.endsWith(` ${destinationPort}`)) continue;
    if (text?.startsWith('POST ')) heads.set(path, began);
    for (const appointment of found?.appointment ?? []) {
      sent.push({ id: eventOf.get(appointment) ?? appointment, began: heads.get(path) ?? began });
    }
  }
  return sent;
}
