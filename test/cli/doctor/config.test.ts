import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeCertificate } from '../../booking/made-certificate.ts';
import { openSandbox } from '../command-line.ts';
import { findings, folderOf, secrets } from './scene.ts';

const { FORM_SECRET } = secrets;

async function scene(change: (config: string) => string, files: Readonly<Record<string, string>> = {}) {
  const sandbox = await openSandbox();
  const folder = folderOf({ url: sandbox.url }, files);
  const file = join(folder, 'config.yaml');
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  return { folder, env: { FORM_SECRET, SALON_TOKEN: sandbox.tokens.mitte } };
}

describe('doctor reports about a config', () => {
  it('with an unset variable of a sender: it ends with 2, and checks everything else', async () => {
    const { folder, env } = await scene(text => text);
    const found = await findings(folder, { env: { SALON_TOKEN: env.SALON_TOKEN } });
    expect([found.status, found.troubles()]).toEqual([2, ['wrong: secrets']]);
    expect(found.one('secrets')).toMatchObject({
      says: 'config.yaml:6:68: the environment variable FORM_SECRET is not set',
      next: expect.stringContaining('set it'),
    });
    expect(found.one('token').status).toBe('well');
    expect(found.one('integrity')).toBeDefined();
  });

  it('with an unset token: nothing is sent instead', async () => {
    const { folder } = await scene(text => text);
    const found = await findings(folder, { env: { FORM_SECRET } });
    expect([found.status, found.troubles()]).toEqual([2, ['wrong: secrets']]);
    expect(found.report.checks.filter(({ group }) => group === 'destination salon')).toEqual([
      {
        group: 'destination salon',
        check: 'name',
        status: 'skipped',
        says: 'checked once its address and its token are set',
      },
    ]);
  });

  it('with a secret file that is missing, empty, or readable for other users', async () => {
    const { folder, env } = await scene(text => text.replace(`"\${FORM_SECRET}"`, '{file: form-secret}'));
    const look = () => findings(folder, { env: { SALON_TOKEN: env.SALON_TOKEN } });
    expect((await look()).one('secrets')).toMatchObject({
      status: 'wrong',
      says: expect.stringContaining('the secret file "form-secret" cannot be read (ENOENT)'),
    });
    const file = join(folder, 'form-secret');
    writeFileSync(file, '\n', { mode: 0o600 });
    expect((await look()).one('secrets').says).toContain('is empty');
    writeFileSync(file, FORM_SECRET);
    const well = await look();
    expect(well.one('secrets').says).toBe(
      'every variable that is named is set, and 1 secret file could be read',
    );
    expect(well.all('permissions').filter(({ group }) => group === 'config')).toMatchObject([
      { status: 'well' },
    ]);
    for (const [mode, status] of [
      [0o644, 'warning'],
      [0o666, 'wrong'],
    ] as const) {
      chmodSync(file, mode);
      const open = await look();
      expect(open.all('permissions').filter(({ group }) => group === 'config')).toMatchObject([
        {
          status,
          says: expect.stringContaining('form-secret, which contains secrets'),
          next: 'chmod o-rwx form-secret',
        },
      ]);
      expect(open.out).not.toContain(FORM_SECRET);
    }
  });

  it('with certificates: everybody may read them, but only the owner may change them', async () => {
    const { cert, key } = makeCertificate({ name: 'hooks.example.com' });
    const files = { 'tls.crt': cert, 'tls.key': key, 'ca.pem': cert };
    const { folder, env } = await scene(
      text =>
        text
          .replace('{port: 0', '{port: 0, tls: {cert: {file: tls.crt}, key: {file: tls.key}}')
          .replace('statuses:', 'ca: {file: ca.pem}, statuses:'),
      files,
    );
    chmodSync(join(folder, 'tls.key'), 0o600);
    for (const file of ['tls.crt', 'ca.pem']) chmodSync(join(folder, file), 0o644);
    const ofConfig = async () =>
      (await findings(folder, { env })).all('permissions').filter(({ group }) => group === 'config');
    expect(await ofConfig()).toMatchObject([{ status: 'well' }]);
    chmodSync(join(folder, 'ca.pem'), 0o666);
    expect(await ofConfig()).toMatchObject([
      { status: 'wrong', says: expect.stringContaining('may change ca.pem, which contains certificates') },
    ]);
    chmodSync(join(folder, 'ca.pem'), 0o644);
    chmodSync(join(folder, 'tls.key'), 0o644);
    expect(await ofConfig()).toMatchObject([
      { status: 'warning', says: expect.stringContaining('may read tls.key, which contains secrets') },
    ]);
  });

  it('with a secret in a file that everybody may read', async () => {
    const { folder, env } = await scene(text => text.replace(`\${FORM_SECRET}`, 'a-secret-that-stands-here'));
    chmodSync(join(folder, 'config.yaml'), 0o644);
    const found = await findings(folder, { env });
    expect(found.troubles()).toEqual(['warning: permissions']);
    expect(found.out).not.toContain('a-secret-that-stands-here');
    chmodSync(join(folder, 'config.yaml'), 0o600);
    expect((await findings(folder, { env })).troubles()).toEqual([]);
  });

  it('with faults: five of them with their places, and how to see the rest', async () => {
    const keys = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'].map(key => `${key}: 1\n`).join('');
    const { folder, env } = await scene(text => text + keys);
    const found = await findings(folder, { env });
    expect(found.status).toBe(2);
    const faults = found.all('file').filter(({ group }) => group === 'config');
    expect(faults).toHaveLength(6);
    expect(faults[0]).toMatchObject({
      status: 'wrong',
      says: expect.stringMatching(/^config\.yaml:\d+:1: .*"one"/),
    });
    expect(faults[5]).toMatchObject({ says: 'and 2 more', next: '`fieldbridge check` shows all of them' });
    expect(found.one('versions').status).toBe('well');
  });
});

describe('doctor reports about mappings', () => {
  it('with a field that the account does not have', async () => {
    const mapping = `source: form\ndestination: salon\noperation: updateCustomer\nset:\n  id: customer\n  additionalFields:\n    birth_date: dob\ntests:\n  - {name: one, payload: {customer: 1}, expect: []}\n`;
    const { folder, env } = await scene(text => text, { 'mappings/birth.yaml': mapping });
    const found = await findings(folder, { env });
    expect([found.status, found.troubles()]).toEqual([1, ['wrong: mappings']]);
    expect(found.one('mappings')).toMatchObject({
      says: 'mappings/birth.yaml:7:5: salon has no field "birth_date"',
      next: expect.stringContaining('did you mean "birthdate"'),
    });
  });

  it('that cannot be read, or that do not exist', async () => {
    const { folder, env } = await scene(text => text, { 'mappings/broken.yaml': 'source: [form\n' });
    expect((await findings(folder, { env })).all('mappings')[0]).toMatchObject({
      status: 'wrong',
      says: expect.stringMatching(/^mappings\/broken\.yaml:\d+:\d+: /),
    });
    const empty = await scene(text => `${text}mappings: nowhere\n`);
    expect((await findings(empty.folder, { env: empty.env })).one('mappings').status).toBe('wrong');
  });
});
