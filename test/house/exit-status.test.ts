import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('leaves the exit status of a run of tests to vitest', () => {
  const server = new URL('../inbox/postgres/server-of-the-run.ts', import.meta.url);
  const endings = [0, 3].map(status => {
    const program = `await import(${JSON.stringify(server.href)}); process.exitCode = ${status};`;
    return spawnSync(process.execPath, ['--input-type=module', '--eval', program]).status;
  });
  expect(endings).toEqual([0, 3]);
});
