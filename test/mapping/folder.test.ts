import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { disk } from '../../src/cli/workspace.ts';
import { readMappings } from '../../src/mapping/folder.ts';
import { keepFiles, keepLastGood } from '../../src/mapping/keep-last-good.ts';
import { fieldMapping } from './evaluate-yaml.ts';

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mappings-'));
  folder = join(root, 'mappings');
  mkdirSync(folder);
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (name: string, text: string | Uint8Array) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};
const read = () => readMappings(folder, disk);
const namesOf = (list: readonly { name: string }[]) => list.map(each => each.name);
const codesOf = (list: readonly { code: string }[]) => list.map(each => each.code);

describe('the folder of mappings', () => {
  it('contains every .yaml and .yml in it and in its subfolders, named by its path', () => {
    write('b.yaml', fieldMapping('a'));
    write('a.yml', fieldMapping('a'));
    write('notes.txt', 'no mapping');
    write('.hidden.yaml', 'no mapping');
    write('deeper/c.yaml', fieldMapping('a'));
    write('deeper/still/b.yaml', fieldMapping('a'));
    const mappings = read();
    expect(namesOf(mappings.mappings)).toEqual(['a', 'b', 'deeper/c', 'deeper/still/b']);
    expect(mappings.mappings[2]?.file).toBe(join(folder, 'deeper/c.yaml'));
    expect(mappings.diagnostics).toEqual([]);
    expect([...mappings.texts.keys()]).toEqual(
      ['a.yml', 'b.yaml', 'deeper/c.yaml', 'deeper/still/b.yaml'].map(each => join(folder, each)),
    );
  });

  it('leaves out hidden folders, and those that contain payloads or belong to a program', () => {
    for (const inside of ['.git', '..data', 'samples', 'deeper/samples', 'lost+found', 'node_modules/a'])
      write(`${inside}/c.yaml`, fieldMapping('a'));
    write('deeper/d.yaml', fieldMapping('a'));
    expect(namesOf(read().mappings)).toEqual(['deeper/d']);
    expect(read().diagnostics).toEqual([]);
  });

  it.each([
    ['Notes of the form.yaml', 'notes-of-the-form.yaml'],
    ['Größe.yml', 'groesse.yml'],
    ['salon/Neue Kunden (2).YAML', 'salon/neue-kunden-2.yaml'],
    ['Alt/crm.yaml', 'alt/crm.yaml'],
    ['crm – Kopie.yaml', 'crm-kopie.yaml'],
    ['Čas.yaml', 'cas.yaml'],
  ])('suggests a valid name for %s', (name, meant) => {
    write(name, fieldMapping('a'));
    expect(read().diagnostics).toMatchObject([{ code: 'mapping/file-name', hint: `rename it to ${meant}` }]);
    rmSync(join(folder, name));
    write(meant, fieldMapping('a'));
    expect(namesOf(read().mappings)).toEqual([meant.replace(/\.ya?ml$/, '')]);
  });

  it('also reports an invalid file name in a subfolder', () => {
    write('Old Ones/c.yaml', fieldMapping('a'));
    write(`${'x'.repeat(60)}/abc.yaml`, fieldMapping('a'));
    write('deeper/c.yaml.txt', fieldMapping('a'));
    write('deeper/d.yaml', fieldMapping('a'));
    write('deeper/d.yml', fieldMapping('a'));
    const { mappings, diagnostics } = read();
    expect(namesOf(mappings)).toEqual(['deeper/d']);
    expect(diagnostics.map(each => `${each.severity} ${each.message}`)).toEqual([
      'warning deeper/c.yaml.txt is not read: the name of a mapping ends with .yaml',
      'error "Old Ones/c" cannot be the name of a mapping; a name has small letters, digits, - and _, at most 63 of them',
      'error deeper/d.yml and deeper/d.yaml are both the mapping "deeper/d"',
      `error "${'x'.repeat(60)}/abc" cannot be the name of a mapping; a name has small letters, digits, - and _, at most 63 of them`,
    ]);
  });

  it('follows a link to a folder outside its own tree, and no other', () => {
    write('deeper/c.yaml', fieldMapping('a'));
    write('.parked/d.yaml', fieldMapping('a'));
    mkdirSync(join(root, 'outside'));
    writeFileSync(join(root, 'outside/e.yaml'), fieldMapping('a'));
    symlinkSync('.parked', join(folder, 'used'));
    symlinkSync('deeper', join(folder, 'again'));
    symlinkSync('..', join(folder, 'deeper/circle'));
    symlinkSync('../outside', join(folder, 'other'));
    symlinkSync('nowhere', join(folder, 'dangling'));
    const { mappings, diagnostics, unread } = read();
    expect(namesOf(mappings)).toEqual(['deeper/c', 'used/d']);
    expect(diagnostics.map(each => `${each.severity} ${each.message}`)).toEqual([
      'warning the folder again is not read: it is a link to a folder that is read already',
      'warning the folder deeper/circle is not read: it is a link to a folder that is read already',
      'warning the folder other is not read: it leads out of the folder of the mappings',
    ]);
    expect(unread).toEqual([]);
  });

  it('is read up to a number of folders, which is reported', () => {
    for (let index = 0; index < 210; index += 1) mkdirSync(join(folder, `f${index}`));
    write('z/c.yaml', fieldMapping('a'));
    const { mappings, diagnostics } = read();
    expect(mappings).toEqual([]);
    expect(diagnostics.map(each => each.message)).toEqual([
      expect.stringMatching(/^f\d+ and what comes behind it is not read: there are more than 200 folders$/),
    ]);
  });

  it('has payloads beside a mapping, or elsewhere in the folder', () => {
    write('samples/top.json', '{"a": 1}');
    write('deeper/samples/own.json', '{"a": 2}');
    writeFileSync(join(root, 'outside.json'), '{}');
    const tests = ['samples/own.json', '../samples/top.json', '../../outside.json', '../../nothing.json'];
    const lines = tests.map(payload => `  - {name: ${payload}, payload: ${payload}, expect: []}\n`);
    write('deeper/c.yaml', `${fieldMapping('a')}tests:\n${lines.join('')}`);
    const { mappings, diagnostics } = read();
    const [own, top] = mappings[0]?.tests ?? [];
    expect([own, top].map(each => each && 'file' in each.payload && String(each.payload.file.bytes))).toEqual(
      ['{"a": 2}', '{"a": 1}'],
    );
    expect(diagnostics.map(each => each.message)).toEqual([
      'the payload "../../outside.json" cannot be read: it leads out of the folder of the mappings',
      'the payload "../../nothing.json" cannot be read: it leads out of the folder of the mappings',
    ]);
  });

  it('keeps faulty files separate, with their faults and their source', () => {
    write('good.yaml', fieldMapping('Word'));
    write('bad.yaml', 'source: crm\noperation: x\n');
    const { mappings, faulty, diagnostics } = read();
    expect(namesOf(mappings)).toEqual(['good']);
    expect(faulty).toMatchObject([{ name: 'bad', file: join(folder, 'bad.yaml'), source: 'crm' }]);
    expect(diagnostics).toEqual(expect.arrayContaining([...(faulty[0]?.diagnostics ?? [])]));
    expect(codesOf(diagnostics)).toContain('expression/plain-word');
  });

  it('accepts only valid names, each once', () => {
    write('Intake.yaml', fieldMapping('a'));
    write('my mapping.yaml', fieldMapping('a'));
    write(`${'x'.repeat(64)}.yaml`, fieldMapping('a'));
    write('twice.yaml', fieldMapping('a'));
    write('twice.yml', fieldMapping('a'));
    write('0_ok-1.yaml', fieldMapping('a'));
    const { mappings, faulty } = read();
    expect(namesOf(mappings)).toEqual(['0_ok-1', 'twice']);
    expect(codesOf(faulty.flatMap(each => each.diagnostics))).toEqual(Array(4).fill('mapping/file-name'));
    expect(faulty.every(each => each.source === 'website')).toBe(true);
  });

  it('reads nothing outside it, and only files of a reasonable size', () => {
    writeFileSync(join(root, 'outside.yaml'), fieldMapping('a'));
    writeFileSync(join(root, 'outside.json'), '{}');
    symlinkSync(join(root, 'outside.yaml'), join(folder, 'link.yaml'));
    symlinkSync(join(root, 'outside.json'), join(folder, 'payload.json'));
    symlinkSync('nowhere', join(folder, 'dangling.yaml'));
    mkdirSync(join(folder, 'folder.yaml'));
    write('big.yaml', `${fieldMapping('a')}# ${'x'.repeat(1024 * 1024)}\n`);
    write('test.yaml', `${fieldMapping('a')}tests: [{name: t, payload: payload.json, expect: []}]\n`);
    const { mappings, faulty, diagnostics } = read();
    expect(diagnostics.map(each => each.message)).toEqual([
      'the mapping file big.yaml is larger than 256 KiB',
      'the mapping file dangling.yaml cannot be read: it does not exist',
      'the mapping file folder.yaml cannot be read: it is not a file',
      'the mapping file link.yaml cannot be read: it leads out of the folder of the mappings',
      'the payload "payload.json" cannot be read: it leads out of the folder of the mappings',
    ]);
    expect(namesOf(faulty)).toEqual(['big', 'dangling', 'folder', 'link']);
    expect(mappings).toMatchObject([{ name: 'test', tests: [{ payload: { file: { bytes: undefined } } }] }]);
  });

  it('may be replaced as a whole through a symbolic link in it', () => {
    mkdirSync(join(folder, '..v1'));
    write('..v1/intake.yaml', fieldMapping('a'));
    symlinkSync('..v1', join(folder, '..data'));
    symlinkSync('..data/intake.yaml', join(folder, 'intake.yaml'));
    expect(namesOf(read().mappings)).toEqual(['intake']);
    const before = read().mappings[0]?.version;
    mkdirSync(join(folder, '..v2'));
    write('..v2/intake.yaml', fieldMapping('b'));
    symlinkSync('..v2', join(folder, '..new'));
    renameSync(join(folder, '..new'), join(folder, '..data'));
    expect(read().mappings[0]?.version).not.toBe(before);
  });

  it('is read again without parsing unchanged files', () => {
    write('a.yaml', fieldMapping('a'));
    write('b.yaml', fieldMapping('b'));
    const first = read();
    write('b.yaml', fieldMapping('c'));
    const { mappings } = readMappings(folder, disk, first);
    expect(mappings[0]).toBe(first.mappings[0]);
    expect(mappings[1]?.version).not.toBe(first.mappings[1]?.version);
    expect(readMappings(folder, disk).mappings[0]).not.toBe(first.mappings[0]);
  });

  it('causes a diagnostic if it does not exist', () => {
    const missing = readMappings(join(root, 'none'), disk);
    expect(missing).toMatchObject({ mappings: [], faulty: [], unreadable: true });
    expect(codesOf(missing.diagnostics)).toEqual(['yaml/unreadable-file']);
  });
});

