import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { customerLane } from '../../../src/inbox/call.ts';
import type { Store } from '../../../src/inbox/store.ts';
import { type NewBench, noon } from './bench.ts';
import {
  accept,
  ada,
  attempt,
  booking,
  claimDue,
  contentOf,
  deliverAll,
  delivered,
  item,
  planAll,
  planThatMayLeave,
  queued,
  retryAt,
  update,
  webhook,
  withBody,
} from './samples.ts';

const list = { id: 'imp_1', source: 'crm', file: 'contacts.csv', digest: 'abc', rows: 3 };
const anna = { who: 'Anna' };

/** Accepts an event of a person: row `row` of an import, or a live webhook. */
function acceptOf(store: Store, person: string, note: string, row?: number): Promise<string> {
  const about = withBody(JSON.stringify({ person, note }));
  return accept(store, { ...about, ...(row !== undefined && { importedRow: { import: 1, row } }) });
}

/** Plans all waiting events, with one call for the person of each; returns their notes in order. */
async function planPeople(store: Store): Promise<readonly string[]> {
  const planned: string[] = [];
  await planAll(store, ({ body }) => {
    const { person, note } = JSON.parse(new TextDecoder().decode(body)) as { person: string; note: string };
    planned.push(note);
    return [queued(update(person, note))];
  });
  return planned;
}

async function planUntilNothingWaits(store: Store): Promise<readonly string[]> {
  const planned: string[] = [];
  for (;;) {
    const some = await planPeople(store);
    if (some.length === 0) return planned;
    planned.push(...some);
  }
}

/** Delivers all due calls one after another; returns their notes (or appointments). */
async function deliverOneByOne(store: Store): Promise<readonly string[]> {
  const sent: string[] = [];
  for (;;) {
    const [claim] = await claimDue(store, noon, 1);
    if (!claim) return sent;
    sent.push(contentOf(claim.call));
    await store.begin(claim, noon);
    await store.settle(claim, delivered(claim.call), attempt());
  }
}

