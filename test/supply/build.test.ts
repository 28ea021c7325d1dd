import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

it('says that the packages are missing, and the command that installs them', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'fieldbridge-bare-'));
  for (const name of ['scripts', 'package.json']) cpSync(name, join(cwd, name), { recursive: true });
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.js'], {
    cwd,
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'fieldbridge: the packages of the program are not installed. Run `npm ci` first; it builds the program, too.\n',
  });
});

it.each([
  ['npm ci', ['scripts', 'package.json']],
  ['npm run build', ['scripts', 'package.json', 'node_modules/.bin']],
])('says that the program is not built, and that %s builds it', (command, names) => {
  const cwd = mkdtempSync(join(tmpdir(), 'fieldbridge-bare-'));
  for (const name of names) cpSync(name, join(cwd, name), { recursive: true });
  for (const script of ['demo', 'start', 'fieldbridge']) {
    const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', script], {
      cwd,
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: `fieldbridge: the program is not built here (dist/fieldbridge.js is missing). Run \`${command}\` first.\n`,
    });
  }
});
