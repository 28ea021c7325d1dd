import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FolderSurroundings, keepLastGood, readMappings } from '../../src/mapping/folder.ts';
import { fieldMapping } from './evaluate-yaml.ts';

const disk: FolderSurroundings = {
  list: folder => readdirSync(folder),
  readFile: path => readFileSync(path),
  realPath: path => realpathSync(path),
  isFile: path => statSync(path).isFile(),
};

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mappings-'));
  folder = join(root, 'mappings');
  mkdirSync(folder);
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (name: string, text: string | Uint8Array) => writeFileSync(join(folder, name), text);
const read = () => readMappings(folder, disk);
const namesOf = (list: readonly { name: string }[]) => list.map(each => each.name);
const codesOf = (list: readonly { code: string }[]) => list.map(each => each.code);

describe('the folder of mappings', () => {
  it('is every .yaml and .yml directly in it, sorted by name', () => {
    write('b.yaml', fieldMapping('a'));
    write('a.yml', fieldMapping('a'));
    write('notes.txt', 'no mapping');
    write('.hidden.yaml', 'no mapping');
    mkdirSync(join(folder, 'deeper'));
    write('deeper/c.yaml', fieldMapping('a'));
    const mappings = read();
    expect(namesOf(mappings.mappings)).toEqual(['a', 'b']);
    expect(mappings.diagnostics).toEqual([]);
    expect([...mappings.texts.keys()]).toEqual([join(folder, 'a.yml'), join(folder, 'b.yaml')]);
  });

  it('keeps the faulty files apart, with what is wrong with them and their source', () => {
    write('good.yaml', fieldMapping('Word'));
    write('bad.yaml', 'source: crm\noperation: x\n');
    const { mappings, faulty, diagnostics } = read();
    expect(namesOf(mappings)).toEqual(['good']);
    expect(faulty).toMatchObject([{ name: 'bad', file: join(folder, 'bad.yaml'), source: 'crm' }]);
    expect(diagnostics).toEqual(expect.arrayContaining([...(faulty[0]?.diagnostics ?? [])]));
    expect(codesOf(diagnostics)).toContain('expression/plain-word');
  });

  it('takes only names that can be used, each once', () => {
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

  it('reads nothing outside of it, and nothing but files of a sane size', () => {
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

  it('may be swapped as a whole through a symbolic link inside of it', () => {
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

  it('is read again without parsing anew what is as it was', () => {
    write('a.yaml', fieldMapping('a'));
    write('b.yaml', fieldMapping('b'));
    const first = read();
    write('b.yaml', fieldMapping('c'));
    const { mappings } = readMappings(folder, disk, first);
    expect(mappings[0]).toBe(first.mappings[0]);
    expect(mappings[1]?.version).not.toBe(first.mappings[1]?.version);
    expect(readMappings(folder, disk).mappings[0]).not.toBe(first.mappings[0]);
  });

  it('that does not exist is a diagnostic', () => {
    const missing = readMappings(join(root, 'none'), disk);
    expect(missing).toMatchObject({ mappings: [], faulty: [], unreadable: true });
    expect(codesOf(missing.diagnostics)).toEqual(['yaml/unreadable-file']);
  });
});

describe('keepLastGood', () => {
  it('keeps the last good version of a file that is faulty now, which stays listed as faulty', () => {
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

  it('keeps it where the file was saved in another encoding, and knows its source where there is none', () => {
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

  it('lets go of a file that is gone', () => {
    write('a.yaml', fieldMapping('a'));
    const good = read();
    rmSync(join(folder, 'a.yaml'));
    expect(keepLastGood(good, read()).mappings).toEqual([]);
  });

  it('keeps everything where the folder itself cannot be read', () => {
    write('a.yaml', fieldMapping('Word'));
    const good = read();
    rmSync(folder, { recursive: true });
    const once = keepLastGood(good, read());
    const twice = keepLastGood(once, read());
    expect(twice.mappings).toEqual(good.mappings);
    expect(codesOf(twice.diagnostics)).toEqual(['expression/plain-word', 'yaml/unreadable-file']);
  });
});
