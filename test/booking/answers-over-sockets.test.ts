import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { interpret } from '../../src/booking/answers/interpret.ts';
import { type Client, createClient } from '../../src/booking/http/client.ts';
import { encode } from '../../src/booking/http/encode.ts';
import type { Reply } from '../../src/booking/http/reply.ts';
import { Secret } from '../../src/config/secret.ts';
import type { Call } from '../../src/inbox/call.ts';
import { allowedKinds, lost } from './answer-oracle.ts';
import { answerCount, anyBody, anyContentType, successes } from './any-answer.ts';
import { bookingCall, updateCall } from './calls.ts';
import { answering, type RawServer, rawServer } from './raw-server.ts';

const calls: readonly Call[] = [updateCall, bookingCall];
const framings = ['length', 'chunked', 'close'] as const;
type Framing = (typeof framings)[number];

let server: RawServer;
let client: Client;
let bytes: Uint8Array = Buffer.alloc(0);

afterEach(async () => {
  await client.close();
  await server.close();
});

/** Starts a server that sends `bytes` in response to each request and closes the connection. */
async function start(): Promise<void> {
  server = await rawServer(socket => answering(Buffer.from(bytes), 'end')(socket));
  client = createClient({
    baseUrl: `http://127.0.0.1:${server.port}`,
    token: new Secret('a-token-that-is-long-enough'),
    timeoutMs: 20_000,
    connections: 1,
  });
}

async function meaning(call: Call, answer: Uint8Array): Promise<{ reply: Reply; kind: string }> {
  bytes = answer;
  const reply = await client.send(encode(call));
  return { reply, kind: interpret(call, reply, { now: 0, earlierUnclear: false }).kind };
}

function answerOf(
  status: number,
  contentType: string | undefined,
  body: Uint8Array,
  framing: Framing,
): Buffer {
  const head = [
    `HTTP/1.1 ${status} Whatever`,
    'connection: close',
    ...(contentType === undefined ? [] : [`content-type: ${contentType}`]),
    ...(framing === 'length' ? [`content-length: ${body.length}`] : []),
    ...(framing === 'chunked' ? ['transfer-encoding: chunked'] : []),
    '',
    '',
  ].join('\r\n');
  const chunk = [`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'];
  const parts =
    framing === 'chunked' && body.length > 0 ? chunk : framing === 'chunked' ? ['0\r\n\r\n'] : [body];
  return Buffer.concat([head, ...parts].map(each => Buffer.from(each)));
}

describe('a response on a real connection', () => {
  it.each(calls.flatMap(call => framings.map(framing => [call.operation, framing, call] as const)))(
    'to %s, its end marked by %s, is neither a success nor a failure if it breaks off at any byte',
    async (operation, framing, call) => {
      await start();
      const body = Buffer.from(successes[operation][0] ?? '');
      const whole = answerOf(200, 'application/json', body, framing);
      expect((await meaning(call, whole)).kind).toBe('done');
      for (let length = 0; length < whole.length; length += 1) {
        const { reply, kind } = await meaning(call, whole.subarray(0, length));
        expect([length, reply.kind === 'not-sent']).toEqual([length, false]);
        expect([length, kind]).toEqual([length, lost(operation)[0]]);
      }
    },
    60_000,
  );

  const share = Math.max(100, Math.ceil(answerCount / 40));

  it.each(calls)(
    'to $operation with any status, type and body has only allowed outcomes',
    async call => {
      await start();
      const anyStatus = fc.oneof(fc.constantFrom(200, 400, 404), fc.integer({ min: 200, max: 599 }));
      await fc.assert(
        fc.asyncProperty(
          anyStatus,
          anyContentType,
          anyBody,
          fc.constantFrom(...framings),
          async (status, contentType, body, framing) => {
            const { reply, kind } = await meaning(call, answerOf(status, contentType, body, framing));
            const bare = status === 204 || status === 304;
            expect(reply).toMatchObject({ kind: 'answered', status });
            expect(allowedKinds(call.operation, status, bare ? Buffer.alloc(0) : body)).toContain(kind);
          },
        ),
        { numRuns: share },
      );
    },
    20_000 + 50 * share,
  );

  it.each(calls)(
    'to $operation counts as lost if only interim responses arrive',
    async call => {
      await start();
      for (let status = 100; status < 200; status += 1) {
        const { kind } = await meaning(call, Buffer.from(`HTTP/1.1 ${status} Wait\r\n\r\n`));
        expect([status, kind]).toEqual([status, lost(call.operation)[0]]);
      }
    },
    60_000,
  );
});
