import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { interpolate } from '../../src/config/interpolate.ts';
import { readYaml } from '../../src/diagnostics/yaml/source.ts';
import { codesOf, load } from './reading.ts';

function fill(text: string, env: Record<string, string> = {}) {
  const { source } = readYaml('f.yaml', text);
  if (source === undefined) throw new Error('not readable');
  return interpolate(source, env);
}

describe('variables in a config', () => {
  it('are replaced by the environment, in any text', () => {
    const { value, diagnostics } = fill(`a: \${A}\nb: ["x\${A}y\${B}", {c: '\${B}'}]\nd: 3\n`, {
      A: '1',
      B: '{b}',
    });
    expect(value).toEqual({ a: '1', b: ['x1y{b}', { c: '{b}' }], d: 3 });
    expect(diagnostics).toEqual([]);
  });

  it('may have a default for an unset or empty one', () => {
    const { value } = fill(`a: \${A:-x}\nb: \${B:-}\nc: \${C:-y:-z}\nd: \${D:-w}\n`, { C: '', D: 'd' });
    expect(value).toEqual({ a: 'x', b: '', c: 'y:-z', d: 'd' });
  });

  it('may be set to nothing', () => {
    expect(fill(`a: "x\${A}"\n`, { A: '' }).value).toEqual({ a: 'x' });
  });

  it('are not replaced twice, nor in keys', () => {
    const { value } = fill(`"\${A}": \${A}\n`, { A: `\${B}`, B: 'b' });
    expect(Object.entries(value as object)).toEqual([[`\${A}`, `\${B}`]]);
  });

  it('get no suggestion by a name that differs like one secret from another', () => {
    const hintFor = (env: Record<string, string>) => fill(`a: \${CRM_SECRET}\n`, env).diagnostics[0]?.hint;
    expect(hintFor({ WP_SECRET: 'x', CRM_TOKEN: 'x' })).toMatch(/^set it/);
    expect(hintFor({ WP_SECRET: 'x', CMR_SECRET: 'x' })).toBe('did you mean CMR_SECRET?');
    expect(hintFor({ CRMSECRET: 'x' })).toBe('did you mean CRMSECRET?');
  });

  it('can be escaped', () => {
    const { value, diagnostics } = fill(`a: $\${A}\nb: $A $ {A} $$\n`);
    expect(value).toEqual({ a: `\${A}`, b: '$A $ {A} $$' });
    expect(diagnostics).toEqual([]);
  });

  it('that are not set are errors at their places', () => {
    const { diagnostics } = fill(`a: "x \${NAME} \${OTHER}"\nb:\n  - \${THIRD}\n`);
    expect(diagnostics.map(({ code, place }) => [code, place?.line, place?.column, place?.length])).toEqual([
      ['config/unset-variable', 1, 7, 7],
      ['config/unset-variable', 1, 15, 8],
      ['config/unset-variable', 3, 5, 8],
    ]);
  });

  it('never use inherited properties', () => {
    expect(fill(`a: \${constructor}\n`).diagnostics.map(each => each.code)).toEqual([
      'config/unset-variable',
    ]);
  });

  it.each(['{A-B}', '{}', '{A', `{A:-\${B}}`, '{ A }', '{1A}'])('cannot be written as $%s', rest => {
    const { diagnostics } = fill(`a: '$${rest}'\n`, { A: 'a', B: 'b' });
    expect(diagnostics.map(({ code, place }) => [code, place?.column])).toEqual([['yaml/wrong-type', 5]]);
  });

  it('that are not set hide no other fault, and cause none', () => {
    const loaded = load(
      `server: {port: "\${PORT}", host: ""}\nsources: {a: {split: "\${SPLIT}", verify: {type: none}}}\n`,
    );
    expect(codesOf(loaded)).toEqual([
      '1:17 config/unset-variable',
      '1:33 yaml/wrong-type',
      '2:23 config/unset-variable',
      '2:42 config/unverified-source',
    ]);
  });

  it('become numbers and flags where the schema expects them', () => {
    const env = {
      PORT: '9000',
      YES: 'true',
      RATE: '2.5',
      URL: 'http://a.example.com',
      TOKEN: '12345678901234567890',
    };
    const { config, diagnostics } = load(
      `server:\n  port: \${PORT}\ndestinations:\n  a:\n    baseUrl: \${URL}\n    token: \${TOKEN}\n    allowHttp: \${YES}\n    limits:\n      perSecond: \${RATE}\n`,
      env,
    );
    expect(diagnostics).toEqual([]);
    expect(config?.server.port).toBe(9000);
    expect(config?.destinations.get('a')?.limits.perSecond).toBe(2.5);
    expect(config?.destinations.get('a')?.token.reveal()).toBe('12345678901234567890');
  });

  it('never show their values in a diagnostic', () => {
    const keys = ['publicUrl', 'port', 'host', 'bodyLimit'].map(key => `  ${key}: \${X}`);
    const text = `server:\n${keys.join('\n')}\nstore: \${X}\nlog: {level: "\${X}"}\nadmin: {token: "\${Y}"}
destinations:
  a: {baseUrl: "\${X}", token: {file: "\${X}"}, locale: "\${X}", validators: "\${X}", limits: "\${X}"}
sources:
  a:
    preset: \${X}
    path: \${X}
    split: "\${X}(("
    eventId: ["\${X}(("]
    verify: {type: hmac, secret: "\${X}", signed: "{\${X}}", signature: {name: "\${X}", format: "\${X}"}}
  b:
    verify: [{type: "\${X}"}, "\${X}"]
`;
    const loaded = load(text, { X: 'canary ~ value', Y: '' });
    expect(loaded.diagnostics.length).toBeGreaterThan(15);
    expect(inspect(loaded, { depth: 9 })).not.toContain('canary');
  });
});

