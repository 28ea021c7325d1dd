import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/inbox/store.ts';
import { createTestClock, noon } from '../../contract/bench.ts';
import { acceptPlanned, attempt, booking, claimOne, delivered, queued } from '../../contract/samples.ts';
import { openPrepared } from '../../open-prepared.ts';

let folder: string;
let store: Store;
const open = async () => {
  store = await openPrepared(join(folder, 'store.db'), { clock: createTestClock() });
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-ledger-'));
  await open();
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Writes the ledger as an older version did, which knew bookings only by the spelling of their identifiers. */
function makeOld(): void {
  const database = new DatabaseSync(join(folder, 'store.db'));
  const secret = database.prepare("SELECT value FROM meta WHERE name = 'ledger key'").get()?.value;
  const rows = database
    .prepare('SELECT l.number, c.request FROM ledger l JOIN call c ON c.id = l.call')
    .all() as { number: number; request: string }[];
  for (const { number, request } of rows) {
    const call = JSON.parse(request);
    const parts = ['salon', call.appointmentId.text, call.appointmentParticipantId?.text ?? null];
    const key = createHmac('sha256', secret as Uint8Array)
      .update(JSON.stringify(parts))
      .digest();
    database
      .prepare('UPDATE ledger SET key = ?, appointment = NULL, names = NULL WHERE number = ?')
      .run(key, number);
  }
  database.close();
}

async function complete(call: ReturnType<typeof booking>, url?: string): Promise<string> {
  const id = await acceptPlanned(store, queued(call));
  const claim = await claimOne(store, noon);
  expect(await store.begin(claim, noon)).toEqual({ kind: 'go' });
  await store.settle(claim, delivered(call, { result: 'OK', ...(url !== undefined && { url }) }), attempt());
  return id;
}

async function kindOf(call: ReturnType<typeof booking>): Promise<string> {
  await acceptPlanned(store, queued(call));
  const claim = await claimOne(store, noon);
  const { kind } = await store.begin(claim, noon);
  await store.settle(claim, { status: 'skipped', reason: kind, diagnostics: [] }, null);
  return kind;
}

describe('the ledger of an older version', () => {
  it('recognizes its bookings by appointment, named participant and trimmed identifiers after the next start', async () => {
    await complete(booking(' A1\n'));
    await complete(booking('A2'), 'https://salon.example/A2/P1');
    await complete(booking('A3', 'P1'));
    await store.close();
    makeOld();
    await open();
    expect(await kindOf(booking('A1'))).toBe('completed');
    expect(await kindOf(booking('A2', 'P1'))).toBe('completed');
    expect(await kindOf(booking('A2', 'P2'))).toBe('go');
    expect(await kindOf(booking('A3'))).toBe('perhaps');
  });
});
