import { describe, expect, it } from 'vitest';
import { sameNumber } from '../../src/booking/answers/answer-body.ts';
import { findRefusal } from '../../src/booking/answers/find-refusal.ts';
import { hideSecrets } from '../../src/booking/http/attempt-view.ts';
import type { ReplyHeaders } from '../../src/booking/http/reply.ts';
import { retryAfterMs } from '../../src/booking/http/retry-after.ts';
import { composed } from '../../src/diagnostics/composed.ts';
import { nearest } from '../../src/diagnostics/nearest.ts';
import { convertNumber } from '../../src/expressions/convert/convert-number.ts';
import { guessedReadings } from '../../src/expressions/convert/guess-patterns.ts';
import { shapeKind } from '../../src/history/capture/value-kind.ts';
import { isIn, textFinder } from '../../src/inbox/finding/text-finder.ts';
import { type Conversions, convert } from '../../src/mapping/convert/convert.ts';
import { lookUp } from '../../src/mapping/evaluate/look-up.ts';
import { anyBody, openBody } from '../../src/receive/bodies/body.ts';
import { parseDisposition } from '../../src/receive/bodies/disposition.ts';
import { jsonFault } from '../../src/receive/bodies/json-fault.ts';
import { parseMediaType } from '../../src/receive/bodies/media-type.ts';
import { readEventHeaders } from '../../src/receive/events/cloudevent-headers.ts';
import { readTime } from '../../src/receive/events/read-time.ts';
import { parseQuery } from '../../src/receive/query.ts';
import { showsCredential } from '../../src/receive/redaction/credentials.ts';
import { createRedactor } from '../../src/receive/redaction/redactor.ts';
import { pairValues } from '../../src/receive/schemes/signature.ts';

/** With quadratic time, every reader below would take minutes to hours for this length. */
const length = 300_000;

/** The maximum size of the headers of a request, or of a part of a body. */
const longestHeader = 16_000;

/** Texts that make readers start again, go back, sort or join; each is repeated up to the length. */
const pieces = [
  ...'0 a.,"\\%+=&;-:[{<T/(\n@'.split(''),
  '1.',
  '1,000',
  '%41',
  'a=1&',
  'a[]=1&',
  '; a=b',
  '&#',
  'a@',
  '://',
  '\\"',
  '\\u0041',
  '[secret]',
  'e\u0301',
  '\u0301\u0323',
  'Januar ',
];

/** Each follows a valid beginning, and precedes an invalid end. */
const texts = pieces.flatMap(piece => {
  const filling = piece.repeat(Math.floor(length / piece.length));
  return [`1.${filling}1`, `"${filling}!`, `2026-03-31T10:00:00.${filling}\n`];
});

const patterns = [
  'dd.MM.yyyy',
  'd. MMMM yyyy',
  "EEEE, d MMMM yyyy 'at' h:mm a",
  'yyyy-MM-dd HH:mm:ss.SSS',
  'X',
];

function rule(as: NonNullable<Conversions['as']>, parse: readonly string[] = []): Conversions {
  const date = { parse, format: undefined, zone: 'Europe/Berlin' };
  return { as, separator: ', ', date, phone: { country: 'DE' } };
}

function read(body: 'json' | 'form' | 'xml' | 'auto', type: string) {
  return (text: string) => openBody(Buffer.from(text), { ...anyBody, body }, [type]);
}

function multipart(head: string, content: string) {
  const part = `--x\r\nContent-Disposition: form-data; name="a"${head}\r\n\r\n${content}\r\n--x--\r\n`;
  return openBody(Buffer.from(part), anyBody, ['multipart/form-data; boundary=x']);
}

const redactor = createRedactor([{ text: 'geheim & sehr', placeholder: '[secret]' }]);
const call = {
  operation: 'updateCustomer',
  id: { text: '1', origin: 'data' },
  additionalFields: [],
} as const;

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'as: number': text => convert(text, rule('number')),
  'numbers as they stand': convertNumber,
  'numbers with a decimal sign': text => convertNumber(text, ','),
  'as: boolean': text => convert(text, rule('boolean')),
  'as: date': text => convert(text, rule('date')),
  'as: date with patterns': text => convert(text, rule('date', patterns)),
  'patterns for a date': guessedReadings,
  'as: phone': text => convert(text, rule('phone')),
  'as: list': text => convert([text, text], rule('list')),
  'as: text': text => convert(text, rule('text')),
  values: text => lookUp(text, { entries: new Map(), ignoreCase: true, otherwise: undefined }),
  JSON: text => read('json', 'application/json')(JSON.stringify({ text })),
  'what is not JSON': text => [read('auto', 'text/plain')(text), jsonFault(`{"a":"${text}`)],
  forms: read('form', 'application/x-www-form-urlencoded'),
  XML: text => read('xml', 'text/xml')(`<a>${text.replaceAll('<', '<a/>')}</a>`),
  multipart: text => multipart('', text),
  'the headers of a part': text =>
    multipart(`; x= ${text.slice(0, longestHeader).replaceAll('\n', ' ')}`, ''),
  'Content-Disposition': text => parseDisposition(`form-data; name="${text}"`),
  'Content-Disposition without quotes': text => parseDisposition(`form-data; name= ${text}`),
  'content types': text => parseMediaType(`text/plain; ${text}`),
  queries: text => parseQuery(`/?${text.slice(0, longestHeader)}`),
  'headers of CloudEvents': text =>
    readEventHeaders({ 'ce-a': text.slice(0, longestHeader).replaceAll(/[^ -~]/g, '') }),
  'times of events': text => readTime(text, 'any'),
  signatures: text => pairValues(text, ',', 'v1'),
  'Retry-After': text => retryAfterMs({ retryAfter: text } as ReplyHeaders, 0),
  'refusals of the API': text => findRefusal(call, 400, Buffer.from(text)),
  'customer numbers of the API': text => sameNumber(text, `${text}0`),
  'answers with secrets': text => hideSecrets(text.slice(0, 100_000), ['Bearer abcdefghijkl']),
  'forms of Unicode': composed,
  'texts of a person': text => isIn(textFinder('Anna Müller'), text),
  'secrets in texts': redactor.text,
  'secrets in bodies': text => redactor.bytes(Buffer.from(text)),
  'credentials in payloads': text => showsCredential(text, { path: '/hooks/a', verify: [] }),
  'credentials in addresses': text => showsCredential(`https://${text}`, { path: '/hooks/a', verify: [] }),
  'kinds of values': shapeKind,
  'near names': text => nearest(text, ['birthdate', 'e-mail']),
};

describe('a long text', () => {
  it.each(Object.keys(readers))('is soon read, whatever it is: %s', name => {
    const reader = readers[name];
    for (const text of texts) reader?.(text);
    expect.assertions(0);
  });
});

it('reads an address with a host of thousands of letters as none', () => {
  const host = Array.from({ length: 300_000 }, (_, at) => String.fromCodePoint(0x4e00 + (at % 20_000))).join(
    '',
  );
  const source = { path: '/hooks/a', verify: [] };
  expect(showsCredential(`https://${host}.example/?token=abc`, source)).toBe(false);
  expect(showsCredential('https://salon.example/?token=abc', source)).toBe(true);
});
