import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import type { Chance } from '../chance.ts';
import { objectText } from './hostile-bodies.ts';
import { type Attack, head, post, rawAttack } from './hostile-wire.ts';

/** Attacks with the connection, beyond unusual bodies. */
export const tricks: readonly ((chance: Chance) => Attack)[] = [
  wrongLength,
  wrongLength,
  lengthAndChunks,
  brokenChunks,
  oddEncoding,
  oddContentType,
  oddContentType,
  oddContentType,
  oddMethod,
  oddPath,
  oddHeaders,
  oddVersion,
  compressed,
  compressed,
  aborted,
  aborted,
  shorterThanAnnounced,
  keptAlive,
  keptAlive,
  keptAlive,
  pipelined,
  hugeAnnouncement,
  expectations,
  noise,
];

/** A body that the source `open` accepts, to be sent behind one that it refuses. */
function good(chance: Chance): string {
  return objectText(chance, 2);
}

const json = 'content-type: application/json';
const smuggled = 'POST /hooks/open HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\n"no"';

function wrongLength(chance: Chance): Attack {
  const length = chance.pick([
    '-1',
    'two',
    '0x10',
    '1e1',
    '+2',
    '2.0',
    '2,2',
    '2 2',
    '99999999999999999999999',
    '',
  ]);
  const twice = chance.maybe(0.3);
  const lines = twice
    ? ['content-length: 2', `content-length: ${chance.pick(['2', '3'])}`]
    : [`content-length: ${length}`];
  const bytes = Buffer.concat([head('/hooks/open', [json, ...lines]), Buffer.from('{}')]);
  return rawAttack('wrong content length', [bytes], [400]);
}

function lengthAndChunks(chance: Chance): Attack {
  const lines = chance.pick([
    ['content-length: 2', 'transfer-encoding: chunked'],
    ['transfer-encoding: chunked', 'content-length: 2'],
    ['content-length: 5', 'transfer-encoding: chunked', 'content-length: 5'],
    ['Transfer-Encoding: CHUNKED', 'Content-Length: 100'],
  ]);
  const body = chance.pick([`0\r\n\r\n${smuggled}`, `2\r\n{}\r\n0\r\n\r\n${smuggled}`, smuggled]);
  const bytes = Buffer.concat([head('/hooks/open', [json, ...lines]), Buffer.from(body)]);
  return rawAttack('a length and chunks', [bytes], [400]);
}

function brokenChunks(chance: Chance): Attack {
  const body = chance.pick([
    'zz\r\n{}\r\n0\r\n\r\n',
    '-2\r\n{}\r\n0\r\n\r\n',
    '0x2\r\n{}\r\n0\r\n\r\n',
    'ffffffffffffffffff\r\n{}',
    '2\n{}\n0\n\n',
    '2\r\n{}0\r\n\r\n',
    '5\r\n{}\r\n0\r\n\r\n',
    '\r\n2\r\n{}\r\n0\r\n\r\n',
    `2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    `2\r\n{}\r\n0\r\n${'a: b\r\n'.repeat(5000)}\r\n`,
  ]);
  const bytes = Buffer.concat([head('/hooks/open', [json, 'transfer-encoding: chunked']), Buffer.from(body)]);
  return rawAttack('broken chunks', [bytes], [400, 413, 431]);
}

function oddEncoding(chance: Chance): Attack {
  const coding = chance.pick([
    'identity',
    'gzip',
    'chunked, chunked',
    'gzip, chunked',
    'xchunked',
    '\tchunked',
    'chunked, identity',
    '"chunked"',
  ]);
  const bytes = Buffer.concat([
    head('/hooks/open', [json, `transfer-encoding: ${coding}`]),
    Buffer.from('2\r\n{}\r\n0\r\n\r\n'),
  ]);
  return rawAttack('an odd transfer encoding', [bytes], undefined);
}

function oddContentType(chance: Chance): Attack {
  const type = chance.pick([
    '\tapplication/json',
    ' application/json ',
    'application/json\t',
    'APPLICATION/JSON',
    'application/json;',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf-16',
    'application/json; charset=',
    'application/json; charset=utf-8; charset=latin1',
    'application/json; charset=__proto__',
    'application/json x',
    'application/json, text/plain',
    'application/json/x',
    'application/ json',
    'application/json\u00a0',
    'application/\u006ason\u0130',
    'application/vnd.api+json',
    'text/plain; charset=x',
    'text/json',
    '*/*',
    'json',
    '',
    '__proto__',
    'constructor/prototype',
    `application/json; ${'a=b; '.repeat(500)}`,
    `application/json; a="${'\\'.repeat(300)}`,
    'multipart/form-data; boundary=""',
    'application/x-www-form-urlencoded; charset=utf-7',
  ]);
  const lines = chance.maybe(0.1) ? [`content-type: ${type}`, json] : [`content-type:${type}`];
  const source = chance.pick(['open', 'form', 'text', 'split', 'once'] as const);
  const bytes = post(`/hooks/${source}`, lines, good(chance));
  return rawAttack('an odd content type', [bytes], [200, 400, 415]);
}

