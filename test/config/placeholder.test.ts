import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { type Needs, needsAdmin, needsDestination, needsNothing } from '../../src/config/placeholder.ts';
import { presets } from './reading.ts';

function load(text: string, needs?: Needs) {
  return loadConfig('/config.yaml', {
    env: {},
    presets,
    needs,
    readFile: path => {
      if (path === '/config.yaml') return text;
      throw Object.assign(new Error('none'), { code: 'ENOENT' });
    },
  });
}

const config = `store: \${STORE}
server: {publicUrl: "\${PUBLIC}"}
destinations:
  salon: {baseUrl: "\${CALENDAR_URL}/api", token: "\${SALON_TOKEN}"}
  nord: {baseUrl: https://x.example.com, token: {file: /run/secrets/nord}}
  west: {baseUrl: https://x.example.com, token: {file: "\${FOLDER}/west"}}
sources:
  hex: {preset: survey, secret: ["\${NEW}", "\${OLD}"]}
  standard: {preset: standard, secret: "whsec_\${WHSEC}"}
  base: {verify: {type: hmac, secretEncoding: base64, secret: "\${BASE}", signature: {name: X}, signed: "{body}"}}
admin: {token: "\${ADMIN_TOKEN}", listen: "\${WHERE}"}
`;

it('allows reading a config without its secrets and addresses, and lists the unset variables', () => {
  const loaded = load(config, needsNothing);
  expect(loaded.diagnostics).toEqual([]);
  expect([...(loaded.config?.destinations.keys() ?? [])]).toEqual(['salon', 'nord', 'west']);
  expect(loaded.excused).toEqual([
    'ADMIN_TOKEN',
    'BASE',
    'CALENDAR_URL',
    'FOLDER',
    'NEW',
    'OLD',
    'PUBLIC',
    'SALON_TOKEN',
    'STORE',
    'WHERE',
    'WHSEC',
  ]);
  expect(load(config).config).toBeUndefined();
  expect(load(config).excused).toBeUndefined();
});

it('does not excuse values that control behaviour, nor anything that is not a variable', () => {
  const locale = config.replace('baseUrl: https://x.example.com,', `$& locale: "\${LOCALE}",`);
  expect(load(locale, needsNothing).diagnostics.map(each => each.code)).toEqual(['config/unset-variable']);
  const broken = config.replace(`"\${SALON_TOKEN}"`, `"\${SALON-TOKEN}"`);
  expect(load(broken, needsNothing).diagnostics.map(each => each.code)).toEqual(['yaml/wrong-type']);
});

it('needs only the admin token and its address for requests to the bridge', () => {
  const asking = load(config, needsAdmin);
  expect(asking.diagnostics.map(each => each.message)).toEqual([
    'the environment variable ADMIN_TOKEN is not set',
    'the environment variable WHERE is not set',
  ]);
  const set = config
    .replace(`\${ADMIN_TOKEN}`, 'a-long-token-of-the-admin')
    .replace(`\${WHERE}`, '127.0.0.1:9090');
  expect(load(set, needsAdmin).config).toBeDefined();
});

it('needs the variables of the accounts, but no secret of a sender', () => {
  const without = config.replace(/^ {2}west:.*\n/m, '');
  const messages = (needs: Needs) => load(without, needs).diagnostics.map(each => each.message);
  expect(messages(needsDestination())).toEqual([
    'the environment variable STORE is not set',
    'the environment variable CALENDAR_URL is not set',
    'the environment variable SALON_TOKEN is not set',
    expect.stringContaining('/run/secrets/nord'),
  ]);
  expect(messages(needsDestination('nord'))).toEqual([
    'the environment variable STORE is not set',
    expect.stringContaining('/run/secrets/nord'),
  ]);
});
