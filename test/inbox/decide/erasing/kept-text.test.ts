import { describe, expect, it } from 'vitest';
import {
  type KeptRequest,
  textsOfEvent,
  textsOfRequest,
} from '../../../../src/inbox/decide/erasing/kept-text.ts';

const utf8 = new TextEncoder();

/** A stored webhook or refusal with this body. */
function request(body: Uint8Array | string | null, differences: Partial<KeptRequest> = {}): KeptRequest {
  return {
    headers: '{}',
    query: '{}',
    reading: null,
    body: typeof body === 'string' ? utf8.encode(body) : body,
    ...differences,
  };
}

/** The headers with this content type. */
const ofType = (contentType: string) => ({ headers: JSON.stringify({ 'content-type': contentType }) });

describe('the searched texts', () => {
  it('of an event are its own, its calls, its payload with the shared pieces, and its webhook', () => {
    const { texts } = textsOfEvent({
      own: ['own-id', null],
      request: request('body', { query: '{"tag":"spring"}' }),
      payload: { json: '{"item":1,"all":}', places: '[[16,0]]', pieces: ['"shared"'] },
      further: ['sent', null],
    });
    const all = texts.join('\n');
    for (const each of ['own-id', 'sent', '{"item":1,"all":"shared"}', 'spring', 'body'])
      expect(all).toContain(each);
  });

  it('of an item of a split webhook are without the webhook', () => {
    const kept = { own: ['own-id'], request: undefined, payload: undefined, further: [] };
    expect(textsOfEvent(kept)).toEqual({ texts: ['own-id'] });
  });

  it('of an empty body are the headers and the query', () => {
    for (const body of [null, new Uint8Array()]) {
      const { texts, ...rest } = textsOfRequest(request(body, { query: '{"q":"Ada"}' }));
      expect([texts.length, texts[0]?.includes('Ada'), rest]).toEqual([1, true, {}]);
    }
  });

  it('of a refusal are decoded by each charset that it names', () => {
    const refused = request(Uint8Array.of(0xb1), ofType('text/plain; charset=iso-8859-2'));
    expect(textsOfRequest(refused).texts).toContain('ą');
    const known = { ...refused, reading: JSON.stringify({ kind: 'text', charset: 'iso-8859-1' }) };
    expect(textsOfRequest(known).texts).not.toContain('ą');
  });

  it('are incomplete in an unknown charset, in too many charsets, or compressed', () => {
    const unreadable = [
      request('x', ofType('text/plain; charset=klingon')),
      request(
        ['iso-8859-2', 'iso-8859-5', 'iso-8859-7', 'koi8-r', 'big5']
          .map(each => `charset=${each}`)
          .join('\n'),
      ),
      request('x', { headers: '{"content-encoding":"gzip"}' }),
    ];
    expect(unreadable.map(each => textsOfRequest(each).isUnreadable)).toEqual([true, true, true]);
    const reading = JSON.stringify({ kind: 'json', charset: 'utf-8' });
    const decompressed = request('{}', { headers: '{"content-encoding":"gzip"}', reading });
    expect(textsOfRequest(decompressed)).not.toHaveProperty('isUnreadable');
  });

  it('of a body with zeros are read as UTF-16 in both byte orders, from any byte', () => {
    const little = Buffer.from('Ada', 'utf16le');
    const bodies = [little, Buffer.from(little).swap16(), Buffer.concat([Buffer.from('x'), little])];
    for (const body of bodies)
      expect(textsOfRequest(request(body)).texts.some(each => each.includes('Ada'))).toBe(true);
  });

  it('contain an XML document if the body is one', () => {
    const xml = '<a>Ada</a>';
    const reading = (kind: string) => ({ reading: JSON.stringify({ kind, charset: 'utf-8' }) });
    expect(textsOfRequest(request(xml)).xml).toBe(xml);
    expect(textsOfRequest(request(`\u{feff}  ${xml}`)).xml).toContain(xml);
    expect(textsOfRequest(request(xml, reading('xml'))).xml).toBe(xml);
    expect(textsOfRequest(request(xml, reading('text')))).not.toHaveProperty('xml');
    expect(textsOfRequest(request('{"a":1}'))).not.toHaveProperty('xml');
  });
});
