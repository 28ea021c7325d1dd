import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { newEventId } from '../../../src/receive/events/event-id.ts';
import { receive } from '../../../src/receive/receive.ts';
import { awaitWebhook } from '../../../src/server/webhooks/await-webhook.ts';
import { aSource } from '../a-config.ts';

it('waits for one webhook and is then closed, whatever connections were opened in advance', async () => {
  const awaiting = await awaitWebhook({
    source: aSource('open'),
    host: '127.0.0.1',
    port: 0,
    bodyLimit: 1024,
    receive: (one, request) =>
      receive(one, request, {
        now: 0,
        newId: () => newEventId(0, size => new Uint8Array(size)),
        publicUrl: undefined,
      }),
    report: () => {},
  });
  const silent = connect(Number(new URL(awaiting.url).port), '127.0.0.1');
  await once(silent, 'connect');
  const reply = await fetch(awaiting.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a": 1}',
  });
  expect(reply.status).toBe(200);
  await reply.text();
  await awaiting.webhook;
  const ended = once(silent.resume(), 'close');
  await awaiting.close();
  await ended;
});
