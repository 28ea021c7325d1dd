import { expect, it } from 'vitest';
import { type ConfigSurroundings, loadConfig } from '../../src/config/load-config.ts';
import { presets } from './reading.ts';

function load(text: string, unset: NonNullable<ConfigSurroundings['unset']>) {
  return loadConfig('/config.yaml', {
    env: {},
    presets,
    unset,
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
admin: {token: "\${ADMIN_TOKEN}"}
`;

it('lets a config be looked at without its secrets and addresses, and says which variables are not set', () => {
  const loaded = load(config, 'excused');
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
    'WHSEC',
  ]);
  expect(load(config, 'refused').config).toBeUndefined();
  expect(load(config, 'refused').excused).toBeUndefined();
});

it('excuses nothing that decides how something works, nor what is no variable at all', () => {
  const locale = config.replace('baseUrl: https://x.example.com,', `$& locale: "\${LOCALE}",`);
  expect(load(locale, 'excused').diagnostics.map(each => each.code)).toEqual(['config/unset-variable']);
  const broken = config.replace(`"\${SALON_TOKEN}"`, `"\${SALON-TOKEN}"`);
  expect(load(broken, 'excused').diagnostics.map(each => each.code)).toEqual(['yaml/wrong-type']);
});

it('wants no more than the admin token where only the bridge is asked', () => {
  const files = config.replace(/^ {2}(nord|west):.*\n/gm, '');
  const asking = load(files, 'excused-but-admin');
  expect(asking.diagnostics.map(each => each.message)).toEqual([
    'the environment variable ADMIN_TOKEN is not set',
  ]);
  expect(
    load(files.replace(`\${ADMIN_TOKEN}`, 'a-long-token-of-the-admin'), 'excused-but-admin').config,
  ).toBeDefined();
});
