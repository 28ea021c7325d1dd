import { createHmac } from 'node:crypto';
import { loadConfig } from '../src/config/load-config.ts';
import type { IncomingRequest } from '../src/receive/incoming-request.ts';
import { receive } from '../src/receive/receive.ts';
import { presets } from '../src/receive/senders/senders.ts';
import { type BodyKind, bodyKinds } from './bodies.ts';

/** Verifies and reads webhooks of one kind; prints the milliseconds for each. */
interface Wish {
  readonly kind: BodyKind;
  readonly secret: string;
  readonly sources: string;
}

const count = 4_000;
const rounds = 5;

const { kind, secret, sources } = JSON.parse(process.argv[2] ?? '{}') as Wish;
const text = `sources:\n${sources}\ndestinations: {salon: {baseUrl: "https://c.example.com", token: a-token-of-the-salon}}\n`;
const { config } = loadConfig('/config.yaml', { env: {}, presets, readFile: () => text });
const source = config?.sources.get(kind);
if (!source) throw new Error(`there is no source ${kind}`);

const requests = Array.from({ length: count }, (_, index) => requestOf(index));
const times: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  let made = 0;
  const started = performance.now();
  for (const request of requests) {
    const received = await receive(source, request, {
      now: Date.now(),
      newId: () => `evt_${++made}`,
      publicUrl: undefined,
    });
    if (received.kind !== 'accepted') throw new Error(`it was ${received.kind}`);
  }
  times.push((performance.now() - started) / count);
}
console.log(Math.min(...times));

function requestOf(index: number): IncomingRequest {
  const { contentType, write } = bodyKinds[kind];
  const body = Buffer.from(write({ id: `e-${index}`, customer: index, note: `n${index}` }));
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const headers = [
    ['host', '127.0.0.1'],
    ['content-type', contentType],
    ['content-length', String(body.byteLength)],
    ['x-signature', signature],
  ] as const;
  return { method: 'POST', url: `/hooks/${kind}`, headers, body };
}
