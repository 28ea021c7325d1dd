import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Store } from '../../../src/inbox/store.ts';
import { noon } from '../contract/bench.ts';
import { acceptPlanned, attempt, booking, claimOne, delivered, ended, queued } from '../contract/samples.ts';
import { rowsOf } from './queries.ts';
import { postgresScene } from './scene.ts';

const scene = postgresScene();

async function complete(store: Store, call: ReturnType<typeof booking>, url?: string): Promise<void> {
  await acceptPlanned(store, queued(call));
  const claim = await claimOne(store, noon);
  expect(await store.begin(claim, noon)).toEqual({ kind: 'go' });
  await store.settle(claim, delivered(call, { result: 'OK', ...(url !== undefined && { url }) }), attempt());
}

async function kindOf(store: Store, call: ReturnType<typeof booking>): Promise<string> {
  await acceptPlanned(store, queued(call));
  const claim = await claimOne(store, noon);
  const { kind } = await store.begin(claim, noon);
  await store.settle(claim, ended('skipped'), null);
  return kind;
}

/** Writes the ledger as an older version did, which knew bookings only by the spelling of their identifiers. */
async function makeOld(): Promise<void> {
  const { url, schema } = scene;
  const [meta] = await rowsOf<{ value: string }>(
    url,
    `SELECT value FROM ${schema}.meta WHERE name = 'ledger key'`,
  );
  const rows = await rowsOf<{ number: string; request: string }>(
    url,
    `SELECT l.number, c.request FROM ${schema}.ledger l JOIN ${schema}.call c ON c.id = l.call`,
  );
  for (const { number, request } of rows) {
    const call = JSON.parse(request);
    const parts = ['salon', call.appointmentId.text, call.appointmentParticipantId?.text ?? null];
    const secret = Buffer.from(meta?.value ?? '', 'hex');
    const key = createHmac('sha256', secret).update(JSON.stringify(parts)).digest();
    await rowsOf(
      url,
      `UPDATE ${schema}.ledger SET key = $1, appointment = NULL, names = NULL WHERE number = $2`,
      [key, number],
    );
  }
}

it('recognizes bookings of an older version by appointment, named participant and trimmed identifiers', async () => {
  const old = await scene.open();
  await complete(old, booking(' A1\n'));
  await complete(old, booking('A2'), 'https://salon.example/A2/P1');
  await complete(old, booking('A3', 'P1'));
  await old.close();
  await makeOld();
  const store = await scene.open();
  expect(await kindOf(store, booking('A1'))).toBe('completed');
  expect(await kindOf(store, booking('A2', 'P1'))).toBe('completed');
  expect(await kindOf(store, booking('A2', 'P2'))).toBe('go');
  expect(await kindOf(store, booking('A3'))).toBe('perhaps');
});

it('sends no booking in a second process that the first one may have sent before it ended', async () => {
  const one = await scene.open();
  const id = await acceptPlanned(one, queued(booking('A1')));
  expect(await one.begin(await claimOne(one, noon), noon)).toEqual({ kind: 'go' });
  await one.close();
  const other = await scene.open();
  await acceptPlanned(other, queued(booking('A1', 'P1')));
  expect(await other.begin(await claimOne(other, noon), noon)).toEqual({ kind: 'uncertain', eventId: id });
});
