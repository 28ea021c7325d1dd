import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { collectBody } from '../../../src/server/http/collect-body.ts';
import { measureLoad } from '../../../src/server/http/load.ts';

const mebibyte = 1024 * 1024;

/** A request whose body arrives when it is written. */
function arriving(headers: Record<string, string> = {}): PassThrough & IncomingMessage {
  return Object.assign(new PassThrough(), { headers }) as unknown as PassThrough & IncomingMessage;
}

function room(maxBytes = 64 * mebibyte) {
  const load = measureLoad({ maxBytes, maxSourceBytes: maxBytes });
  return { load, share: load.open('a source') };
}

describe('a body', () => {
  it('in parts of one byte keeps no part, and counts with its whole buffer', async () => {
    const { load, share } = room();
    const request = arriving();
    const collected = collectBody(request, mebibyte, share);
    const parts = 10_000;
    for (let at = 0; at < parts; at += 1) {
      request.emit('data', Buffer.from([at % 256]));
    }
    expect(load.bytes()).toBe(16_384);
    request.emit('end');
    const read = await collected;
    const expected = Buffer.from(Array.from({ length: parts }, (_, at) => at % 256));
    expect(read).toEqual({ kind: 'read', body: expected });
  });

  it('uses no more memory than the limit, nor than its declared length', async () => {
    for (const [headers, limit, parts] of [
      [{}, 1_300, 13],
      [{ 'content-length': '1300' }, mebibyte, 13],
    ] as const) {
      const { load, share } = room();
      const request = arriving(headers);
      const collected = collectBody(request, limit, share);
      for (let at = 0; at < parts; at += 1) request.emit('data', Buffer.alloc(100));
      expect(load.bytes()).toBe(1_300);
      request.emit('end');
      expect(await collected).toMatchObject({ kind: 'read', body: { length: 1_300 } });
    }
  });

  it('uses no memory for a length that is only declared', () => {
    const { load, share } = room();
    void collectBody(arriving({ 'content-length': '1000000' }), mebibyte, share);
    expect(load.bytes()).toBe(0);
  });

  it('is refused beyond its limit, or without memory for it', async () => {
    const large = arriving();
    const collected = collectBody(large, 1_000, room().share);
    for (let at = 0; at < 11; at += 1) large.emit('data', Buffer.alloc(100));
    expect(await collected).toEqual({ kind: 'too-large', bytes: 1_100 });
    const { load, share } = room(1_500);
    const second = arriving();
    const short = collectBody(second, mebibyte, share);
    for (let at = 0; at < 11; at += 1) second.emit('data', Buffer.alloc(100));
    expect(await short).toEqual({ kind: 'shortage', shortage: 'full' });
    expect(load.bytes()).toBe(1_024);
  });
});
