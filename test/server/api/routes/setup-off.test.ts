import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startScene, tokens } from '../api-scene.ts';

const token = 'a-token-that-nobody-may-see';
/** All requests that change a file, or contact an address in the request. */
const changes: readonly (readonly [path: string, body: object])[] = [
  ['/setup/account', { baseUrl: 'http://127.0.0.1:1', token }],
  ['/setup/destinations', { name: 'other', baseUrl: 'http://127.0.0.1:1', token }],
  ['/setup/restart', {}],
  ['/setup/restore', { id: 'x', version: null }],
  ['/setup/version', { id: 'x' }],
  ['/setup/sources', { name: 'other' }],
  ['/setup/sources/form/secret', {}],
  ['/setup/sources/form/secret/settle', {}],
  ['/setup/sources/form/pause', {}],
  ['/setup/sources/form/remove', {}],
  ['/bench/save', { mapping: 'other', text: 'source: form\n', version: null }],
];

/** Returns the response of the API to each of them: path, status, code. */
async function codesOf(scene: Awaited<ReturnType<typeof startScene>>, as: string) {
  const answers: (readonly unknown[])[] = [];
  for (const [path, body] of changes) {
    const answer = await scene.ask(path, { token: as, body });
    expect(answer.text).not.toContain(token);
    answers.push([path, answer.status, answer.body.code]);
  }
  return answers;
}

describe('a bridge whose config does not allow the console to write files', () => {
  it('refuses every change', async () => {
    const answers = await codesOf(await startScene(), tokens.admin);
    expect(answers).toEqual(changes.map(([path]) => [path, 403, 'edit-off']));
  });

  it('allows a reader no change', async () => {
    const answers = await codesOf(await startScene(), tokens.reader);
    expect(answers.map(([path, status]) => [path, status])).toEqual(changes.map(([path]) => [path, 403]));
  });

  it('sends no request to an address in a request', async () => {
    const scene = await startScene();
    let requests = 0;
    const server = createServer((_, response) => {
      requests += 1;
      response.end('{}');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    for (const path of ['/setup/account', '/setup/destinations'])
      await scene.ask(path, { body: { name: 'other', baseUrl, token } });
    expect(requests).toBe(0);
  });
});
