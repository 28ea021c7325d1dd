import { describe, expect, it } from 'vitest';
import { boundedList } from '../../src/sandbox/bounded-list.ts';
import { openJournal } from '../../src/sandbox/journal.ts';

describe('a bounded list', () => {
  it('keeps the newest items in order and reports the dropped ones', () => {
    const dropped: number[] = [];
    const list = boundedList<number>(3, item => dropped.push(item));
    for (let item = 1; item <= 10; item += 1) {
      list.add(item);
      expect(list.items()).toEqual([item - 2, item - 1, item].filter(kept => kept > 0));
    }
    expect(dropped).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('the journal', () => {
  it('keeps a bounded list of calls, while its counts stay exact', () => {
    const journal = openJournal();
    for (let number = 1; number <= 100_500; number += 1) {
      const call = journal.receive({
        at: number,
        operation: 'updateCustomer',
        key: String(number % 2),
        token: 'mitte',
        parameters: { id: String(number % 2) },
      });
      call.decided('updated', true, null);
      if (number % 5 === 0) call.answered();
    }
    const calls = journal.calls();
    expect([calls.length, calls[0]?.number, calls.at(-1)?.number]).toEqual([100_000, 501, 100_500]);
    expect(calls.filter(({ parameters }) => parameters !== null)).toHaveLength(2_000);
    expect(journal.tally('updateCustomer', null)).toEqual({
      received: 100_500,
      applied: 100_500,
      answered: 20_100,
      repeated: 0,
    });
    expect(journal.tally('updateCustomer', '1').received).toBe(50_250);
    expect(journal.tally('updateCustomer', 'other').received).toBe(0);
  });
});
