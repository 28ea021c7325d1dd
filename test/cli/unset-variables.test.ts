import { describe, expect, it } from 'vitest';
import {
  fieldbridge,
  folderWith,
  openSandbox,
  plainConfig,
  plainFolder,
  plainMapping,
} from './command-line.ts';

/** Secrets of a sender and of the admin, whose variables and files are missing here. */
const senders = `  shop: {verify: {type: header-token, name: X-Token, secret: "\${SHOP_SECRET}"}}
  desk: {verify: {type: header-token, name: X-Token, secret: {file: /run/secrets/desk}}}
`;

const withSenders = (config: string) => config.replace(/^sources:\n/m, `$&${senders}`);

describe('variables that are not set', () => {
  it.each([
    ['fields'],
    ['fields', '--save'],
    ['statuses'],
    ['test'],
    ['preview', 'notes', 'event.json'],
    ['schema', 'mapping', '--live'],
  ])('of senders are not needed for %s %s', async (...argv) => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, {
      'config.yaml': withSenders(plainConfig(sandbox)),
      'event.json': JSON.stringify({ customer: 1002, note: 'x' }),
    });
    const ran = await fieldbridge(argv, { directory });
    expect(ran).toMatchObject({ status: 0, err: '' });
  });

  it('of a destination are needed to request its fields, but not offline', async () => {
    const config = withSenders(
      plainConfig({ url: 'http://127.0.0.1:9', tokens: { mitte: `\${SALON_TOKEN}`, nord: '', expired: '' } }),
    );
    const directory = folderWith({ 'config.yaml': config, 'mappings/notes.yaml': plainMapping });
    const asked = await fieldbridge(['test'], { directory });
    expect(asked).toMatchObject({ status: 2, err: expect.stringContaining('SALON_TOKEN is not set') });
    expect(asked.err).not.toContain('SHOP_SECRET');
    expect((await fieldbridge(['test', '--offline'], { directory })).status).toBe(0);
  });

  it('of senders are reported by check, and the mappings are still checked', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, {
      'config.yaml': withSenders(plainConfig(sandbox)),
      'mappings/notes.yaml': plainMapping.replace('    allergies: allergies', '    alergies: allergies'),
    });
    const ran = await fieldbridge(['check'], { directory });
    expect(ran.status).toBe(2);
    expect(ran.out).toContain('SHOP_SECRET is not set');
    expect(ran.out).toContain('salon has no field "alergies"');
    expect(ran.out).toContain('also against salon: 3 errors');
  });

  it('prevent the start, and all of them are listed', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, { 'config.yaml': withSenders(plainConfig(sandbox)) });
    const ran = await fieldbridge(['start'], { directory });
    expect(ran.status).toBe(2);
    expect(ran.err).toContain('SHOP_SECRET is not set');
    expect(ran.err).toContain('/run/secrets/desk');
  });

  it('of other senders are not needed for sending as one', async () => {
    const sandbox = await openSandbox();
    const directory = plainFolder(sandbox, { 'config.yaml': withSenders(plainConfig(sandbox)) });
    const ran = await fieldbridge(['send', 'shop', '-'], { directory, input: '{}' });
    expect(ran).toMatchObject({ status: 2, err: expect.stringContaining('SHOP_SECRET is not set') });
    expect(ran.err).not.toContain('/run/secrets/desk');
  });
});
