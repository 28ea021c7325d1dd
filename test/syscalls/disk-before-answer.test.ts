import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { showOrder, whatToRecord } from './disk-before-answer.ts';
import { type Scene, setScene } from './scene.ts';
import { describeTraced } from './tracer/may-trace.ts';

/** The number of responses to check: ANSWERS=10000 for more. */
const responses = Number(process.env.ANSWERS ?? 400);
const senders = 12;

let scene: Scene | undefined;

afterEach(async () => scene?.close());

describeTraced('what leaves a socket', () => {
  it(`was on disk before, and in no file but the store's, in ${responses} responses and the bookings among them`, {
    timeout: 180_000 + responses * 50,
  }, async () => {
    const set = await setScene();
    scene = set;
    const file = join(set.folder, 'record');
    const running = await set.start({ record: { file, ...whatToRecord } });
    const eventOf = new Map<string, string>();
    let next = 0;
    const send = async () => {
      while (next < responses) {
        next += 1;
        const id = `sent-${next}`;
        const kind = next % 5 === 0 ? 'booking' : 'note';
        const event = { id, kind, filler: 'x'.repeat(next % 900) };
        let reply = await set.post(event);
        // On a busy machine the program falls behind, and requests fewer webhooks.
        while (reply.status === 503) reply = await set.post(event);
        expect(reply.status).toBe(200);
        eventOf.set(id, String(reply.body.id));
      }
    };
    await Promise.all(Array.from({ length: senders }, send));
    const booked = Math.floor(responses / 5);
    await expect.poll(() => set.truth.bookings.size).toBe(booked);
    expect((await running.end()).status).toBe(0);
    const record = await running.record();
    const elsewhere = record.filter(({ name, path }) => name === 'pwrite64' && !path.startsWith(set.folder));
    expect(elsewhere.map(({ path }) => path)).toEqual([]);
    const shown = showOrder(record, {
      log: `${set.database}-wal`,
      port: set.port,
      destinationPort: Number(new URL(set.truth.url).port),
      eventOf,
    });
    expect(shown).toEqual({ answers: responses, bookings: booked, answeredEarly: [], sentEarly: [] });
    console.log(`${responses} answers, ${booked} bookings; the record has ${statSync(file).size} bytes`);
  });
});
