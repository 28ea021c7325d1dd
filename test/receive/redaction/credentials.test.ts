import { describe, expect, it } from 'vitest';
import { namesCredential, showsCredential } from '../../../src/receive/redaction/credentials.ts';
import { redactSample } from '../../../src/receive/samples/redact-sample.ts';
import { sample } from '../senders/a-delivery.ts';
import { senderSource } from '../senders/a-sender.ts';

describe('a value that is a credential', () => {
  it.each([
    'webhookURL',
    'password',
    'Ihr Passwort',
    'Choose a password for your account',
    'api_key',
    'x-api-key.value',
    'headers.authorization',
    'SessionId',
    'client_secret',
    'accessToken',
    'verification_token',
    'token',
    'auth.token',
    'secret.pair',
    'response_url',
  ])('is recognized by the name %s', path => {
    expect(namesCredential(path.split('.'))).toBe(true);
  });

  it.each([
    'form_response.token',
    'website',
    'signature',
    'secretary',
    'token_count',
    'key',
    'page_url',
    'Who is your secret favourite',
    'passport',
    'author',
  ])('is not recognized by the name %s', path => {
    expect(namesCredential(path.split('.'))).toBe(false);
  });

  it('is the proof of the sender in the place that its source sets', () => {
    const byHeader = senderSource('zapier', 'verify: {type: header-token, name: X-Pass, secret: abcdefgh}');
    expect(namesCredential(['$headers', 'x-pass'], byHeader.verify)).toBe(true);
    expect(namesCredential(['x-pass'], byHeader.verify)).toBe(false);
    const byQuery = senderSource('zapier', 'verify: {type: query-token, name: k, secret: abcdefgh}');
    expect(namesCredential(['$query', 'k'], byQuery.verify)).toBe(true);
    const inBody = senderSource('zapier', 'verify: {type: body-token, path: meta.pass, secret: abcdefgh}');
    expect(namesCredential(['meta', 'pass'], inBody.verify)).toBe(true);
  });

  it('is recognized by its content', () => {
    const source = senderSource('jotform');
    for (const value of [
      'https://hooks.example.com/bridge/hooks/website',
      'https://example.com/?token=abc',
      'https://ada:geheim@example.com/',
      'Bearer abcdefghij',
      'Bearer [secret]',
      '[signature 0123456789abcdef0123456789abcdef]',
      ['a', 'https://storage.example.com/a.pdf?id=1&accessToken=abc'],
    ])
      expect({ value, shows: showsCredential(value, source) }).toEqual({ value, shows: true });
    for (const value of [
      'https://example.com/?id=7',
      'a secret',
      'Nuts [secret]',
      'Bearer',
      12,
      null,
      'ada:b@example.com',
    ])
      expect({ value, shows: showsCredential(value, source) }).toEqual({ value, shows: false });
  });
});

describe('a written sample', () => {
  const text = (source: ReturnType<typeof senderSource>, body: string | Uint8Array, headers = {}) =>
    Buffer.from(redactSample(source, Buffer.from(body), headers)).toString();

  it('has no secret URL of the sender, with any token, and is otherwise unchanged', () => {
    const body = sample('jotform.multipart');
    const other = 'another-token-than-the-one-of-the-source';
    const posted = body.toString().replace('YOUR-SECRET', other);
    expect(text(senderSource('jotform'), posted)).toBe(posted.replace(other, '[secret]'));
  });

  it('has no token of its source, even if the secret is still unknown', () => {
    const kept = text(senderSource('zoho-crm'), sample('zoho-crm.json'));
    expect(JSON.parse(kept)).toEqual({
      ...JSON.parse(sample('zoho-crm.json').toString()),
      token: '[secret]',
    });
  });

  it.each([
    ['{"items": [{"a.b": 1, "auth": {"token": "abc"}}], "password": "hunter2"}', 'zapier'],
    ['email=ada%40example.com&account%5Bpassword%5D=hunter2', 'mailchimp'],
  ])('has no short password: %s', (body, preset) => {
    const kept = text(senderSource(preset), body);
    expect(kept).not.toMatch(/hunter2|abc/);
    expect(kept).toMatch(/ada%40|a\.b/);
  });
});
