import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrations } from '../../src/inbox/sqlite/file/schema.ts';
import { type Harness, startHarness } from './harness.ts';

const mappingBy = (link: string) => `
source: crm
destination: salon
operation: updateCustomer
link: ${link}
set: {id: $linked, note: note}
`;

const linkOf = (id: string) => ({ people: 'crm', id });

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness({ mappings: { crm: mappingBy('list') } });
  await harness.run();
  await harness.store.putLink(linkOf('L3'), 'salon', '1001');
});
afterEach(() => harness.close());

const noteOf = (customer: number) => harness.sandbox.customer(customer)?.note;
const replayAll = () => harness.store.replay({ source: 'crm' }, { force: false, again: true });

describe('events that were delivered by a wrong link, and are sent again with another', () => {
  it('continue as soon as their link is known, and do not delay the customer they went to', async () => {
    const id = await harness.send({ list: 'L3', member: 'x1', note: 'of x1' });
    await harness.run();
    expect(noteOf(1001)).toBe('of x1');
    await harness.use({ crm: mappingBy('member') });
    await replayAll();
    await harness.run();
    expect(await harness.event(id)).toMatchObject({
      status: 'queued',
      calls: [{ diagnostics: [{ code: 'mapping/not-linked' }] }],
    });
    await harness.store.putLink(linkOf('m1'), 'salon', '1001');
    await harness.send({ member: 'm1', note: 'of m1' });
    await harness.later(60_000);
    expect(noteOf(1001)).toBe('of m1');
    await harness.store.putLink(linkOf('x1'), 'salon', '1002');
    await harness.run();
    expect(await harness.event(id)).toMatchObject({ status: 'delivered' });
    expect([noteOf(1001), noteOf(1002)]).toEqual(['of m1', 'of x1']);
  });

  it('continue also if an earlier version left them in the lane of the customer they went to', async () => {
    const id = await harness.send({ list: 'L3', member: 'x1', note: 'of x1' });
    await harness.run();
    await harness.use({ crm: mappingBy('member') });
    await replayAll();
    await harness.run();
    await harness.store.putLink(linkOf('m1'), 'salon', '1001');
    const database = new DatabaseSync(harness.storeFile);
    database.exec(`UPDATE call SET lane = (SELECT id FROM lane WHERE key = 'customer:1001') WHERE status = 'queued';
      UPDATE lane SET due_at = NULL; PRAGMA user_version = ${migrations.length - 1}`);
    expect(database.prepare('SELECT count(*) AS calls FROM call WHERE lane IS NOT NULL').get()?.calls).toBe(
      1,
    );
    database.close();
    await harness.restart();
    await harness.send({ member: 'm1', note: 'of m1' });
    await harness.store.putLink(linkOf('x1'), 'salon', '1002');
    await harness.later(60_000);
    expect(await harness.event(id)).toMatchObject({ status: 'delivered' });
    expect([noteOf(1001), noteOf(1002)]).toEqual(['of m1', 'of x1']);
  });

  it('give each customer the newest values of its own events', async () => {
    await harness.send({ list: 'L3', member: 'm1', note: 'first of m1' });
    await harness.send({ list: 'L3', member: 'm1', note: 'second of m1' });
    await harness.send({ list: 'L3', member: 'm2', note: 'of m2' });
    await harness.run();
    expect(noteOf(1001)).toBe('of m2');
    await harness.store.putLink(linkOf('m1'), 'salon', '1001');
    await harness.use({ crm: mappingBy('member') });
    await replayAll();
    await harness.run();
    expect(noteOf(1001)).toBe('second of m1');
    await harness.store.putLink(linkOf('m2'), 'salon', '1002');
    await harness.run();
    expect([noteOf(1001), noteOf(1002)]).toEqual(['second of m1', 'of m2']);
  });
});
