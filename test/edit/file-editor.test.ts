import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFileEditor } from '../../src/edit/file-editor.ts';
import { mostVersions } from '../../src/edit/versions.ts';
import type { NewAuditEntry } from '../../src/inbox/audit.ts';

const actor = { who: 'anna' };
const config = { kind: 'config' } as const;
const intake = { kind: 'mapping', path: 'salon/intake.yaml' } as const;

let folder: string;
let audit: NewAuditEntry[];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'edit-')));
  mkdirSync(join(folder, 'mappings'));
  writeFileSync(join(folder, 'config.yaml'), 'server: {port: 1}\n');
  audit = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

function editor(allowed = true) {
  return createFileEditor({
    place: { allowed, config: join(folder, 'config.yaml'), mappings: join(folder, 'mappings') },
    record: async entry => void audit.push(entry),
    now: () => 1_700_000_000_000,
  });
}

function textOf(file: typeof config | typeof intake) {
  const read = editor().read(file);
  if (!('text' in read)) throw new Error(read.code);
  return read;
}

describe('a change of a file', () => {
  it('replaces the text that its author has read, keeps the earlier one, and is recorded', async () => {
    const { version } = textOf(config);
    const written = await editor().write(config, { text: 'server: {port: 2}\n', expected: version, actor });
    expect(written).toEqual({ kind: 'written', version: textOf(config).version });
    expect(readFileSync(join(folder, 'config.yaml'), 'utf8')).toBe('server: {port: 2}\n');
    const [kept, ...more] = editor().versions(config);
    expect(more).toEqual([]);
    expect(kept).toMatchObject({ version, replacedAt: '2023-11-14T22:13:20.000Z', bytes: 18 });
    expect(editor().version(config, kept?.id ?? '')).toBe('server: {port: 1}\n');
    expect(audit).toEqual([
      { who: 'anna', what: 'edit-file', about: 'config.yaml', detail: textOf(config).version },
    ]);
  });

  it('is refused with the present text if that is another one', async () => {
    const { version } = textOf(config);
    writeFileSync(join(folder, 'config.yaml'), 'server: {port: 3}\n');
    const written = await editor().write(config, { text: 'mine', expected: version, actor });
    expect(written).toEqual({ kind: 'conflict', now: textOf(config) });
    expect(textOf(config).text).toBe('server: {port: 3}\n');
    expect(audit).toEqual([]);
  });

  it('creates a file only if there is none, with its folders', async () => {
    const first = await editor().write(intake, { text: 'source: a\n', expected: null, actor });
    expect(first.kind).toBe('written');
    const second = await editor().write(intake, { text: 'source: b\n', expected: null, actor });
    expect(second).toMatchObject({ kind: 'conflict', now: { text: 'source: a\n' } });
    expect(editor().versions(intake)).toEqual([]);
  });

  it('removes a file and keeps its text', async () => {
    await editor().write(intake, { text: 'source: a\n', expected: null, actor });
    await editor().write(intake, { text: null, expected: textOf(intake).version, actor });
    expect(existsSync(join(folder, 'mappings/salon/intake.yaml'))).toBe(false);
    const [kept] = editor().versions(intake);
    expect(editor().version(intake, kept?.id ?? '')).toBe('source: a\n');
  });

  it('keeps symbolic links and permissions', async () => {
    const real = join(folder, 'real.yaml');
    writeFileSync(real, 'log: {}\n');
    chmodSync(real, 0o640);
    rmSync(join(folder, 'config.yaml'));
    symlinkSync('real.yaml', join(folder, 'config.yaml'));
    await editor().write(config, { text: 'log: {level: warn}\n', expected: textOf(config).version, actor });
    expect(lstatSync(join(folder, 'config.yaml')).isSymbolicLink()).toBe(true);
    expect(readFileSync(real, 'utf8')).toBe('log: {level: warn}\n');
    expect(statSync(real).mode & 0o777).toBe(0o640);
  });

  it('keeps a limited number of earlier versions', async () => {
    for (let number = 0; number < mostVersions + 5; number += 1) {
      await editor().write(config, { text: `# ${number}\n`, expected: textOf(config).version, actor });
    }
    const kept = editor().versions(config);
    expect(kept).toHaveLength(mostVersions);
    expect(editor().version(config, kept[0]?.id ?? '')).toBe(`# ${mostVersions + 3}\n`);
  });
});

