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
