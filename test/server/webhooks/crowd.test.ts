import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it, onTestFinished } from 'vitest';
import { receive } from '../../../src/receive/receive.ts';
import { aConfig, aSource } from '../a-config.ts';
import { startServer } from '../running-server.ts';

const crowd = 200;

/** A thread that opens all its connections, then writes to all of them while the server's thread is blocked. */
const senders = `
  const { connect } = require('node:net');
  const { once } = require('node:events');
  const { parentPort, workerData: { port, host, crowd, request } } = require('node:worker_threads');
  (async () => {
    const sockets = await Promise.all(Array.from({ length: crowd }, async () => {
      const socket = connect(port, host);
      await once(socket, 'connect');
      return socket;
    }));
    parentPort.postMessage('connected');
    await once(parentPort, 'message');
    const answers = sockets.map(async socket => String((await once(socket, 'data'))[0]).slice(0, 12));
    for (const socket of sockets) socket.write(request);
    parentPort.postMessage(await Promise.all(answers));
    for (const socket of sockets) socket.destroy();
  })();
`;

it('does not begin all simultaneous webhooks in one turn, so that other work continues', async () => {
  let begun = 0;
  const inTurns: number[] = [];
  const server = await startServer(aConfig([aSource('open')]), {
    receive: (source, request, surroundings) => {
      begun += 1;
      return receive(source, request, surroundings);
    },
  });
  const { hostname: host, port } = new URL(server.url);
  const request =
    'POST /hooks/open HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}';
  const worker = new Worker(senders, {
    eval: true,
    workerData: { port: Number(port), host, crowd, request },
  });
  onTestFinished(async () => void (await worker.terminate()));
  await once(worker, 'message');
  const answered = once(worker, 'message');
  // The event loop is blocked until all requests are in its sockets, so that it finds them in one turn.
  worker.postMessage('write');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  let before = begun;
  while (begun < crowd) {
    await new Promise<void>(resolve => setImmediate(resolve));
    inTurns.push(begun - before);
    before = begun;
  }
  expect(new Set((await answered)[0])).toEqual(new Set(['HTTP/1.1 200']));
  expect(Math.max(...inTurns)).toBeLessThanOrEqual(32);
});