/** Imported lists. */
export function describeImporting(newBench: NewBench): void {
  describe('imports', () => {
    it('recognizes the same file of the same source, and keeps who imported it', async () => {
      const { store } = await newBench();
      const begun = await store.beginImport(list, anna);
      expect(await store.beginImport({ ...list, id: 'imp_2' }, anna)).toEqual(begun);
      const other = await store.beginImport({ ...list, id: 'imp_3', source: 'website' }, anna);
      expect(other.id).toBe('imp_3');
      const { entries } = await store.audit({ limit: 5 });
      expect(entries).toMatchObject([
        { what: 'import', about: 'website' },
        { ...anna, what: 'import', about: 'crm', detail: '3 rows of contacts.csv' },
      ]);
    });

    it('shows the results of the rows, and their events', async () => {
      const bench = await newBench();
      const { number } = await bench.store.beginImport(list, anna);
      const importedRow = (row: number) => ({ importedRow: { import: number, row } });
      const ids = [
        await accept(bench.store, importedRow(1)),
        await accept(bench.store, importedRow(2)),
        await accept(bench.store, importedRow(3)),
      ];
      await accept(bench.store);
      await planAll(bench.store, () => [queued(update('1'))]);
      await planAll(bench.store, ({ id }) =>
        id === ids[1]
          ? { calls: [], outcome: { status: 'failed', reason: 'no number', diagnostics: [] } }
          : [queued(update('1'))],
      );
      await bench.reopen();
      const { store } = bench;
      expect(await store.importProgress('imp_1')).toMatchObject({
        record: { file: 'contacts.csv', rows: 3 },
        events: { queued: 2, failed: 1 },
      });
      expect(await store.importProgress('imp_9')).toBeUndefined();
      expect(await store.importRecord('imp_1')).toEqual((await store.importProgress('imp_1'))?.record);
      expect(await store.importRecord('imp_9')).toBeUndefined();
      const failed = (after: number) =>
        store.importedEvents({ id: 'imp_1', status: 'failed', after, limit: 9 });
      expect(await failed(0)).toEqual([{ row: 2, id: ids[1] }]);
      expect(await failed(2)).toEqual([]);
      expect(await store.outcomes([...ids, 'evt_nowhere'])).toEqual(
        new Map([
          [ids[0], { status: 'queued', import: number, row: 1, hasOthers: false, hasOutside: false }],
          [ids[1], { status: 'failed', import: number, row: 2, hasOthers: false, hasOutside: false }],
          [ids[2], { status: 'queued', import: number, row: 3, hasOthers: false, hasOutside: false }],
        ]),
      );
    });

    it('finds its events by a code of their diagnostics', async () => {
      const { store } = await newBench();
      const { number } = await store.beginImport(list, anna);
      const ids: string[] = [];
      for (let row = 1; row <= 2; row += 1)
        ids.push(await accept(store, { importedRow: { import: number, row } }));
      await planAll(store, ({ id }) => ({
        calls: [],
        outcome: {
          status: 'skipped',
          reason: 'a reason',
          diagnostics: [diagnostic(id === ids[1] ? 'mapping/not-linked' : 'mapping/none-applied', 'a test')],
        },
      }));
      const skipped = (code?: string) =>
        store.importedEvents({ id: 'imp_1', status: 'skipped', after: 0, limit: 9, ...(code && { code }) });
      expect(await skipped('mapping/not-linked')).toEqual([{ row: 2, id: ids[1] }]);
      expect(await skipped('not-linked')).toEqual([]);
      expect(await skipped()).toHaveLength(2);
    });

    it('counts the events that are sent with a warning, by the codes of their values', async () => {
      const { store } = await newBench();
      const { number } = await store.beginImport({ ...list, rows: 7 }, anna);
      const codes = [
        ['mapping/lost-zero'],
        ['check/not-of-type', 'mapping/lost-zero'],
        ['check/forgiven-choice', 'intake/taken-apart'],
        [],
        ['mapping/lost-zero'],
        ['call/other-person', 'call/older-event'],
        ['delivery/resolved', 'delivery/outcome-unknown'],
      ] as const;
      for (const row of codes.keys()) await accept(store, { importedRow: { import: number, row: row + 1 } });
      let row = 0;
      await planAll(store, () => {
        const diagnostics = (codes[row] ?? []).map(code => diagnostic(code, `a test of ${code}`));
        row += 1;
        if (row === 5) return { calls: [], outcome: { status: 'failed', reason: 'x', diagnostics } };
        return [{ ...queued(update('1')), diagnostics }];
      });
      expect(await store.importProgress('imp_1')).toMatchObject({
        events: { queued: 6, failed: 1 },
        warnings: {
          events: 3,
          codes: [
            { code: 'call/other-person', events: 1 },
            { code: 'mapping/lost-zero', events: 2 },
            { code: 'check/not-of-type', events: 1 },
          ],
        },
      });
      const { events } = await store.events({ limit: 9 });
      expect(events.map(each => each.warnings)).toEqual([
        undefined,
        ['call/other-person'],
        undefined,
        undefined,
        undefined,
        ['check/not-of-type', 'mapping/lost-zero'],
        ['mapping/lost-zero'],
      ]);
      expect(events.flatMap(({ warning = [] }) => warning)).toEqual([
        'a test of call/other-person',
        'a test of check/not-of-type',
        'a test of mapping/lost-zero',
      ]);
    });

    it('discards a failed event whose row was corrected, and no other', async () => {
      const bench = await newBench();
      const { store } = bench;
      const one = await accept(store);
      const other = await accept(store);
      const called = await accept(store);
      await planAll(store, ({ id }) => {
        const failed = { status: 'failed', reason: 'no number', diagnostics: [] } as const;
        if (id === one) return { calls: [], outcome: failed };
        if (id === other) return [queued(update('1'))];
        return [{ ...queued(update('2')), state: { ...failed, call: update('2') } }];
      });
      const replace = (id: string, source = 'crm') =>
        store.replaceFailed({ source, id, by: 'evt_new' }, { ...anna, why: 'line 2 was corrected' });
      expect(await replace(one, 'website')).toBe(false);
      expect(await replace(other)).toBe(false);
      expect(await replace('evt_nowhere')).toBe(false);
      expect([await replace(one), await replace(called)]).toEqual([true, true]);
      expect(await replace(one)).toBe(false);
      await bench.reopen();
      const reason = 'replaced by evt_new, its corrected row';
      expect(await bench.store.event(one)).toMatchObject({ status: 'discarded', reason });
      expect(await bench.store.event(called)).toMatchObject({
        status: 'discarded',
        calls: [{ status: 'discarded', reason }],
      });
      expect(await bench.store.event(other)).toMatchObject({ status: 'queued' });
      const { entries } = await bench.store.audit({ event: one, limit: 5 });
      expect(entries).toMatchObject([
        { who: 'Anna', why: 'line 2 was corrected', what: 'discard', about: 'evt_new' },
      ]);
    });

    it('plans an event again as a row of another list, unless it is delivered or moves by itself', async () => {
      const bench = await newBench();
      const { number: first } = await bench.store.beginImport(list, anna);
      const second = { ...list, id: 'imp_2', digest: 'def', file: 'more.csv' };
      const { number } = await bench.store.beginImport(second, anna);
      const outcomes = ['failed', 'skipped', 'held', 'queued', 'delivered', 'discarded'] as const;
      const ids: string[] = [];
      for (const row of outcomes.keys())
        ids.push(await accept(bench.store, { importedRow: { import: first, row: row + 1 } }));
      const settled = (status: 'failed' | 'skipped' | 'held') => ({
        calls: [],
        outcome: { status, reason: 'a reason', diagnostics: [] },
      });
      let at = 0;
      const fate = () => {
        const outcome = outcomes[at];
        at += 1;
        if (outcome === 'failed' || outcome === 'skipped' || outcome === 'held') return settled(outcome);
        return [queued(update(`${at}`, 'old'))];
      };
      await planAll(bench.store, fate);
      await planAll(bench.store, fate);
      const [, delivered5, discarded6] = await claimDue(bench.store, noon);
      if (!delivered5 || !discarded6) throw new Error('calls are missing');
      await bench.store.settle(delivered5, delivered(delivered5.call), attempt());
      await bench.store.settle(discarded6, retryAt(noon + 99_000), attempt());
      await bench.store.discard(ids[5] ?? '', anna);
      const again: boolean[] = [];
      for (const [index, id] of ids.entries())
        again.push(await bench.store.planRowAgain({ id, row: { import: number, row: 10 + index } }, anna));
      expect(again).toEqual([true, true, false, false, false, true]);
      expect(
        await bench.store.planRowAgain({ id: 'evt_nowhere', row: { import: number, row: 1 } }, anna),
      ).toBe(false);
      await bench.reopen();
      const { store } = bench;
      expect((await store.importProgress('imp_2'))?.events).toEqual({ queued: 3 });
      expect((await store.importProgress('imp_1'))?.events).toEqual({ held: 1, queued: 1, delivered: 1 });
      const { entries } = await store.audit({ event: ids[0] ?? '', limit: 5 });
      expect(entries).toMatchObject([{ who: 'Anna', what: 'replay' }]);
      await planAll(store, () => [queued(update('6', 'new'))]);
      expect(await deliverAll(store, noon)).toContain('new');
      expect((await store.importProgress('imp_2'))?.events).toEqual({ delivered: 3 });
      expect(await store.importedEvents({ id: 'imp_2', status: 'delivered', after: 0, limit: 9 })).toEqual([
        { row: 10, id: ids[0] },
        { row: 11, id: ids[1] },
        { row: 15, id: ids[5] },
      ]);
    });

    it('returns the delivered calls of a person in the order of their last delivery, with their rows', async () => {
      const { store } = await newBench();
      const { number } = await store.beginImport(list, anna);
      const one = await accept(store, { importedRow: { import: number, row: 2 } });
      const other = await accept(store);
      await planAll(store, () => [queued(update('7', 'live'))]);
      await planAll(store, () => [queued(update('7', 'row'))]);
      for (const at of [noon, noon + 1_000]) {
        const [claim] = await claimDue(store, at, 1);
        if (!claim) throw new Error('nothing was due');
        await store.begin(claim, at);
        await store.settle(claim, delivered(claim.call), attempt(at));
      }
      const events = async () =>
        (await store.deliveredIn('salon', customerLane('7'))).map(each => each.event);
      const before = await events();
      expect([...before].sort()).toEqual([one, other].sort());
      const [first = ''] = before;
      expect((await store.outcomes([first])).get(first)).toMatchObject({
        ...{ status: 'delivered', hasOthers: true, hasOutside: true },
        updates: [{ mapping: 'intake', version: 'v1', at: noon }],
      });
      await store.replay({ id: first }, { force: true, again: true });
      // It is not planned yet, and its delivered call is still that of the earlier mapping.
      const waiting = (await store.outcomes([first])).get(first);
      expect(waiting).toMatchObject({ status: 'queued' });
      expect(waiting?.updates).toBeUndefined();
      await planAll(store, () => [queued(update('7', 'again'))]);
      const [claim] = await claimDue(store, noon + 2_000, 1);
      if (!claim) throw new Error('nothing was due');
      await store.begin(claim, noon + 2_000);
      await store.settle(claim, delivered(claim.call), attempt(noon + 2_000));
      expect(await events()).toEqual([...before].reverse());
      expect(await store.deliveredIn('salon', customerLane('7'))).toContainEqual(
        expect.objectContaining({ event: one, import: number, row: 2 }),
      );
    });

    it('plans live events first, and plans a live one at once while rows wait', async () => {
      const { store } = await newBench();
      for (let row = 1; row <= 20; row += 1) await acceptOf(store, `${row}`, `row ${row}`, row);
      await acceptOf(store, '99', 'live');
      expect(await store.plannable(100)).toHaveLength(1);
      const next = item();
      const [added] = await store.add(
        webhook({ items: [next] }),
        planThatMayLeave([next], queued(update('98', 'at once'))),
      );
      expect(added?.planned).toBeUndefined();
      expect((await store.plannable(100)).every(({ imported }) => !imported)).toBe(true);
      await planAll(store, () => []);
      const last = item();
      const [planned] = await store.add(
        webhook({ items: [last] }),
        planThatMayLeave([last], queued(update('97', 'at once'))),
      );
      expect(planned).toMatchObject({ planned: true });
      const rows = await store.plannable(100);
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every(({ imported }) => imported)).toBe(true);
    });

    it('delivers live calls before imported ones, however long these wait', async () => {
      const { store } = await newBench();
      for (let row = 1; row <= 5; row += 1) await acceptOf(store, `${row}`, `row ${row}`, row);
      await planUntilNothingWaits(store);
      await acceptOf(store, '99', 'live');
      await planUntilNothingWaits(store);
      const [first] = await claimDue(store, noon + 1_000, 1);
      expect(first && contentOf(first.call)).toBe('live');
      expect(first?.imported).toBeUndefined();
      const rest = await claimDue(store, noon + 1_000, 2);
      expect(rest.map(({ call, imported }) => [contentOf(call), imported])).toEqual([
        ['row 1', true],
        ['row 2', true],
      ]);
      expect(await store.nextDueAt('salon')).toBe(noon);
    });

    it("gives earlier rows of a person the priority of the person's live event, and keeps their order", async () => {
      const { store } = await newBench();
      for (const [row, person] of ['1', '2', '7', '7', '3'].entries())
        await acceptOf(store, person, `${person} of row ${row}`, row);
      await planUntilNothingWaits(store);
      await acceptOf(store, '7', '7 live');
      await acceptOf(store, '7', '7 of row 5', 5);
      await planUntilNothingWaits(store);
      expect(await deliverOneByOne(store)).toEqual([
        '7 of row 2',
        '7 of row 3',
        '7 live',
        '1 of row 0',
        '2 of row 1',
        '7 of row 5',
        '3 of row 4',
      ]);
    });

    it('omits values of a late row that a newer live event has set', async () => {
      const { store } = await newBench();
      await acceptOf(store, '7', 'of the row', 1);
      await acceptOf(store, '7', 'live');
      await planPeople(store);
      expect(await deliverAll(store, noon)).toEqual(['live']);
      await planUntilNothingWaits(store);
      const [claim] = await claimDue(store, noon);
      expect(claim).toMatchObject({ outOfOrder: true, imported: true });
      if (!claim) throw new Error('nothing was due');
      expect((await store.newerDelivered(claim)).map(contentOf)).toEqual(['live']);
    });

    it('keeps the priority when the lanes of a link and of its number become one', async () => {
      const { store } = await newBench();
      await acceptOf(store, '1', 'row 1', 1);
      await acceptOf(store, '7', 'row 2', 2);
      await planUntilNothingWaits(store);
      await accept(store);
      await planAll(store, () => [queued(booking('live'), { link: ada })]);
      await store.putLink(ada, 'salon', '7');
      expect(await deliverOneByOne(store)).toEqual(['row 2', 'live', 'row 1']);
    });

    it('retries a row, behind live calls', async () => {
      const { store } = await newBench();
      await acceptOf(store, '1', 'row 1', 1);
      await planUntilNothingWaits(store);
      const [claim] = await claimDue(store, noon);
      if (!claim) throw new Error('nothing was due');
      await store.settle(claim, retryAt(noon + 500), attempt());
      await acceptOf(store, '2', 'live');
      await planUntilNothingWaits(store);
      const [first] = await claimDue(store, noon + 1_000, 1);
      expect(first && contentOf(first.call)).toBe('live');
      expect(await store.nextDueAt('salon')).toBe(noon + 500);
      expect(await deliverAll(store, noon + 1_000)).toEqual(['row 1']);
    });
  });
}
