import { describe, expect, it } from 'vitest';
import { showOrder } from './disk-before-answer.ts';
import type { RecordedCall } from './tracer/recorded-call.ts';

const id = `evt_${'0'.repeat(26)}`;
const log = '/store/bridge.db-wal';
const watched = { log, port: 80, destinationPort: 90, eventOf: new Map([['apt', id]]) };

/** A record in which each call ends before the next one starts. */
function recordOf(...calls: readonly (Partial<RecordedCall> & Pick<RecordedCall, 'name'>)[]): RecordedCall[] {
  return calls.map((call, index) => ({
    thread: 1,
    path: log,
    began: 2 * index,
    ended: 2 * index + 1,
    result: 0,
    ...call,
  }));
}

const head = (pages: number) =>
  ({ name: 'pwrite64', result: 24, text: `\0\0\0\x01\0\0\0${String.fromCharCode(pages)}` }) as const;
const page = (...what: readonly ('event' | 'intent')[]) =>
  ({ name: 'pwrite64', result: 8192, found: Object.fromEntries(what.map(each => [each, [id]])) }) as const;
const sync = { name: 'fsync' } as const;
const answer = { name: 'writev', path: 'tcp 80 5000', result: 200, found: { answered: [id] } } as const;
const booking = {
  name: 'write',
  path: 'tcp 5001 90',
  text: 'POST /x',
  found: { appointment: ['apt'] },
} as const;

describe('the check of a trace', () => {
  it('passes if the log contains everything confirmed or sent, and was synced before', () => {
    const record = recordOf(head(0), page('event'), head(7), page('intent'), sync, answer, booking);
    expect(showOrder(record, watched)).toEqual({ answers: 1, bookings: 1, answeredEarly: [], sentEarly: [] });
  });

  it.each([
    ['was never written', [sync, answer]],
    ['was written, and nobody waited for the disk', [head(7), page('event'), answer]],
    ['was written after the sync', [sync, head(7), page('event'), answer, sync]],
    [
      'was only the first part of a transaction',
      [head(0), page('event'), sync, answer, head(7), page(), sync],
    ],
    ['waited in vain', [head(7), page('event'), { ...sync, result: -5 }, answer]],
    ['was waited for by another thread', [head(7), page('event'), { ...sync, thread: 2 }, answer]],
    ['is waited for still', [head(7), page('event'), { ...sync, ended: 99 }, answer]],
  ] as const)('finds a response that was sent although its event %s', (_, calls) => {
    expect(showOrder(recordOf(...calls), watched)).toMatchObject({ answers: 1, answeredEarly: [id] });
  });

  it('finds a booking whose head was sent before its intent was on disk, even if its body was sent later', () => {
    const first = { name: 'write', path: booking.path, text: 'POST /x' } as const;
    const body = { ...booking, text: 'appointmentId=apt' };
    const record = recordOf(head(7), page('event'), sync, first, head(7), page('intent'), sync, body);
    expect(showOrder(record, watched)).toMatchObject({ bookings: 1, sentEarly: [id] });
  });
});
