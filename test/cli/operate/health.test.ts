import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../../program/program.ts';
import {
  fieldbridge,
  fieldbridgeUntilStopped,
  openSandbox,
  plainConfig,
  plainFolder,
  writeFiles,
} from '../command-line.ts';

const admin = (port: number) =>
  `admin: {token: an-admin-token-of-some-length, listen: "127.0.0.1:${port}"}\n`;

/** Creates the folder of a bridge at these ports. */
async function folderOf(port: number, more = '') {
  const sandbox = await openSandbox();
  const config = plainConfig(sandbox, more).replace('port: 0', `port: ${port}`);
  return plainFolder(sandbox, { 'config.yaml': config });
}

describe('fieldbridge health', () => {
  it('reports that the bridge is alive, and with an option that it is ready', async () => {
    const directory = await folderOf(await freePort(), admin(await freePort()));
    const bridge = fieldbridgeUntilStopped(['start'], { directory });
    await bridge.printed(/ready for webhooks/);
    expect(await fieldbridge(['health'], { directory })).toEqual({
      status: 0,
      out: '{"status":"ok"}\n',
      err: '',
    });
    const ready = await fieldbridge(['health', '--ready'], { directory });
    expect(ready).toMatchObject({ status: 0, err: '' });
    expect(JSON.parse(ready.out)).toMatchObject({ status: 'ready' });
  });

  it('needs none of the variables in the config', async () => {
    const port = await freePort();
    const directory = await folderOf(port);
    const bridge = fieldbridgeUntilStopped(['start'], { directory });
    await bridge.printed(/ready for webhooks/);
    const other = `server: {port: ${port}}\ndestinations:\n  salon: {baseUrl: "\${UNSET}", token: "\${UNSET_TOKEN}"}\n`;
    writeFiles(directory, { 'other.yaml': other });
    const result = await fieldbridge(['health', '--config', 'other.yaml'], { directory });
    expect(result).toMatchObject({ status: 0, err: '' });
  });

  it('fails if nothing responds, and names the address', async () => {
    const port = await freePort();
    const result = await fieldbridge(['health'], { directory: await folderOf(port) });
    const err = `fieldbridge health: no bridge answers at http://127.0.0.1:${port}/healthz (ECONNREFUSED)\n`;
    expect(result).toEqual({ status: 1, out: '', err });
  });

  it('fails without a response before a container runtime gives up', async () => {
    const silent = createServer(socket => socket.on('error', () => {})).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close());
    const { port } = silent.address() as { port: number };
    const result = await fieldbridge(['health'], { directory: await folderOf(port) });
    expect(result).toMatchObject({ status: 1, err: expect.stringContaining('(not within 4 s)') });
  });

  it('fails with the reason if the bridge cannot accept webhooks', async () => {
    const full = createHttpServer((_request, reply) => reply.writeHead(503).end('{"status":"not ready"}'));
    full.listen(0, '127.0.0.1');
    await once(full, 'listening');
    onTestFinished(() => void full.close());
    const { port } = full.address() as { port: number };
    const result = await fieldbridge(['health', '--ready'], { directory: await folderOf(port) });
    expect(result).toEqual({ status: 1, out: '{"status":"not ready"}\n', err: '' });
  });
});
