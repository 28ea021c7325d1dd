import { statSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { ArchivedEvent } from '../../../../src/inbox/event-archive.ts';
import { openEventArchive } from '../../../../src/inbox/sqlite/reading/open-event-archive.ts';
import { type Harness, startHarness } from '../../../deliver/harness.ts';

const notes =
  'source: crm\ndestination: salon\nlink: contact\noperation: updateCustomer\nset: {id: customer, note: note}\n';

let harness: Harness;
afterEach(() => harness.close());

async function all(events: AsyncIterable<ArchivedEvent>): Promise<readonly ArchivedEvent[]> {
  const found: ArchivedEvent[] = [];
  for await (const each of events) found.push(each);
  return found;
}

describe('the archive of events', () => {
  it('returns the newest events of a source, oldest first, with their calls', async () => {
    harness = await startHarness({ mappings: { notes } });
    const ids: string[] = [];
    for (let at = 1; at <= 4; at += 1) {
      ids.push(await harness.send({ customer: 1001, note: `note ${at}`, contact: 'c-7' }));
      await harness.send({ other: at }, 'forms');
    }
    await harness.run();
    const archive = openEventArchive(harness.storeFile);
    const events = await all(archive.newest({ source: 'crm', last: 3 }));
    expect(events.map(({ event }) => event.id)).toEqual(ids.slice(1));
    expect(events[0]?.calls).toMatchObject([
      {
        mapping: 'notes',
        status: 'delivered',
        customerId: '1001',
        link: { people: 'crm', id: 'c-7' },
        call: { operation: 'updateCustomer', note: { set: { text: 'note 2', origin: 'data' } } },
      },
    ]);
    const bare = await all(archive.newest({ source: 'crm', last: 3, callsOf: 'failed events' }));
    expect(bare.map(({ event, calls }) => [event.id, calls])).toEqual(ids.slice(1).map(id => [id, []]));
    expect((await all(archive.newest({ last: 100 }))).length).toBe(8);
    expect((await archive.event(ids[0] ?? ''))?.event.id).toBe(ids[0]);
    expect(await archive.event('evt_0')).toBeUndefined();
    expect(await archive.findLink({ people: 'crm', id: 'c-7' }, 'salon')).toBe('1001');
    await archive.close();
  });

  it('ends even if events are accepted as fast as it reads them', async () => {
    harness = await startHarness({ mappings: {} });
    for (let at = 0; at < 500; at += 1) await harness.send({ customer: 1001, note: `note ${at}` });
    const archive = openEventArchive(harness.storeFile);
    let count = 0;
    for await (const { event } of archive.newest({ last: 500 })) {
      expect(event.source).toBe('crm');
      if (count < 5) await harness.send({ customer: 1002, note: 'meanwhile' });
      count += 1;
    }
    expect(count).toBe(500);
    await archive.close();
  });

  it('does not keep the bridge from writing, deleting and checkpointing', async () => {
    harness = await startHarness({ mappings: { notes } });
    for (let at = 0; at < 60; at += 1) await harness.send({ customer: 1001, note: `note ${at}` });
    await harness.run();
    const archive = openEventArchive(harness.storeFile);
    let count = 0;
    for await (const { event } of archive.newest({ last: 60 })) {
      count += 1;
      expect(event.source).toBe('crm');
      if (count !== 5) continue;
      await harness.send({ customer: 1002, note: 'meanwhile' });
      await harness.store.prune({ deliveredMs: -1, failedMs: -1 }, Date.now() + 1000);
      expect(statSync(`${harness.storeFile}-wal`).size).toBe(0);
    }
    // The 5 events already read are returned; the deleted ones are left out.
    expect(count).toBe(5);
    await archive.close();
    await harness.run();
    expect(harness.reports).toEqual([]);
  });
});