describe('keepLastGood', () => {
  it('keeps the last good version of a file that is now faulty, and lists it as faulty', () => {
    write('a.yaml', fieldMapping('a'));
    write('b.yaml', fieldMapping('b'));
    const good = read();
    write('a.yaml', 'source: [');
    const once = keepLastGood(good, read());
    expect(once.mappings[0]).toBe(good.mappings[0]);
    expect(namesOf(once.mappings)).toEqual(['a', 'b']);
    expect(namesOf(once.faulty)).toEqual(['a']);
    const twice = keepLastGood(once, read());
    expect(twice.mappings[0]).toBe(good.mappings[0]);
    write('a.yaml', fieldMapping('c'));
    const mended = keepLastGood(twice, read());
    expect(mended.faulty).toEqual([]);
    expect(mended.mappings[0]?.version).not.toBe(good.mappings[0]?.version);
  });

  it('keeps it if the file was saved in another encoding, and knows its source if there is no version', () => {
    write('a.yaml', fieldMapping('{value: Grüße}'));
    const before = read();
    for (const encoding of ['latin1', 'utf16le'] as const) {
      write('a.yaml', Buffer.from(fieldMapping('{value: Grüße}'), encoding));
      const next = read();
      expect(codesOf(next.diagnostics)).toEqual(['yaml/wrong-encoding']);
      expect(next.faulty).toMatchObject([{ name: 'a', source: before.mappings[0]?.source }]);
      expect(keepLastGood(before, next).mappings).toEqual(before.mappings);
    }
  });

  it('drops a removed file', () => {
    write('a.yaml', fieldMapping('a'));
    const good = read();
    rmSync(join(folder, 'a.yaml'));
    expect(keepLastGood(good, read()).mappings).toEqual([]);
  });

  it('keeps the contents of a subfolder that cannot be read, which is reported', () => {
    write('a.yaml', fieldMapping('a'));
    write('deeper/b.yaml', fieldMapping('a'));
    write('deeper/still/c.yaml', fieldMapping('a'));
    write('deep/d.yaml', fieldMapping('a'));
    const good = read();
    rmSync(join(folder, 'deep'), { recursive: true });
    const denied = Object.assign(new Error('EACCES'), { code: 'EACCES' });
    const lookAt = (path: string) => {
      if (path.endsWith('/deeper')) throw denied;
      return disk.lookAt(path);
    };
    const next = readMappings(folder, { ...disk, lookAt });
    expect(namesOf(next.mappings)).toEqual(['a']);
    expect(next.diagnostics).toMatchObject([
      {
        code: 'yaml/unreadable-file',
        severity: 'warning',
        message: 'the folder deeper cannot be read: this program may not read it',
      },
    ]);
    const kept = keepLastGood(good, next);
    expect(namesOf(kept.mappings)).toEqual(['a', 'deeper/b', 'deeper/still/c']);
    expect(namesOf(keepLastGood(kept, keepFiles(kept, next, new Set())).mappings)).toEqual(
      namesOf(kept.mappings),
    );
    expect(namesOf(keepLastGood(kept, read()).mappings)).toEqual(['a', 'deeper/b', 'deeper/still/c']);
  });

  it('keeps everything if the folder itself cannot be read', () => {
    write('a.yaml', fieldMapping('Word'));
    const good = read();
    rmSync(folder, { recursive: true });
    const once = keepLastGood(good, read());
    const twice = keepLastGood(once, read());
    expect(twice.mappings).toEqual(good.mappings);
    expect(codesOf(twice.diagnostics)).toEqual(['expression/plain-word', 'yaml/unreadable-file']);
  });
});
