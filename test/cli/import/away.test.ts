import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { fieldbridge, openSandbox, startedBridge } from '../command-line.ts';

const mapping = `source: form
destination: salon
operation: updateCustomer
set:
  id: {from: customer, required: true}
  note: note
  additionalFields:
    birthdate: {from: born, as: date, parse: yyyy-MM-dd, format: dd.MM.yyyy}
`;

/** Passes requests on to a bridge that goes away at each one, before or after it was processed. */
async function restless(target: string): Promise<{ readonly url: string; readonly lost: Set<string> }> {
  const lost = new Set<string>();
  const seen = new Map<string, number>();
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const key = `${incoming.method} ${incoming.url} ${body}`;
    const times = (seen.get(key) ?? 0) + 1;
    seen.set(key, times);
    if (times === 1) {
      incoming.socket.destroy();
      return;
    }
    const passed = request(`${target}${incoming.url}`, {
      method: incoming.method,
      headers: incoming.headers,
    });
    passed.end(body);
    const [reply] = await once(passed, 'response');
    if (times === 2) {
      lost.add(`${incoming.method} ${(incoming.url ?? '').replace(/\?.*|evt_\w+|imp_\w+/g, '')}`);
      reply.resume();
      await once(reply, 'end');
      incoming.socket.destroy();
      return;
    }
    outgoing.writeHead(reply.statusCode, reply.headers);
    reply.pipe(outgoing);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, lost };
}

it('an import loses and doubles nothing if the bridge goes away at every request', async () => {
  const sandbox = await openSandbox();
  const bridge = await startedBridge(sandbox, '', { 'mappings/notes.yaml': mapping });
  const write = (name: string, rows: readonly string[]) => {
    const path = join(bridge.directory, name);
    writeFileSync(path, ['customer,note,born', ...rows, ''].join('\n'));
    return path;
  };
  await bridge.ask(
    'import',
    'form',
    write('known.csv', ['1005,known,12.02.1948', '1001,six,', '1001,seven,']),
  );
  const { url, lost } = await restless(bridge.url);
  const list = write('a.csv', [
    '1005,known,12.02.1948',
    '1001,six,',
    '1002,undefined,',
    '1003,x,1990-13-02',
    ',none,',
  ]);
  const run = (...more: readonly string[]) =>
    fieldbridge(['import', 'form', list, '--url', url, ...more], { directory: bridge.directory });
  const tried = await run('--dry-run', '--json');
  expect(JSON.parse(tried.out)).toMatchObject({ counts: { refused: { rows: 3 } }, replaced: { first: [3] } });
  const { out, err } = await run();
  expect(err).toContain('the bridge does not respond; retrying until it does\n');
  expect(out).toMatch(/ 1 delivered\n +3 failed: see .*a\.failed\.csv\n/);
  expect(readFileSync(join(bridge.directory, 'a.failed.csv'), 'utf8').trim().split('\n')).toHaveLength(4);
  expect(existsSync(join(bridge.directory, 'a.failed.csv.part'))).toBe(false);
  const sent = await run('--again', '--force', '--yes', '--json');
  expect(JSON.parse(sent.out)).toMatchObject({ sentAgain: [{ row: 3 }], known: { replaced: [] } });
  const { calls } = (await (await fetch(`${sandbox.url}/sandbox/calls?after=0`)).json()) as {
    calls: { parameters: { id?: string; note?: string } }[];
  };
  const notes = calls.flatMap(({ parameters: { id, note } }) =>
    note === undefined ? [] : [`${id} ${note}`],
  );
  expect(notes.sort()).toEqual(['1001 seven', '1001 six', '1001 six', '1002 undefined'].sort());
  expect([...lost].sort()).toEqual(
    [
      'GET /api/imports/',
      'GET /api/imports//events',
      'GET /api/imports//names',
      'GET /api/mappings',
      'POST /api/events/replay',
      'POST /api/imports',
      'POST /api/imports//known',
      'POST /api/imports//rows',
      'POST /api/imports/preview',
    ].sort(),
  );
});
