import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createTestClock } from '../../inbox/contract/bench.ts';
import { fillTables, liveIn, moveScene } from '../../inbox/move/move-scene.ts';
import { startPostgres } from '../../inbox/postgres/server.ts';
import { program } from '../program.ts';

it('a move that is killed repeatedly at random moments ends complete', { timeout: 180_000 }, async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  const scene = moveScene(await server.newDatabase(), createTestClock());
  onTestFinished(scene.remove);
  const store = await scene.openFile();
  await liveIn(store);
  await store.close();
  fillTables(scene.file, 4_000);

  /** Runs the command for a limited time; returns its status and output. */
  async function move(killAfterMs: number) {
    const words = ['migrate', '--json', '--from', `sqlite:${scene.file}`, '--to', scene.url];
    const child = spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', chunk => {
        said += chunk;
      });
    const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    const [status] = await once(child, 'close');
    clearTimeout(timer);
    return { status, said };
  }

  let kills = 0;
  for (let forMs = 400; ; forMs *= 1.25) {
    const { status, said } = await move(forMs * (0.7 + Math.random() * 0.6));
    if (status === 0) break;
    expect([status, said]).toEqual([null, expect.not.stringMatching(/fieldbridge migrate: /)]);
    kills += 1;
    // The statement of the killed process may still be running on the server.
    await sleep(50);
  }
  expect(kills).toBeGreaterThan(3);
  const again = await move(30_000);
  expect([again.status, again.said]).toEqual([0, expect.stringMatching(/"moved before"/)]);
  const client = new pg.Client(scene.url);
  await client.connect();
  const { rows } = await client.query(
    `SELECT (SELECT count(*)::int FROM fieldbridge.call) AS calls, (SELECT sum(number)::int FROM fieldbridge.tally WHERE kind = 0) AS tallied,
       (SELECT count(*)::int FROM fieldbridge.meta WHERE name = 'move') AS open`,
  );
  await client.end();
  expect(rows[0]).toMatchObject({ calls: rows[0].tallied, open: 0 });
  await expect(scene.openFile()).rejects.toThrow(/was moved to/);
});