function oddMethod(chance: Chance): Attack {
  const method = chance.pick([
    'GET',
    'HEAD',
    'PUT',
    'PATCH',
    'DELETE',
    'OPTIONS',
    'TRACE',
    'PROPFIND',
    'QUERY',
    'post',
    'FOO',
    'CONNECT',
    'P\u00d6ST',
    '',
  ]);
  const known = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'].includes(
    method,
  );
  const body = good(chance);
  const bytes = Buffer.concat([
    head('/hooks/open', [json, `content-length: ${Buffer.byteLength(body)}`], method),
    Buffer.from(body),
  ]);
  return {
    kind: 'an odd method',
    way: { requests: [{ bytes, head: method === 'HEAD' }], manners: 'waits' },
    statuses: known ? [405] : [400, 404, 405],
    unanswered: 0,
  };
}

function oddPath(chance: Chance): Attack {
  const path = chance.pick([
    '/hooks/nobody',
    '/hooks/',
    '/hooks',
    '/',
    '/hooks/./open',
    '/hooks/open%00',
    '/hooks/%6fpen%2f',
    '/hooks/..%2fapi%2fevents',
    '/hooks/%%%%',
    '/hooks/__proto__',
    '/HOOKS/OPEN',
    '/api/events',
    '/api/events/replay',
    '/api/__proto__',
    '/healthz',
    '/metrics',
    '/console',
    'http://evil.example.com/nowhere',
    '*',
    `/hooks/${'x'.repeat(3000)}`,
  ]);
  const bytes = post(path, [json], good(chance));
  return rawAttack('an odd path', [bytes], [400, 401, 403, 404, 405, 414, 431]);
}

function oddHeaders(chance: Chance): Attack {
  const line = chance.pick([
    `x-long: ${'x'.repeat(8_000)}`,
    `x-long: ${'x'.repeat(15_500)}`,
    `x-long: ${'x'.repeat(17_000)}`,
    `x-long: ${'x'.repeat(100_000)}`,
    Array.from({ length: 900 }, (_, index) => `x-${index}: y`).join('\r\n'),
    'a:b\r\n'.repeat(3_000).trimEnd(),
    '__proto__: polluted',
    'constructor: polluted',
    'x-nul: a\u0000b',
    'x-latin: \u00e4\u00ff',
    'x-fold: a\r\n b',
    ' x-blank: a',
    'x-space : a',
    ': nameless',
    'no colon at all',
    'connection: close',
    'connection: upgrade\r\nupgrade: websocket',
    'connection: keep-alive, content-length',
    'x-http-method-override: DELETE',
    'x-forwarded-host: evil.example.com',
    'host: another.example.com',
    'cookie: a=b; __proto__=c',
  ]);
  const bytes = post('/hooks/open', [json, line], good(chance));
  return rawAttack('odd headers', [bytes], [200, 400, 415, 431]);
}

function oddVersion(chance: Chance): Attack {
  const first = chance.pick([
    'POST /hooks/open HTTP/1.0',
    'POST /hooks/open HTTP/0.9',
    'POST /hooks/open HTTP/2.0',
    'POST /hooks/open HTTP/1.2',
    'POST /hooks/open HTTP/11',
    'POST /hooks/open http/1.1',
    'POST /hooks/open ICE/1.0',
    'POST /hooks/open',
    'POST  /hooks/open  HTTP/1.1',
    'POST\t/hooks/open\tHTTP/1.1',
    'PRI * HTTP/2.0',
    '\u0016\u0003\u0001\u0002\u0000\u0001',
  ]);
  const feed = chance.pick(['\r\n', '\r\n', '\n', '\r']);
  const body = good(chance);
  const lines = [first, 'host: x', json, `content-length: ${Buffer.byteLength(body)}`, '', body];
  return rawAttack('an odd version', [Buffer.from(lines.join(feed))], undefined);
}

