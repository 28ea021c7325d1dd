import type { Chance } from '../chance.ts';
import type { HostileBody } from './hostile-bodies.ts';

/** Names and values with a meaning in JavaScript, in a format or in a mapping of the test. */
const names = [
  'customer',
  'note',
  'payload',
  '__proto__',
  'constructor',
  'a[b][c]',
  'a[]',
  'a[__proto__][polluted]',
  'constructor[prototype][polluted]',
  'toString',
  '',
];
const values = [
  '',
  '1002',
  '1003',
  '{"customer":1002}',
  '{"__proto__":{"polluted":1}}',
  '{',
  'x'.repeat(500),
  'ä€😀',
];

/** A multipart body, mostly an unusual one. */
export function multipartBody(chance: Chance): HostileBody {
  const boundary = chance.pick(['x', '----WebKitFormBoundary7MA4', "a'b()+_,-./:=?", '=']);
  const part = () => {
    const name = `name="${chance.pick(names)}"`;
    const more = chance.pick([
      '',
      '',
      '',
      '; filename="a.png"',
      '; filename=""',
      "; filename*=UTF-8''%e4",
      `; ${name}`,
      '; filename="../../etc/passwd"\r\nContent-Type: image/png',
      '\r\nContent-Type: text/plain; charset=iso-8859-1',
      '\r\nContent-Type: application/json; charset=__proto__',
      `\r\nX-Long: ${'x'.repeat(chance.pick([10, 20_000]))}`,
    ]);
    const value = chance.pick([...values, `--${boundary}`, `\r\n--${boundary}`, '\r\n\r\n', '\u0000']);
    return `Content-Disposition: form-data; ${name}${more}\r\n\r\n${value}`;
  };
  const good = `Content-Disposition: form-data; name="customer"\r\n\r\n1005`;
  const parts = [...chance.list(6, part), good];
  if (chance.maybe(0.02)) parts.push(...Array.from({ length: 10_001 }, () => good));
  const text = `${parts.map(each => `--${boundary}\r\n${each}\r\n`).join('')}--${boundary}--\r\n`;
  const cut = chance.maybe(0.2) ? text.slice(0, chance.int(text.length)) : text;
  const type = chance.pick([
    `multipart/form-data; boundary="${boundary}"`,
    `multipart/form-data; boundary="${boundary}"`,
    `multipart/form-data; boundary="${boundary}"; charset=iso-8859-1`,
    'multipart/form-data; boundary=other',
    'multipart/form-data',
    'application/json',
  ]);
  return { kind: 'multipart', bytes: Buffer.from(cut, chance.maybe(0.1) ? 'latin1' : 'utf8'), type };
}

/** An XML body, mostly an unusual one. */
export function xmlBody(chance: Chance): HostileBody {
  const type = chance.pick(['text/xml', 'application/xml', 'application/soap+xml; charset=utf-8']);
  const [text, status] = chance.pick<() => readonly [string, (200 | 400)?]>([
    () => [element(chance, 4)],
    () => [element(chance, 4)],
    () => [`<?xml version="1.0" encoding="utf-8"?>\n${element(chance, 2)}`],
    () => ['<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>', 400],
    () => ['<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', 400],
    () => ['<a><customer>1002</customer></a', 400],
    () => ['<a>&constructor;</a>', 400],
    () => ['<?xml version="1.0" encoding="utf-16"?><a/>'],
    () => ['<__proto__><polluted>1</polluted></__proto__>', 200],
    () => [`<a ${'b'.repeat(chance.pick([10, 100_000]))}="1"/>`, 200],
    () => [`<a>${'&#x1F600;'.repeat(10_000)}</a>`, 200],
    () => deepXml(chance),
    () => [`<a>${'<b/>'.repeat(chance.pick([9_999, 10_000]))}</a>`],
  ])();
  return { kind: 'XML', bytes: Buffer.from(text), type, ...(status && { status }) };
}

