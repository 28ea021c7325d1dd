import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderWith } from '../../cli/command-line.ts';
import { program } from '../program.ts';

const preload = join(import.meta.dirname, 'terminal-of-width.js');
const config = 'destinations: {}\nsources:\n  a: {preset: of-nobody}\nadmin: {tokn: x}\n';

it.each([
  ['output', ['check', '--offline']],
  ['error output', ['check', '--an-option-of-which-there-is-none-and-whose-name-is-long']],
])('uses 80 columns if a terminal reports none: %s', (_, args) => {
  const cwd = folderWith({ 'config.yaml': config, 'mappings/.keep': '' });
  const printed = (width: number) => {
    const { stdout, stderr } = spawnSync(process.execPath, ['--import', preload, program, ...args], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, WIDTH: String(width) },
    });
    return { stdout, stderr };
  };
  const narrow = printed(80);
  expect(printed(0)).toEqual(narrow);
  expect(printed(120)).not.toEqual(narrow);
});
