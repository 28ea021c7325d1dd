import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { presets } from '../../src/receive/senders/senders.ts';

const good = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

function load(alerts: string, env: Record<string, string> = {}) {
  const readFile = () => `sources: {crm: {verify: {type: none}, notify: ${alerts}}}`;
  const { config, diagnostics } = loadConfig('/config.yaml', { env, readFile, presets });
  const errors = diagnostics.filter(each => each.severity === 'error').map(each => each.code);
  return { notify: config?.sources.get('crm')?.notify, errors };
}

describe('a receiver in the config', () => {
  it('has a name by its place, a time limit, and the usual outcomes', () => {
    const { notify } = load(`{url: "https://crm.example.com/a?b=c", secret: ${good}}`);
    expect(notify).toMatchObject({
      name: 'sources.crm.notify',
      url: 'https://crm.example.com/a?b=c',
      timeoutMs: 15_000,
      on: ['delivered', 'failed', 'uncertain'],
      proxy: undefined,
    });
  });

  it('uses the proxy of the environment like a destination', () => {
    const env = { HTTPS_PROXY: 'http://proxy.example.com:3128', NO_PROXY: 'inside.example.com' };
    const to = (host: string) =>
      load(`{url: "https://${host}/", secret: ${good}}`, env).notify?.proxy?.reveal();
    expect(to('crm.example.com')).toBe('http://proxy.example.com:3128');
    expect(to('inside.example.com')).toBe(undefined);
  });

  it.each([
    ['http://crm.example.com', '', ['config/insecure-url']],
    ['http://crm.example.com', ', allowHttp: true', []],
    ['http://127.0.0.1:1', '', []],
    ['https://me:secret@crm.example.com', '', ['yaml/wrong-type']],
    ['ftp://crm.example.com', '', ['yaml/wrong-type']],
    ['https://crm.example.com', ', on: [held]', ['yaml/wrong-type']],
    ['https://crm.example.com', ', on: []', ['yaml/wrong-type']],
  ])('at %s%s has the expected faults', (url, more, errors) => {
    expect(load(`{url: "${url}", secret: ${good}${more}}`).errors).toEqual(errors);
  });

  it('needs a secret, and the prefix for Base64 needs valid Base64', () => {
    expect(load('{url: "https://crm.example.com"}').errors).toHaveLength(1);
    expect(load('{url: "https://crm.example.com", secret: "whsec_not base64"}').errors).toEqual([
      'yaml/wrong-type',
    ]);
    expect(
      load(`{url: "https://crm.example.com", secret: ["a plain text of words", ${good}]}`).errors,
    ).toEqual([]);
  });
});
