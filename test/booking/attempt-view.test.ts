import { describe, expect, it } from 'vitest';
import { attemptView } from '../../src/booking/http/attempt-view.ts';
import { answered, noHeaders } from './calls.ts';

const token = 'Zm9v/bar+SECRET&token=1';

describe('the view of an attempt', () => {
  it('has the status and the text of the response', () => {
    expect(attemptView(answered(200, 'Grüße\r\nzwei'), [token])).toEqual({
      status: 200,
      body: 'Grüße\nzwei',
    });
  });

  it('has at most 2,000 characters', () => {
    expect(attemptView(answered(200, 'x'.repeat(2000)), [token]).body).toBe('x'.repeat(2000));
    expect(attemptView(answered(200, 'x'.repeat(2001)), [token]).body).toBe(`${'x'.repeat(1999)}…`);
    expect(attemptView(answered(200, '\u0000'.repeat(2001)), [token]).body).toHaveLength(2000);
  });

  it('removes control and direction characters, and accepts bytes that are not text', () => {
    const view = attemptView(answered(200, '\u001b[31m\u202eevil\u2066'), [token]);
    expect(view.body).toBe('\\u{1b}[31m\\u{202e}evil\\u{2066}');
    const bytes = {
      kind: 'answered',
      status: 200,
      headers: noHeaders,
      body: Buffer.from([0xff, 0x41]),
    } as const;
    expect(attemptView(bytes, [token]).body).toBe('\ufffdA');
  });

  it('has only the status of a response that broke off, and nothing without a response', () => {
    expect(attemptView({ kind: 'broken', status: 502, headers: noHeaders, why: 'cut' }, [])).toEqual({
      status: 502,
    });
    expect(attemptView({ kind: 'no-answer', why: 'timeout' }, [])).toEqual({});
  });

  it.each([
    ['as it is', token],
    ['as in a URL', encodeURIComponent(token)],
    ['as in a URL, in lower case', encodeURIComponent(token).replace(/%../g, each => each.toLowerCase())],
    ['as in a form', new URLSearchParams({ t: token }).toString().slice(2)],
    ['in Base64', Buffer.from(token).toString('base64')],
    ['its beginning', token.slice(0, 9)],
    ['its end', token.slice(-9)],
  ])('never has the token: %s', (_form, text) => {
    const { body } = attemptView(answered(400, `see ${text}; please`), [token]);
    expect(body).toMatch(/^see \[secret\].{0,2}; please$/);
  });

  it.each([
    ['as a whole URL has it', encodeURI('a/b+c&d<e>')],
    ['in HTML', 'a/b+c&amp;d&lt;e&gt;'],
  ])('never has a token with marks: %s', (_form, text) => {
    expect(attemptView(answered(400, `see ${text}; please`), ['a/b+c&d<e>']).body).toBe(
      'see [secret]; please',
    );
  });

  it('masks a short token, also in JSON', () => {
    expect(attemptView(answered(400, 'token=abc!'), ['abc']).body).toBe('token=[secret]!');
    expect(attemptView(answered(400, { said: 'a "quoted" token' }), ['a "quoted" token']).body).toBe(
      '{"said":"[secret]"}',
    );
  });

  it('masks nothing for an empty secret', () => {
    expect(attemptView(answered(400, 'abc'), ['']).body).toBe('abc');
  });
});
