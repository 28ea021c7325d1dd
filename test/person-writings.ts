import { gzipSync } from 'node:zlib';

/** An encoding of a text inside another text, which every reader of that format undoes. */
export type Layer = (text: string) => string;

const codes = (text: string) => Array.from(text, each => each.codePointAt(0) ?? 0);
const bytesOf = (text: string, charset: 'utf8' | 'latin1') => [...Buffer.from(text, charset)];
const hexOf = (byte: number) => byte.toString(16).toUpperCase().padStart(2, '0');
const inLines = (text: string) => text.replaceAll(/.{76}/g, '$&\r\n');

/** The spellings of the same person. */
export const spellings: Readonly<Record<string, Layer>> = {
  'as it is': text => text,
  'in capitals': text => text.toUpperCase(),
  'in small letters': text => text.toLowerCase(),
  'with accents apart': text => text.normalize('NFD'),
};

/** The encodings of a text inside another one. */
export const layers: Readonly<Record<string, Layer>> = {
  'JSON escapes': text =>
    Array.from({ length: text.length }, (_, at) => `\\u${hexOf(text.charCodeAt(at)).padStart(4, '0')}`).join(
      '',
    ),
  'a JSON text': text => JSON.stringify({ inside: text }),
  'percent, UTF-8': text =>
    bytesOf(text, 'utf8')
      .map(byte => `%${hexOf(byte)}`)
      .join(''),
  'percent, Latin-1': text =>
    bytesOf(text, 'latin1')
      .map(byte => `%${hexOf(byte).toLowerCase()}`)
      .join(''),
  'a form, UTF-8': text => new URLSearchParams({ a: text }).toString(),
  'decimal entities': text =>
    codes(text)
      .map(code => `&#${code};`)
      .join(''),
  'hexadecimal entities': text =>
    codes(text)
      .map(code => `&#x00${code.toString(16)};`)
      .join(''),
  'named entities': text =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('ü', '&uuml;')
      .replaceAll('ö', '&ouml;')
      .replaceAll('@', '&commat;'),
  'quoted-printable': text => {
    const all = bytesOf(text, 'utf8').map(byte => `=${hexOf(byte)}`);
    return `${all.slice(0, 4).join('')}=\r\n${all.slice(4).join('')}`;
  },
  Base64: text => Buffer.from(`to: ${text}; thanks a lot`).toString('base64'),
  'Base64 in lines': text => inLines(Buffer.from(`${'-'.repeat(50)}${text}`).toString('base64')),
  'Base64 of Latin-1': text => Buffer.from(`to: ${text}; thanks a lot`, 'latin1').toString('base64url'),
  hex: text => Buffer.from(text).toString('hex'),
  'UTF-8 read as Latin-1': text => Buffer.from(text).toString('latin1'),
  'a comment inside': text => `${text.slice(0, 3)}<!-- x -->${text.slice(3)}`,
  'CDATA inside': text => `${text.slice(0, 3)}<![CDATA[${text.slice(3)}]]>`,
};

/** A posted body. */
export interface Posted {
  readonly type: string;
  readonly body: Uint8Array;
  readonly headers?: readonly (readonly [string, string])[];
  readonly url?: string;
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const xml = (content: string, encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?><a>${content}</a>`;
const part = (head: string, content: string) =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n--b--\r\n`;
/** Encodes a file name like browsers do. */
const inQuotes = (text: string) => text.replaceAll(/["\r\n]/g, each => `%${hexOf(each.charCodeAt(0))}`);
const multipart = 'multipart/form-data; boundary=b';
const utf8 = (type: string, text: string): Posted => ({ type, body: Buffer.from(text) });
const latin1 = (type: string, text: string): Posted => ({ type, body: Buffer.from(text, 'latin1') });
const json = utf8('application/json', '{"a":1}');

/** The places of a text in a posted body: every kind of body, in the supported charsets and in others. */
export const places: Readonly<Record<string, (text: string) => Posted>> = {
  'a value in JSON': text => utf8('application/json', JSON.stringify({ a: [text] })),
  'a key in JSON': text => utf8('application/json', JSON.stringify({ [text]: 1 })),
  'a key that is there twice': text => utf8('application/json', `{"a":${JSON.stringify(text)},"a":2}`),
  'JSON in Latin-1': text => latin1('application/json; charset=iso-8859-1', JSON.stringify({ a: text })),
  'JSON that is compressed': text => ({
    ...utf8('application/json', ''),
    body: gzipSync(JSON.stringify({ a: text })),
    headers: [['content-encoding', 'gzip']],
  }),
  'JSON that is cut off': text => utf8('application/json', `{"a":${JSON.stringify(text)}`),
  'a form': text => utf8('application/x-www-form-urlencoded', new URLSearchParams({ a: text }).toString()),
  'a form in Latin-1': text =>
    latin1('application/x-www-form-urlencoded; charset=iso-8859-1', `a=${encodeURIComponent(text)}`),
  'a text': text => utf8('text/plain', `Dear ${text}, thanks`),
  'a text in windows-1252': text => latin1('text/plain; charset=windows-1252', `Dear ${text}, thanks`),
  'a text in UTF-16': text => ({
    type: 'text/plain; charset=utf-16le',
    body: Buffer.from(`\ufeffDear ${text}, thanks`, 'utf16le'),
  }),
  'a charset that nobody reads': text => utf8('text/plain; charset=x-unknown', text),
  multipart: text => utf8(multipart, part('name="a"', text)),
  'multipart in Latin-1': text => latin1(`${multipart}; charset=iso-8859-1`, part('name="a"', text)),
  'the name of a file': text => utf8(multipart, part(`name="a"; filename="${inQuotes(text)}"`, 'x')),
  'the text of a file': text => utf8(multipart, part('name="a"; filename="a.txt"', text)),
  'a file that is compressed': text => ({
    type: multipart,
    body: Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="a"; filename="a.gz"\r\n\r\n'),
      gzipSync(text),
      Buffer.from('\r\n--b--\r\n'),
    ]),
  }),
  XML: text => utf8('application/xml', xml(escapeXml(text), 'utf-8')),
  'XML in Latin-1': text => latin1('text/xml', xml(escapeXml(text), 'iso-8859-1')),
  'an attribute in XML': text =>
    utf8('text/xml', xml(`<b c="${escapeXml(text).replaceAll('"', '&quot;')}"/>`, 'utf-8')),
  'XML with an element inside': text =>
    utf8('text/xml', xml(`${escapeXml(text.slice(0, 2))}<i/>${escapeXml(text.slice(2))}`, 'utf-8')),
  'XML with a long comment inside': text =>
    utf8(
      'text/xml',
      xml(`${escapeXml(text.slice(0, 2))}<!--${'x'.repeat(40_000)}-->${escapeXml(text.slice(2))}`, 'utf-8'),
    ),
  'XML that is broken': text => utf8('text/xml', `<a>${escapeXml(text)}`),
  'far behind in a long body': text =>
    utf8('application/json', JSON.stringify({ a: 'x'.repeat(100_000), b: text })),
  'a header in UTF-8': text => ({
    ...json,
    headers: [
      ['x-name', Buffer.from(text.includes('\n') ? encodeURIComponent(text) : text).toString('latin1')],
    ],
  }),
  'the query': text => ({ ...json, url: `/hooks/website?${new URLSearchParams({ a: text })}` }),
};
