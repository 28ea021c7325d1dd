import { describe, expect, it } from 'vitest';
import { localUrl } from '../../src/config/address.ts';
import { load } from './reading.ts';

const listening = (listen: string, server = '{}') =>
  load(`server: ${server}\nadmin:\n  token: a-long-token-of-the-admin\n  listen: ${listen}\n`);

describe('admin.listen', () => {
  it.each([
    ['127.0.0.1:9090', { host: '127.0.0.1', port: 9090 }],
    ['localhost:0', { host: 'localhost', port: 0 }],
    ['0.0.0.0:65535', { host: '0.0.0.0', port: 65535 }],
    ['"[::1]:9090"', { host: '::1', port: 9090 }],
    ['"[::]:9090"', { host: '::', port: 9090 }],
  ])('accepts %s', (written, listen) => {
    const { config, diagnostics } = listening(written);
    expect(diagnostics).toEqual([]);
    expect(config?.admin?.listen).toEqual(listen);
  });

  it.each([
    '9090',
    '":9090"',
    '127.0.0.1',
    '127.0.0.1:65536',
    '"::1:9090"',
    'http://127.0.0.1:9090',
    '"a b:1"',
  ])('refuses %s, with the place', written => {
    const { config, diagnostics } = listening(written);
    expect(config).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'yaml/wrong-type', place: { line: 4, column: 11 } }]);
    expect(diagnostics[0]?.message).toContain('127.0.0.1:9090');
  });

  it('is undefined if everything has one address', () => {
    expect(load('admin: {token: a-long-token-of-the-admin}\n').config?.admin?.listen).toBeUndefined();
  });

  it.each([
    ['127.0.0.1:8080', '{}'],
    ['0.0.0.0:8080', '{}'],
    ['127.0.0.1:9090', '{host: 0.0.0.0, port: 9090}'],
  ])('%s is refused beside the server at %s, because they are the same', (written, server) => {
    const { diagnostics } = listening(written, server);
    expect(diagnostics).toMatchObject([{ code: 'config/conflict', place: { line: 4, column: 11 } }]);
  });

  it('may have a random port, or another port or address', () => {
    for (const [written, server] of [
      ['127.0.0.1:0', '{port: 0}'],
      ['127.0.0.1:8081', '{}'],
      ['127.0.0.2:8080', '{}'],
    ] as const)
      expect(listening(written, server).diagnostics).toEqual([]);
  });

  it('may come from a variable', () => {
    const text = `admin: {token: "\${TOKEN}", listen: "\${WHERE}"}\n`;
    expect(
      load(text, { TOKEN: 'a-long-token-of-the-admin', WHERE: '10.0.0.7:99' }).config?.admin?.listen,
    ).toEqual({
      host: '10.0.0.7',
      port: 99,
    });
  });

  it('is reached on its own machine, wherever it listens', () => {
    expect(localUrl({ host: '0.0.0.0', port: 1 })).toBe('http://127.0.0.1:1');
    expect(localUrl({ host: '::', port: 1 })).toBe('http://127.0.0.1:1');
    expect(localUrl({ host: '::1', port: 1 })).toBe('http://[::1]:1');
  });
});
