import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { Secret } from '../../src/config/secret.ts';
import { maskSecretLines } from '../../src/config/secrets/mask-secrets.ts';
import { openSecretFile } from '../../src/config/secrets/secret-schema.ts';
import { codesOf, type Files, load } from './reading.ts';

const admin = (token: string, files: Files = {}) => load(`admin: {token: ${token}}\n`, {}, files);

describe('a secret', () => {
  it('prints as [secret] in every way of printing', () => {
    const secret = new Secret('canary');
    expect([String(secret), JSON.stringify({ secret }), inspect(secret), `${secret}`]).toEqual([
      '[secret]',
      '{"secret":"[secret]"}',
      '[secret]',
      '[secret]',
    ]);
    expect(inspect({ secret }, { showHidden: true, depth: 9 })).not.toContain('canary');
    expect(secret.reveal()).toBe('canary');
  });

  it('may be a number in the file', () => {
    expect(admin('1234567890123456').config?.admin?.token.reveal()).toBe('1234567890123456');
    expect(admin('0012345678901234').config?.admin?.token.reveal()).toBe('0012345678901234');
  });

  it.each(['[]', '{}', '""', '~', '{file: ""}', '{file: a, text: b}', '[a, b]'])('cannot be %s', token => {
    const { config, diagnostics } = admin(token, { '/etc/bridge/a': 'a-long-enough-secret' });
    expect(config).toBeUndefined();
    expect(diagnostics.every(each => each.code.startsWith('yaml/'))).toBe(true);
  });
});

describe('a secret in a file', () => {
  const path = '/etc/bridge/secrets/token';

  it('is read relative to the config, without the final line break', () => {
    const { config, diagnostics } = admin('{file: secrets/token}', { [path]: ' a long enough secret \r\n' });
    // The spaces are kept, with a warning.
    expect(diagnostics.map(({ code }) => code)).toEqual(['config/blank-in-secret']);
    expect(config?.admin?.token.reveal()).toBe(' a long enough secret ');
  });

  it('is read without a byte order mark', () => {
    const { config } = admin('{file: secrets/token}', { [path]: '\ufeffa-long-enough-secret\r\n' });
    expect(config?.admin?.token.reveal()).toBe('a-long-enough-secret');
    const marked = admin('{file: secrets/token}', { [path]: '\ufeff\r\n' });
    expect(marked.diagnostics[0]?.message).toBe('the secret file "secrets/token" is empty');
  });

  it('is read through each config with its own files', () => {
    const tokenIn = (secret: string) =>
      admin('{file: secrets/token}', { [path]: secret }).config?.admin?.token;
    const [first, second] = [tokenIn('the-secret-of-the-first'), tokenIn('the-secret-of-the-second')];
    expect(first?.reveal()).toBe('the-secret-of-the-first');
    expect(second?.reveal()).toBe('the-secret-of-the-second');
    expect(() => openSecretFile(path)).toThrow('only by a check of its config');
  });

  it('may have an absolute path', () => {
    const { config } = admin('{file: /run/secrets/admin}', { '/run/secrets/admin': 'a-long-enough-secret' });
    expect(config?.admin?.token.reveal()).toBe('a-long-enough-secret');
  });

  it('is read again when the file changes, and kept while the file is missing or empty', () => {
    const files: Files = { [path]: 'the-first-secret-of-two\n' };
    const token = admin('{file: secrets/token}', files).config?.admin?.token;
    expect(token?.reveal()).toBe('the-first-secret-of-two');
    files[path] = 'the-second-secret-of-two\n';
    expect(token?.reveal()).toBe('the-second-secret-of-two');
    files[path] = '';
    expect(token?.reveal()).toBe('the-second-secret-of-two');
    files[path] = undefined;
    expect(token?.reveal()).toBe('the-second-secret-of-two');
    files[path] = 'the-third-secret';
    expect(token?.reveal()).toBe('the-third-secret');
  });

  it('causes an error if it cannot be read or is empty', () => {
    const missing = admin('{file: secrets/token}');
    expect(codesOf(missing)).toEqual(['1:16 config/unreadable-secret']);
    expect(missing.diagnostics[0]?.message).toBe('the secret file "secrets/token" cannot be read (ENOENT)');
    const empty = admin('{file: secrets/token}', { [path]: '\n' });
    expect(empty.diagnostics[0]).toMatchObject({
      message: 'the secret file "secrets/token" is empty',
      hint: 'write the secret into it',
    });
  });

  it('may be used for every secret', () => {
    const { config, diagnostics } = load(
      `destinations:
  salon: {baseUrl: "https://a.example.com", token: {file: secrets/token}}
sources:
  a: {preset: survey, secret: {file: secrets/token}}
  b: {preset: survey, secret: [{file: secrets/token}, "a-long-enough-secret"]}
  c: {verify: {type: basic, username: u, password: {file: secrets/token}}}
`,
      {},
      { [path]: 'from-the-secret-file' },
    );
    expect(diagnostics).toEqual([]);
    const [a, b, c] = ['a', 'b', 'c'].map(name => config?.sources.get(name)?.verify[0]);
    const revealed = [a, b, c].map(each => {
      if (each === undefined || each.type === 'none' || each.type === 'public-key') return [];
      return (each.type === 'basic' ? each.password : each.secret).map(secret => secret.reveal());
    });
    expect(revealed).toEqual([
      ['from-the-secret-file'],
      ['from-the-secret-file', 'a-long-enough-secret'],
      ['from-the-secret-file'],
    ]);
    expect(config?.destinations.get('salon')?.token.reveal()).toBe('from-the-secret-file');
  });
});