describe('a secret', () => {
  const secret = { kind: 'secret', name: 'website-secret' } as const;

  it('is readable only for its owner, and has no earlier versions', async () => {
    const first = await editor().write(secret, { text: 'abc\n', expected: null, actor });
    expect(first.kind).toBe('written');
    const path = join(folder, 'secrets/website-secret');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
    await editor().write(secret, {
      text: null,
      expected: first.kind === 'written' ? first.version : null,
      actor,
    });
    expect(existsSync(path)).toBe(false);
    expect(editor().versions(secret)).toEqual([]);
    expect(JSON.stringify(readdirSync(join(folder, '.fieldbridge'), { recursive: true }))).not.toContain(
      'website',
    );
    expect(audit.map(each => each.what)).toEqual(['write-secret', 'write-secret']);
    expect(JSON.stringify(audit)).not.toContain('abc');
  });

  it('is never shown if somebody else was faster', async () => {
    await editor().write(secret, { text: 'abc\n', expected: null, actor });
    const second = await editor().write(secret, { text: 'def\n', expected: null, actor });
    expect(second).toMatchObject({ kind: 'conflict', now: { text: null } });
  });
});

describe('a file that may not be written', () => {
  it('is any file without admin.edit', async () => {
    expect(editor(false).refusal(config)).toEqual({ code: 'edit-off' });
    const written = await editor(false).write(config, { text: '', expected: textOf(config).version, actor });
    expect(written).toEqual({ kind: 'refused', why: { code: 'edit-off' } });
  });

  it.each([
    ['../config.yaml', 'outside'],
    ['salon/../../config.yaml', 'outside'],
    ['/etc/passwd.yaml', 'outside'],
    ['.fieldbridge/x.yaml', 'outside'],
    ['a\\b.yaml', 'outside'],
    ['Größe.yaml', 'not-a-name'],
    ['intake.txt', 'not-a-name'],
  ])('is the mapping %s', async (path, code) => {
    expect(editor().refusal({ kind: 'mapping', path })).toMatchObject({ code });
    const written = await editor().write({ kind: 'mapping', path }, { text: 'x', expected: null, actor });
    expect(written).toMatchObject({ kind: 'refused', why: { code } });
  });

  it.each(['config.yaml', '../x-secret', '.x-secret', 'x'])('is the secret %s', name => {
    expect(editor().refusal({ kind: 'secret', name })).toMatchObject({ code: 'not-a-name' });
  });

  it('is one outside the folder, reached by a link', () => {
    mkdirSync(join(folder, 'elsewhere'));
    symlinkSync('../elsewhere', join(folder, 'mappings/linked'));
    expect(editor().refusal({ kind: 'mapping', path: 'linked/a.yaml' })).toMatchObject({ code: 'outside' });
  });

  it('is one below something that is not a folder', () => {
    writeFileSync(join(folder, 'mappings/salon'), '');
    expect(editor().read(intake)).toMatchObject({ code: 'not-writable', error: 'ENOTDIR' });
  });
});

describe('several processes', () => {
  const run = (name: string, times: number) =>
    spawn(
      process.execPath,
      [
        resolve(import.meta.dirname, 'writer.ts'),
        join(folder, 'config.yaml'),
        join(folder, 'mappings'),
        name,
        String(times),
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );

  it('lose no change of each other', async () => {
    const ends = await Promise.all(['one', 'two', 'three'].map(name => once(run(name, 15), 'exit')));
    expect(ends).toEqual([
      [0, null],
      [0, null],
      [0, null],
    ]);
    const lines = textOf(config).text?.trim().split('\n').slice(1).sort();
    const expected = ['one', 'two', 'three'].flatMap(name =>
      Array.from({ length: 15 }, (_, index) => `# ${name} ${index}`),
    );
    expect(lines).toEqual(expected.sort());
  });

  it('leave a complete file whenever they are killed, and the next one can write', async () => {
    for (let round = 0; round < 6; round += 1) {
      const before = textOf(config).text;
      const child = run(`r${round}`, 100_000);
      const ended = once(child, 'exit');
      while (textOf(config).text === before) await new Promise(next => setTimeout(next, 2));
      await new Promise(next => setTimeout(next, round * 3));
      child.kill('SIGKILL');
      await ended;
      const lines = textOf(config).text?.split('\n') ?? [];
      expect(lines.at(-1)).toBe('');
      expect(lines.slice(1, -1).every(line => /^# r\d \d+$/.test(line))).toBe(true);
    }
    const written = await editor().write(config, {
      text: '# end\n',
      expected: textOf(config).version,
      actor,
    });
    expect(written.kind).toBe('written');
    expect(readdirSync(folder).filter(each => each.endsWith('.unfinished'))).toEqual([]);
  });
});
