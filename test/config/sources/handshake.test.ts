import { describe, expect, it } from 'vitest';
import { load } from '../reading.ts';

const own = 'verify: {type: hmac, secret: a-long-enough-secret, signature: {name: X-Sig}}';

function handshakeOf(entry: string) {
  const { config, diagnostics } = load(`sources:\n  a: {${entry}}\n`);
  expect(diagnostics).toEqual([]);
  const { handshakes, handshake } = config?.sources.get('a') ?? {};
  return { handshakes, ...(handshake && { handshake }) };
}

describe('the `handshake` of a source', () => {
  it.each([
    ['{get: true}', { handshakes: ['get'] }],
    ['{head: true}', { handshakes: ['head'] }],
    ['{get: true, head: true}', { handshakes: ['get', 'head'] }],
    ['{get: "true", head: false}', { handshakes: ['get'] }],
    ['{}', { handshakes: [] }],
    ['{challenge: {name: c}}', { handshakes: [], handshake: { challenge: { in: 'query', name: 'c' } } }],
    [
      '{challenge: {in: body, name: c}}',
      { handshakes: [], handshake: { challenge: { in: 'body', name: 'c' } } },
    ],
    ['{echo: X-Hook-Secret}', { handshakes: [], handshake: { echo: 'x-hook-secret' } }],
    [
      '{get: true, head: true, challenge: {in: query, name: challenge}, echo: X-Hook-Secret}',
      {
        handshakes: ['get', 'head'],
        handshake: { challenge: { in: 'query', name: 'challenge' }, echo: 'x-hook-secret' },
      },
    ],
  ])('%s is %j', (handshake, expected) => {
    expect(handshakeOf(`${own}, handshake: ${handshake}`)).toEqual(expected);
  });

  it('overrides a preset key by key', () => {
    const secret = 'secret: a-long-enough-secret';
    expect(handshakeOf(`preset: asks, ${secret}`)).toEqual({
      handshakes: ['get', 'ping'],
      handshake: { echo: 'x-preset' },
    });
    expect(handshakeOf(`preset: asks, ${secret}, handshake: {get: false, head: true}`)).toEqual({
      handshakes: ['ping', 'head'],
      handshake: { echo: 'x-preset' },
    });
    expect(
      handshakeOf(`preset: asks, ${secret}, handshake: {get: true, echo: X-Own, challenge: {name: c}}`),
    ).toEqual({
      handshakes: ['ping', 'get'],
      handshake: { echo: 'x-own', challenge: { in: 'query', name: 'c' } },
    });
  });

  it.each([
    ['true', 'yaml/wrong-type', /handshake/],
    ['{get: yes please}', 'yaml/wrong-type', /true or false/],
    ['{post: true}', 'yaml/unknown-key', /post/],
    ['{challenge: challenge}', 'yaml/wrong-type', /challenge/],
    ['{challenge: {}}', 'yaml/missing-key', /name/],
    ['{challenge: {in: header, name: c}}', 'yaml/wrong-type', /query.*body/],
    ['{challenge: {in: query, name: ""}}', 'yaml/wrong-type', /text/],
    ['{echo: true}', 'yaml/wrong-type', /name of a header/],
    ['{echo: "X Hook"}', 'yaml/wrong-type', /name of a header/],
    ['{echo: ""}', 'yaml/wrong-type', /name of a header/],
    ['{echo: Set-Cookie}', 'yaml/wrong-type', /means something in an answer/],
    ['{echo: Content-Length}', 'yaml/wrong-type', /means something in an answer/],
    ['{echo: location}', 'yaml/wrong-type', /means something in an answer/],
    ['{echo: Access-Control-Allow-Origin}', 'yaml/wrong-type', /means something in an answer/],
    ['{echo: Transfer-Encoding}', 'yaml/wrong-type', /means something in an answer/],
    ['{echo: Authorization}', 'yaml/wrong-type', /means something in an answer/],
  ])('%s is refused (%s)', (handshake, code, words) => {
    const { diagnostics } = load(`sources:\n  a: {${own}, handshake: ${handshake}}\n`);
    expect(diagnostics).toMatchObject([{ code }]);
    expect(diagnostics[0]?.message).toMatch(words);
  });

  it('with a repeated header may be accepted without the secret in it, with a warning', () => {
    const without = 'verify: {type: hmac, signature: {name: X-Hook-Signature}}';
    const { config, diagnostics } = load(`sources:\n  a: {${without}, handshake: {echo: X-Hook-Secret}}\n`);
    expect(diagnostics).toMatchObject([{ code: 'config/awaited-secret', severity: 'warning' }]);
    expect(config?.sources.get('a')?.verify).toMatchObject([{ type: 'hmac', secret: [] }]);
    expect(load(`sources:\n  a: {${without}}\n`).diagnostics).toMatchObject([{ code: 'yaml/missing-key' }]);
    const token = 'verify: {type: query-token, name: key}';
    expect(load(`sources:\n  a: {${token}, handshake: {echo: X-Hook-Secret}}\n`).diagnostics).toMatchObject([
      { code: 'yaml/missing-key' },
    ]);
  });
});