describe('a variable in the form of other programs', () => {
  const env = { SALON_TOKEN: 'a-token-of-the-salon-01', plain: 'x' };

  function reported(text: string) {
    const { diagnostics, texts } = load(
      `store: sqlite:a.db\ndestinations:\n  salon:\n    baseUrl: https://a.example\n    token: ${text}\n    locale: de\nsources: {}\n`,
      env,
    );
    return { found: diagnostics.map(({ code, hint }) => `${code} ${hint}`), shown: [...texts.values()][0] };
  }

  it.each([
    ['$SALON_TOKEN', `\${SALON_TOKEN}`],
    ['"$SALON_TOKEN"', `\${SALON_TOKEN}`],
    ['" $SALON_TOKEN "', `\${SALON_TOKEN}`],
    ['$OTHER_TOKEN', `\${OTHER_TOKEN}`],
    ['$plain', `\${plain}`],
    ['"$env:SALON_TOKEN"', `\${SALON_TOKEN}`],
    ['"%SALON_TOKEN%"', `\${SALON_TOKEN}`],
    ['$(SALON_TOKEN)', `\${SALON_TOKEN}`],
    ['"{{ SALON_TOKEN }}"', `\${SALON_TOKEN}`],
    ['"{{SALON_TOKEN}}"', `\${SALON_TOKEN}`],
    ['env.SALON_TOKEN', `\${SALON_TOKEN}`],
    ['process.env.SALON_TOKEN', `\${SALON_TOKEN}`],
    ['$TOKEN', `\${NAME}`],
  ])('is reported, with the supported form: %s', (text, meant) => {
    expect(reported(text).found).toEqual([
      `config/unbraced-variable write ${meant}; if it is the secret itself, put it into a file: {file: PATH}`,
    ]);
  });

  it.each([
    `\${SALON_TOKEN}`,
    'a-token-of-24-letters-01',
    '$ecret-of-24-letters-0001',
    '$ecretOf24LettersForMe01',
    '$2b$10$abcdefghijklmnopqrstuv',
    '"$SALON_TOKEN-and-something-more"',
    '"100%SALON_TOKEN"',
  ])('is not found in other texts: %s', text => {
    expect(reported(text).found).toEqual([]);
  });

  it.each([
    '{SALON_TOKEN}',
    '{ SALON_TOKEN }',
    '{{SALON_TOKEN}}',
    '{{ SALON_TOKEN }}',
    '{{ env.SALON_TOKEN }}',
    '%SALON_TOKEN%',
  ])('is corrected where YAML cannot read it as a text: %s', text => {
    const config = (token: string) =>
      `store: sqlite:a.db\ndestinations:\n  salon:\n    baseUrl: https://a.example\n    token: ${token}\n    locale: de\nsources: {}\n`;
    const { diagnostics } = load(config(text), env);
    expect(diagnostics.map(({ place, severity }) => [place?.line, severity])).toEqual([[5, 'error']]);
    expect(`${diagnostics[0]?.message}; ${diagnostics[0]?.hint}`).toContain(`\${SALON_TOKEN}`);
    expect(load(config(`"\${SALON_TOKEN}"`), env).diagnostics).toEqual([]);
  });

  it.each([
    ['verify: {type: header-token, name: x-t, secret: {CRM_SECRET}}', `write "\${CRM_SECRET}"`],
    ['verify: {type: basic, username: a, password: {CRM_PASSWORD}}', `write "\${CRM_PASSWORD}"`],
    ['verify: {type: header-token, name: x-t, secret: {HUNTERHUNTER}}', `write "\${NAME}"`],
  ])('is corrected in other secrets: %s', (verify, meant) => {
    const { diagnostics } = load(
      `store: sqlite:a.db\ndestinations: {}\nsources:\n  crm:\n    ${verify}\n`,
      env,
    );
    expect(diagnostics.map(({ code, hint }) => [code, hint])).toEqual([['yaml/wrong-type', meant]]);
  });

  it.each(['{file}', '{file: }', '{plane: x}', '{abcdef}'])('is not seen in other maps: %s', text => {
    expect(reported(text).found.join()).not.toContain('write "$');
  });

  it('shows nothing of a possible secret', () => {
    expect(JSON.stringify(reported('$HUNTERHUNTER'))).not.toContain('HUNTERHUNTER');
  });

  it('is not also reported as a short secret', () => {
    const source = (secret: string) =>
      `store: sqlite:a.db\ndestinations: {}\nsources:\n  crm:\n    verify: {type: header-token, name: x-t, secret: ${secret}}\n`;
    const found = (secret: string) => load(source(secret), env).diagnostics.map(({ code }) => code);
    expect(found('$CRM_SECRET')).toEqual(['config/unbraced-variable']);
    expect(found('short')).toEqual(['config/short-secret']);
  });

  it('is reported in addresses too, but not in expressions', () => {
    const { diagnostics } = load(
      `store: sqlite:a.db\ndestinations:\n  salon: {baseUrl: $CALENDAR_URL, token: a-token-of-24-letters-01, locale: de}\nsources:\n  crm:\n    verify: {type: header-token, name: x-t, secret: a-secret-of-24-letters-01}\n    split: $body\n    eventId: $X\n`,
      env,
    );
    const found = diagnostics.filter(({ code }) => code === 'config/unbraced-variable');
    expect(found.map(({ place }) => place?.line)).toEqual([3]);
    expect(found[0]?.hint).toBe(`write \${CALENDAR_URL}`);
  });
});
