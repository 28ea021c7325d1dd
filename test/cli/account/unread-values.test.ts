import { join } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../../src/inbox/clock.ts';
import { openPrepared } from '../../inbox/open-prepared.ts';
import { fieldbridge, openSandbox, plainFolder } from '../command-line.ts';

const mapping = `source: form
destination: salon
operation: updateCustomer
set: {id: customer, note: note}
tests:
  - {name: a note, payload: {customer: 1001, note: Window seat, unit: kg}, expect: [{id: "1001", note: Window seat}]}
`;

const idOf = (at: number) => `evt_${'0'.repeat(25)}${at}`;

async function folderWith(...payloads: readonly object[]): Promise<string> {
  const directory = plainFolder(await openSandbox(), { 'mappings/notes.yaml': mapping });
  const store = await openPrepared(join(directory, 'bridge.db'), { clock: systemClock });
  for (const [at, payload] of payloads.entries()) {
    await store.add({
      source: 'form',
      receivedAt: Date.now() + at,
      headers: {},
      query: {},
      body: Buffer.from(JSON.stringify({ customer: 1001, note: 'x', ...payload })),
      reading: { kind: 'json', charset: 'utf-8' },
      items: [{ id: idOf(at + 1), contentHash: String(at), diagnostics: [] }],
    });
  }
  await store.close();
  return directory;
}

it('check and preview list the values that no rule reads and no test has, without the values', async () => {
  const directory = await folderWith({ unit: 'lb' }, { withdrawnBy: 'Petra', unit: 'kg' });
  const { out, status } = await fieldbridge(['check', '--strict'], { directory });
  expect(status).toBe(0);
  expect(out).toMatch(
    new RegExp(
      `No rule reads these values, and no test of the mapping has them:\nnotes\n {2}withdrawnBy {2}new, in ${idOf(2)}\n {2}unit +another word than in each test, in ${idOf(1)}\n`,
    ),
  );
  expect(out).not.toContain('Petra');
  const { unreadValues } = JSON.parse((await fieldbridge(['check', '--json'], { directory })).out);
  expect(unreadValues).toContainEqual({
    ...{ mapping: 'notes', path: 'withdrawnBy', change: 'new' },
    ...{ events: 1, event: idOf(2) },
  });
  const previewed = await fieldbridge(['preview', 'notes', idOf(2)], { directory });
  expect(previewed.out).toContain('  withdrawnBy  new');
  expect(previewed.out).not.toContain('another word');
});

it('a captured event makes check quiet', async () => {
  const directory = await folderWith({ withdrawnBy: 'Petra' });
  const { out } = await fieldbridge(['check'], { directory });
  const [, event = ''] = /`fieldbridge capture (\S+) --into notes`/.exec(out.replaceAll(/\s+/g, ' ')) ?? [];
  expect((await fieldbridge(['capture', event, '--into', 'notes'], { directory })).status).toBe(0);
  expect((await fieldbridge(['check'], { directory })).out).not.toContain('No rule reads');
});
