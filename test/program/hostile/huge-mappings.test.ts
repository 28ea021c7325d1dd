import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { hugeFiles } from '../../mapping/huge-files.ts';
import { updateMapping } from '../mappings.ts';
import { freePort, type Running, startProgram } from '../program.ts';

const admin = 'the-admin-token-of-the-test-of-huge-mappings';

const config = (port: number) => `
server: {host: 127.0.0.1, port: ${port}}
store: sqlite:bridge.db
destinations:
  salon: {baseUrl: http://127.0.0.1:9, token: some-token-of-the-test}
sources:
  crm: {verify: {type: none}}
admin: {token: ${admin}}
`;

let folder = '';
let running: Running | undefined;

afterEach(async () => {
  await running?.end('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Checks its health continuously; returns the duration of the slowest response in milliseconds. */
function askAllTheWhile(port: number) {
  let longestMs = 0;
  let ended = false;
  const asking = (async () => {
    while (!ended) {
      const begun = performance.now();
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
      longestMs = Math.max(longestMs, performance.now() - begun);
      await new Promise(done => setTimeout(done, 5));
    }
  })();
  return async () => {
    ended = true;
    await asking;
    return longestMs;
  };
}

it('keeps responding while huge mapping files arrive, refuses them, and keeps the last good versions', async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-huge-'));
  const mappings = join(folder, 'mappings');
  mkdirSync(mappings);
  const names = Object.keys(hugeFiles(0.01));
  for (const name of names) writeFileSync(join(mappings, `${name}.yaml`), updateMapping);
  const port = await freePort();
  writeFileSync(join(folder, 'config.yaml'), config(port));
  running = await startProgram({ config: join(folder, 'config.yaml'), port });

  const stop = askAllTheWhile(port);
  for (const size of [1, 0.14]) {
    const before = running.output().length;
    for (const [name, text] of Object.entries(hugeFiles(size)))
      writeFileSync(join(mappings, `${name}.yaml`), text);
    await vi.waitFor(
      () => expect(running?.output().slice(before)).toContain('mappings reloaded with errors'),
      { timeout: 60_000, interval: 50 },
    );
  }
  // Such a text once blocked the process for 45 seconds; tests of the readers count the steps.
  expect(await stop()).toBeLessThan(20_000);

  const headers = { authorization: `Bearer ${admin}` };
  const answer = await fetch(`http://127.0.0.1:${port}/api/mappings`, { headers });
  const { mappings: listed } = (await answer.json()) as { mappings: { name: string }[] };
  expect(listed.map(each => each.name).sort()).toEqual(names.toSorted());
});