function compressed(chance: Chance): Attack {
  const body = chance.maybe(0.1) ? Buffer.alloc(8 * 1024 * 1024) : Buffer.from(good(chance));
  const [name, bytes] = chance.pick([
    () => ['gzip', gzipSync(body)] as const,
    () => ['br', brotliCompressSync(body, { params: { 1: 1 } })] as const,
    () => ['deflate', deflateSync(body)] as const,
    () => ['GZIP', gzipSync(body)] as const,
    () => ['x-gzip', gzipSync(body)] as const,
    () => ['gzip, gzip', gzipSync(gzipSync(body))] as const,
    () => ['gzip', Buffer.from('no gzip at all')] as const,
    () => ['__proto__', Buffer.from('{}')] as const,
  ])();
  const source = chance.pick(['open', 'form', 'text', 'split'] as const);
  const headers = { 'content-type': 'application/json', 'content-encoding': name };
  return {
    kind: 'a compressed body',
    way: { path: `/hooks/${source}`, headers, body: bytes, chunked: chance.maybe(0.3) },
    statuses: [200, 400, 413, 415],
    unanswered: 0,
  };
}

/** The sender disconnects before the response. */
function aborted(chance: Chance): Attack {
  const whole = post(`/hooks/${chance.pick(['open', 'form', 'text'] as const)}`, [json], good(chance));
  const bytes = chance.maybe(0.3) ? whole : whole.subarray(0, chance.int(whole.length));
  const unanswered = bytes.length === whole.length ? 1 : 0;
  return rawAttack('an aborted request', [bytes], undefined, { manners: 'resets', unanswered });
}

function shorterThanAnnounced(chance: Chance): Attack {
  const body = good(chance);
  if (chance.maybe(0.3)) {
    const chunk = `${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n`;
    const bytes = Buffer.concat([
      head('/hooks/open', [json, 'transfer-encoding: chunked']),
      Buffer.from(chunk),
    ]);
    return rawAttack('chunks without an end', [bytes], [400], { manners: 'ends' });
  }
  const more = Buffer.byteLength(body) + 1 + chance.int(1000);
  const bytes = Buffer.concat([head('/hooks/open', [json, `content-length: ${more}`]), Buffer.from(body)]);
  return rawAttack('less than announced', [bytes], [400], { manners: 'ends' });
}

/** A good webhook behind a refused one on the same connection: the rest of the first must not damage it. */
function keptAlive(chance: Chance): Attack {
  const refused = chance.pick([
    () => post('/hooks/signed', [json], good(chance)),
    () => post('/hooks/open', ['content-type: image/png'], good(chance)),
    () => post('/hooks/open', [json, 'content-encoding: gzip'], smuggled),
    () => post('/hooks/open', [json], '{"broken'),
    () => post('/hooks/open', [json], '['.repeat(5000)),
    () => post('/hooks/nobody', [json], smuggled),
    () => post('/api/events/x/replay', [json], smuggled),
    () => head('/hooks/open', []),
  ]);
  const requests = [refused(), post('/hooks/open', [json], good(chance))];
  if (chance.maybe(0.5)) requests.push(refused(), post('/hooks/open', [json], good(chance)));
  return rawAttack('kept alive after a refusal', requests, [200, 400, 401, 404, 415], { unanswered: 2 });
}

function pipelined(chance: Chance): Attack {
  const requests = Array.from({ length: 2 + chance.int(4) }, () =>
    post('/hooks/open', [json], chance.maybe(0.2) ? '{"broken' : good(chance)),
  );
  const more = { pipelined: true, unanswered: requests.length };
  return rawAttack('all at once', requests, [200, 400], more);
}

function hugeAnnouncement(chance: Chance): Attack {
  const bytes = Buffer.concat([
    head('/hooks/open', [json, `content-length: ${chance.pick([1_048_577, 10_000_000, 4_294_967_296])}`]),
    Buffer.from('{"a":'),
  ]);
  return rawAttack('a huge announcement', [bytes], [413]);
}

function expectations(chance: Chance): Attack {
  const line = chance.pick(['expect: 100-continue', 'expect: 100-Continue', 'expect: miracles', 'expect: ']);
  return rawAttack('an expectation', [post('/hooks/open', [json, line], good(chance))], [200, 400, 417]);
}

function noise(chance: Chance): Attack {
  const bytes = Buffer.from(Array.from({ length: 1 + chance.int(600) }, () => chance.int(256)));
  return rawAttack('noise', [bytes], [400, 408, 431], { manners: 'ends' });
}