function element(chance: Chance, levels: number): string {
  const name = chance.pick([
    'customer',
    'note',
    'events',
    '__proto__',
    'constructor',
    'toString',
    'x:id',
    'größe',
  ]);
  const attribute = chance.pick([
    '',
    '',
    ' xsi:nil="true"',
    ' __proto__="1"',
    ' x:constructor="&lt;"',
    ' a="1" a="2"',
  ]);
  const inside = chance.pick([
    () => chance.pick(['', '1002', '1003', '&amp;', '&#0;', '&nope;', '<![CDATA[<x>]]>', '<!-- c -->']),
    () => (levels === 0 ? '' : chance.list(4, () => element(chance, levels - 1)).join('\n')),
  ])();
  return `<${name}${attribute}>${inside}</${name}>`;
}

function deepXml(chance: Chance): readonly [string, 200 | 400] {
  const levels = chance.maybe(0.03) ? 100_000 : chance.pick([63, 64, 65, 1_000]);
  return [`${'<a>'.repeat(levels)}${'</a>'.repeat(levels)}`, levels <= 64 ? 200 : 400];
}

/** JSON, mostly unusual, in a field of a form. */
export function jsonInForm(chance: Chance): HostileBody {
  const levels = chance.pick([1, 62, 63, 64, 70]);
  const json = chance.pick([
    '{"customer":1002,"note":"n","numbers":9007199254740993}',
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    '{"a":',
    '',
    '1e400',
    '["payload"]',
    '['.repeat(levels) + ']'.repeat(levels),
    `[${'0,'.repeat(chance.pick([10, 9_990, 10_001]))}0]`,
  ]);
  const fields = [['payload', json], ...chance.list(3, () => [chance.pick(names), chance.pick(values)])];
  const text = fields.map(pair => pair.map(each => encodeURIComponent(each ?? '')).join('=')).join('&');
  return { kind: 'JSON in a form', bytes: Buffer.from(text), type: 'application/x-www-form-urlencoded' };
}

/** A CloudEvent in one of its modes, mostly an unusual one. */
export function cloudEvent(chance: Chance): HostileBody {
  const attributes = Object.entries({
    specversion: chance.pick(['1.0', '1.0', '1.0', '0.3', '2', '']),
    id: String(chance.int(100)),
    source: chance.pick(['/shop', '/a%20b', '__proto__', '']),
    type: chance.pick(['made', 'ping', 'constructor']),
  }).filter(() => chance.maybe(0.97));
  const data = chance.pick(['{"customer":1002}', '{"__proto__":{"polluted":1}}', '"x"', '1e400', '[]', '{']);
  if (chance.maybe(0.4)) {
    const odd = chance.pick(['%C0%A0', '"a b"', '%', '"', '\u00ff', '__proto__']);
    const headers = attributes.map(([name, value]) => `ce-${name}: ${value}`);
    if (chance.maybe(0.3))
      headers.push(`ce-${chance.pick(['subject', '__proto__', 'data', 'constructor'])}: ${odd}`);
    const type = chance.pick(['application/json', 'application/json', 'text/plain', 'image/png']);
    return { kind: 'CloudEvent in headers', bytes: Buffer.from(data), type, headers };
  }
  const encoded = Buffer.from(data).toString('base64');
  const body = chance.pick([
    `"data":${data}`,
    `"datacontenttype":"application/json","data_base64":"${encoded}"`,
  ]);
  const event = `{${attributes.map(([name, value]) => `"${name}":"${value}",`).join('')}${body}}`;
  const [text, type] = chance.pick([
    [event, 'application/cloudevents+json'],
    [event, 'application/json'],
    [`[${Array.from({ length: chance.int(4) }, () => event).join()}]`, 'application/cloudevents-batch+json'],
    [event, 'application/cloudevents+avro'],
  ] as const);
  return { kind: 'CloudEvent', bytes: Buffer.from(text), type };
}
