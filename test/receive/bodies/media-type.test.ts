import { describe, expect, it } from 'vitest';
import { anyBody, openBody } from '../../../src/receive/bodies/body.ts';
import { parseMediaType } from '../../../src/receive/bodies/media-type.ts';
import { open, statusOf } from './reading-bodies.ts';

const bodies = {
  json: '{"number":"1001","name":"Zoë"}',
  form: 'number=1001&name=Zo%C3%AB',
  multipart: '--x\r\nContent-Disposition: form-data; name="number"\r\n\r\n1001\r\n--x--\r\n',
  xml: '<customer><number>1001</number></customer>',
} as const;

describe('a content type', () => {
  it.each<[keyof typeof bodies, string]>([
    ['json', 'application/json; utf-8'],
    ['json', 'application/json; charset=utf-8,'],
    ['json', 'application/json; charset=utf-8;'],
    ['json', 'application/json;;charset=utf-8'],
    ['json', 'application/json charset=utf-8'],
    ['json', 'application/json, charset=utf-8'],
    ['json', 'application/json; charset = utf-8'],
    ['json', "application/json; charset='utf-8'"],
    ['json', 'application/json; charset="utf-8'],
    ['json', 'application/json; charset:utf-8'],
    ['json', 'application/json; charset=utf8mb4'],
    ['json', 'application/json; charset=utf_8'],
    ['json', 'application/json; charset=null'],
    ['json', 'application/json; charset=undefined'],
    ['json', 'application/json; charset=none'],
    ['json', 'application/json; charset=utf-8; charset=UTF-8'],
    ['json', 'application/json; charset=utf-8; charset=latin1'],
    ['json', 'application/json, application/json'],
    ['json', 'application/json, text/plain, */*'],
    ['json', 'application/json x'],
    ['json', '"application/json"'],
    ['json', "'application/json'"],
    ['json', ' application/json '],
    ['json', 'APPLICATION/JSON'],
    ['json', 'json'],
    ['json', 'JSON; charset=utf-8'],
    ['json', ''],
    ['json', ' '],
    ['json', ';'],
    ['json', '; charset=utf-8'],
    ['json', 'charset=utf-8'],
    ['json', 'utf-8'],
    ['json', 'application'],
    ['json', 'application / json'],
    ['json', 'null'],
    ['json', 'undefined'],
    ['json', '*/*'],
    ['json', 'application/*'],
    ['json', 'application/x-json'],
    ['json', 'text/json'],
    ['json', 'text/x-json'],
    ['json', 'application/json-rpc'],
    ['json', 'application/jsonrequest'],
    ['json', 'application/vnd.crm.json'],
    ['json', 'application/vnd.crm.v2+json; charset=utf-8'],
    ['json', 'application/javascript'],
    ['json', 'text/javascript; charset=utf-8'],
    ['json', 'application/x-javascript'],
    ['json', 'text/plain; utf-8'],
    ['form', 'x-www-form-urlencoded'],
    ['form', 'application/x-www-form-urlencoded; utf-8'],
    ['form', 'application/x-www-form-urlencoded charset=utf-8'],
    ['form', 'application/x-www-form-urlencoded,'],
    ['form', 'application/www-form-urlencoded'],
    ['form', 'application/x-form-urlencoded'],
    ['form', 'application/x-www-urlencoded'],
    ['multipart', 'multipart/form-data, boundary=x'],
    ['multipart', 'multipart/form-data; boundary="x"; boundary=x'],
    ['multipart', 'form-data; boundary=x'],
    ['xml', 'xml'],
    ['xml', 'text/xml; utf-8'],
    ['xml', 'application/x-xml'],
  ])('reads %s if its sender writes %j', (kind, contentType) => {
    expect(open(bodies[kind], contentType)).toMatchObject({
      kind: 'read',
      reading: { kind, charset: 'utf-8' },
    });
  });

  it.each([
    ['application/octet-stream'],
    ['text/html'],
    ['image/png'],
    ['application/x-protobuf'],
    ['application/x-ndjson'],
    ['application/json-seq'],
    ['application/jsonp'],
    ['multipart/mixed; boundary=x'],
    ['application/json; charset=utf-16'],
    ['application/json; charset=shift_jis'],
    ['application/json; charset=utf-7'],
    ['application/json; charset=something'],
  ])('that is unclear, %j, has a hint with a fix', contentType => {
    const refused = open(bodies.json, contentType);
    expect(refused).toMatchObject({
      status: 415,
      reason: expect.stringContaining('`body` of the source can say'),
    });
    expect(open(bodies.json, contentType, { body: 'json' })).toMatchObject({ kind: 'read' });
  });

  it('of a multipart body without a boundary has a hint with settings of the source', () => {
    for (const contentType of ['multipart/form-data', 'multipart/form-data; boundary', 'form-data']) {
      expect(open(bodies.multipart, contentType)).toMatchObject({
        status: 400,
        reason: expect.stringContaining('`body: multipart`'),
      });
      expect(open(bodies.multipart, contentType, { body: 'multipart' })).toMatchObject({
        value: { number: '1001' },
      });
    }
  });

  it('with two charsets names none', () => {
    const latin1 = Buffer.from(bodies.json, 'latin1');
    expect(statusOf(latin1, 'application/json; charset=utf-8; charset=latin1')).toBe(400);
    expect(open(latin1, 'application/json; charset=latin1')).toMatchObject({ value: { name: 'Zoë' } });
    expect(open(latin1, 'application/json; charset=l1')).toMatchObject({ value: { name: 'Zoë' } });
  });

  it('without a type is never read as a form', () => {
    for (const contentType of ['', ';', 'charset=utf-8', '*/*', 'nonsense'])
      expect(statusOf(bodies.form, contentType)).toBe(415);
  });

  it('may be repeated if both are equal', () => {
    const bytes = Buffer.from(bodies.json);
    const json = ['application/json', 'application/json; charset=utf-8'];
    expect(openBody(bytes, anyBody, json)).toMatchObject({ kind: 'read' });
    expect(openBody(bytes, anyBody, ['application/json', 'text/plain'])).toMatchObject({
      status: 415,
      reason: expect.stringContaining('content types that differ; `body` of the source'),
    });
  });

  it('keeps quoted parts together', () => {
    const { name, parameters } = parseMediaType('multipart/form-data; boundary="a;b,\\"c"; x=1');
    expect([name, [...parameters]]).toEqual([
      'multipart/form-data',
      [
        ['boundary', 'a;b,"c'],
        ['x', '1'],
      ],
    ]);
  });
});