describe('a short secret', () => {
  it('gets a warning if a stranger could guess it', () => {
    const loaded = load(
      `sources:
  a: {preset: survey, secret: [a-long-enough-secret, short]}
  b: {verify: {type: query-token, name: t, secret: short}}
admin: {token: short}
`,
    );
    expect(codesOf(loaded)).toEqual([
      '2:54 config/short-secret',
      '3:52 config/short-secret',
      '4:16 config/short-secret',
    ]);
    expect(loaded.config).toBeDefined();
  });

  it('is measured in characters', () => {
    expect(codesOf(admin('"123456789012345"'))).toEqual(['1:16 config/short-secret']);
    expect(codesOf(admin('"1234567890123456"'))).toEqual([]);
  });

  it('gets no warning if the calendar created it', () => {
    const text = 'destinations: {a: {baseUrl: "https://a.example.com", token: short}}\n';
    expect(codesOf(load(text))).toEqual([]);
  });
});

describe('the displayed text of a config', () => {
  const shown = (text: string, env: Record<string, string> = {}) =>
    load(text, env).texts.get('/etc/bridge/config.yaml');

  it('has asterisks instead of secrets, of the same length', () => {
    const text = `# token: see the wiki
store: postgres://u:canary@h/d
destinations:
  token: {baseUrl: https://h.example.com, token: canary}
sources:
  a:
    secret:
      - canary
      - "can ary" # as sent by mail
    verify: [{type: basic, username: u, password: 'canary'}, {type: none}]
    people: &shared canary
  b: {secret: *shared}
  c: {Secret: canary, tokens: [canary], passwrd: canary}
  d:
    secret: |
      canary
      canary
admin: {token: canary}
`;
    const expected = text
      .replaceAll('canary', '******')
      .replace('"can ary"', '"*** ***"')
      .replace('secret: |', 'secret: *');
    expect(shown(text)).toBe(expected);
  });

  it('keeps the names of variables, but not their defaults', () => {
    expect(shown(`admin: {token: "x\${TOKEN:-canary}y"}\n`)).toBe(`admin: {token: "*\${TOKEN********}*"}\n`);
  });

  it('keeps the paths of secret files', () => {
    const text = 'admin: {token: {file: /run/secrets/token}}\n';
    expect(shown(text)).toBe(text);
  });

  it('is masked line by line if it is not YAML', () => {
    const text = `a: 'open
token: canary
"secret" : [canary, "\${X}"]
verify: {type: basic, password: canary}
secret:
- canary
- canary
password:

    canary
other: shown
`;
    const masked = maskSecretLines(text);
    expect(masked).not.toContain('canary');
    expect(masked).toContain(`\${X}`);
    expect(masked).toContain('other: shown');
    expect(masked.split('\n').map(line => line.length)).toEqual(text.split('\n').map(line => line.length));
    expect(shown(text)).toBe(masked);
  });
});
