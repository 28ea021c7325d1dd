import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { needsNothing } from '../../src/config/placeholder.ts';
import { load, presets } from './reading.ts';

describe('telemetry', () => {
  it('is off if it is missing', () => {
    expect(load('log: {level: info}\n').config?.telemetry).toBeUndefined();
  });

  it('has the address without a final slash, and a sample rate of 1', () => {
    const { config, diagnostics } = load('telemetry: {otlp: http://127.0.0.1:4318/}\n');
    expect(diagnostics).toEqual([]);
    expect(config?.telemetry).toMatchObject({ otlp: 'http://127.0.0.1:4318', sample: 1 });
    expect(load('telemetry: {otlp: https://otlp.example.com, sample: 0.1}\n').config?.telemetry?.sample).toBe(
      0.1,
    );
  });

  it('has headers whose values are secrets, also from the environment, and are shown nowhere', () => {
    const text = `telemetry:\n  otlp: https://otlp.example.com\n  headers: {Authorization: "\${AUTH}", x-team: hush-hush}\n`;
    const { config, texts } = load(text, { AUTH: 'Bearer hush' });
    const { headers } = config?.telemetry ?? {};
    expect([...(headers ?? [])].map(([name, value]) => [name, value.reveal()])).toEqual([
      ['authorization', 'Bearer hush'],
      ['x-team', 'hush-hush'],
    ]);
    expect(JSON.stringify([...(headers ?? [])])).not.toContain('hush');
    expect([...texts.values()].join()).not.toContain('hush');
    const broken = load(`${text}  sample: [\n`);
    expect(JSON.stringify(broken.diagnostics) + [...broken.texts.values()].join()).not.toContain('hush');
  });

  it('accepts http: for other machines only with an option', () => {
    const { config, diagnostics } = load('telemetry: {otlp: http://collector:4318}\n');
    expect(config).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'config/insecure-url', place: { line: 1, column: 19 } }]);
    expect(load('telemetry: {otlp: http://collector:4318, allowHttp: true}\n').diagnostics).toEqual([]);
  });

  it.each([
    ['{otlp: localhost:4318}', 'yaml/wrong-type'],
    ['{otlp: https://otlp.example.com/?key=1}', 'yaml/wrong-type'],
    ['{otlp: http://127.0.0.1:4318, sample: 2}', 'yaml/wrong-type'],
    ['{otlp: http://127.0.0.1:4318, traces: true}', 'yaml/unknown-key'],
    ['{headers: {a: b}}', 'yaml/missing-key'],
  ])('is refused as %s', (text, code) => {
    const { config, diagnostics } = load(`telemetry: ${text}\n`);
    expect(config).toBeUndefined();
    expect(diagnostics.map(each => each.code)).toContain(code);
  });

  it.each([
    'host',
    'Content-Type',
    'content-length',
    'content-encoding',
    'transfer-encoding',
    'connection',
    'Proxy-Authorization',
    'expect',
  ])('is refused with the header %s, which belongs to the request itself', name => {
    const { config, diagnostics } = load(
      `telemetry:\n  otlp: http://127.0.0.1:4318\n  headers: {${name}: hush}\n`,
    );
    expect(config).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'yaml/wrong-type', place: { line: 3, column: 13 } }]);
    expect(diagnostics[0]?.message).toContain(name.toLowerCase());
  });

  it('is refused with a repeated header', () => {
    const { config, diagnostics } = load(
      'telemetry:\n  otlp: http://127.0.0.1:4318\n  headers: {Authorization: a, authorization: b}\n',
    );
    expect(config).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'config/conflict', place: { line: 3, column: 31 } }]);
  });

  it.each(['hush €', 'hush\nhush', 'hush\u0000', 'hush–'])(
    'is refused with the header value %j, wherever it is written, and does not show it',
    value => {
      const withHeader = (text: string) =>
        `telemetry:\n  otlp: http://127.0.0.1:4318\n  headers: {x-token: ${text}}\n`;
      const files = { '/etc/bridge/token': `${value}\n` };
      const loaded = [
        load(withHeader(JSON.stringify(value))),
        load(withHeader(`"\${TOKEN}"`), { TOKEN: value }),
        load(withHeader('{file: token}'), {}, files),
      ];
      for (const { config, diagnostics } of loaded) {
        expect(config).toBeUndefined();
        expect(diagnostics).toMatchObject([{ code: 'yaml/wrong-type', place: { line: 3, column: 22 } }]);
        expect(JSON.stringify(diagnostics)).not.toContain('hush');
      }
      const inFile = load(withHeader('{file: token}'), {}, { '/etc/bridge/token': 'Bearer hush-ü\n' });
      expect(inFile.diagnostics).toEqual([]);
    },
  );

  it.each([
    ['telemetry: {otlp: "http://user:hush@127.0.0.1:4318"}', '`headers`'],
    ['telemetry: {otlp: "https://user@otlp.example.com"}', '`headers`'],
    ['destinations: {salon: {baseUrl: "https://user:hush@calendar.example.com", token: t}}', '`token`'],
    ['alerts: {url: "https://user:hush@ops.example.com", secret: 0123456789abcdef}', 'signature'],
  ])(
    'and every other address is refused if it contains a user, with the right place for that: %s',
    (text, instead) => {
      const { diagnostics } = load(`${text}\n`);
      const found = diagnostics.filter(each => each.code === 'yaml/wrong-type');
      expect(found).toMatchObject([
        {
          message: expect.stringContaining('without a user and a password'),
          hint: expect.stringContaining(instead),
        },
      ]);
      expect(JSON.stringify(found)).not.toContain('hush');
    },
  );

  it.each([
    'http://127.0.0.1:4318/v1/traces',
    'http://127.0.0.1:4317',
    'https://otlp.example.com/v1/traces/',
  ])('gets a warning if the address is probably wrong: %s', otlp => {
    const { config, diagnostics } = load(`telemetry: {otlp: "${otlp}"}\n`);
    expect(config?.telemetry).toBeDefined();
    expect(diagnostics).toMatchObject([{ code: 'config/unusual-collector', place: { line: 1, column: 19 } }]);
  });

  it('is not needed if nothing is sent', () => {
    const text = `telemetry: {otlp: "\${COLLECTOR}", headers: {authorization: {file: missing}}}\n`;
    const readFile = (path: string) => {
      if (path === '/config.yaml') return text;
      throw new Error('there is no such file');
    };
    expect(
      loadConfig('/config.yaml', { env: {}, presets, readFile, needs: needsNothing }).diagnostics,
    ).toEqual([]);
  });
});
