import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { WatchFolder } from '../../../src/cli/start/folder-hints.ts';
import { type Pace, watchMappings } from '../../../src/cli/start/watch-mappings.ts';
import { disk } from '../../../src/cli/workspace.ts';
import { StoreUnavailable } from '../../../src/inbox/store.ts';
import { type MappingFolder, readMappings } from '../../../src/mapping/folder.ts';
import { plainMapping, writeFiles } from '../command-line.ts';

/** Ten times the duration of a save, so that a busy machine does not make a save look like a removal. */
const pace = { lookEvery: 100, settle: 500, gone: 3_000, maxWait: 10_000, readEvery: 300_000, hint: 5 };
/** The time after which a change would have been noticed. */
const aWhileMs = pace.gone + 2 * pace.settle;
/** The time after which the first check is over. */
const begunMs = 3 * pace.settle;
const patienceMs = 60_000;
const other = plainMapping.replace('note: note', 'note: {template: "changed: {note}"}');
const third = plainMapping.replace('note: note', 'note: {value: third}');

/** The tests run in parallel, so the folder is removed after all of them. */
const root = mkdtempSync(join(tmpdir(), 'fieldbridge-watch-'));
const endings: (() => void)[] = [];
afterAll(() => {
  for (const end of endings) end();
  rmSync(root, { recursive: true, force: true });
});

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(root, 'folder-'));
  writeFiles(folder, files);
  return folder;
}

interface Options {
  readonly pace?: Partial<Pace>;
  readonly hints?: WatchFolder;
  /** The number of times that the bridge cannot use the mappings. */
  readonly refusals?: number;
}

/** Watches a folder of real files, starting with its present state (or `first`). */
function watch(folder: string, options: Options = {}, first: MappingFolder = readMappings(folder, disk)) {
  const log: { msg: string; level: number; changed?: string[]; found?: string[] }[] = [];
  const used: MappingFolder[] = [];
  let refusals = options.refusals ?? 0;
  const bridge = {
    async useMappings(next: MappingFolder) {
      refusals -= 1;
      if (refusals >= 0) throw new StoreUnavailable('the disk is full');
      used.push(next);
    },
    planning: () => {
      throw new Error('nothing is judged');
    },
    readCatalogs: () => {
      throw new Error('nothing is refused');
    },
  };
  const logger = pino({}, { write: line => void log.push(JSON.parse(line)) });
  const end = watchMappings(
    { mappings: folder, sources: new Map(), destinations: new Map() },
    first,
    bridge,
    logger,
    {
      ...options,
      pace: { ...pace, ...options.pace },
    },
  );
  endings.push(end);
  return {
    log,
    used,
    end,
    said: () => log.map(each => each.msg),
    names: () => used.map(({ mappings }) => mappings.map(each => each.name)),
    /** Returns the version of a mapping after each reload. */
    async reloads(times: number) {
      await vi.waitFor(() => expect(used.length).toBeGreaterThanOrEqual(times), { timeout: 60_000 });
      await sleep(aWhileMs);
      expect(used.length).toBe(times);
    },
  };
}

/** Returns the note that a mapping sets in the last used version. */
function noteOf(used: readonly MappingFolder[], name = 'notes'): string {
  const text = [...(used.at(-1)?.texts ?? [])].find(([file]) => file.endsWith(`/${name}.yaml`))?.[1];
  return /note: (.*)/.exec(text ?? '')?.[1] ?? 'none';
}

/** Simulates a network folder, which reports no changes. */
const noHints: WatchFolder = () => ({ renew: async () => {}, end: () => {} });

describe.concurrent('watching the mappings', () => {
  it('notices a change between the first reading and the start of watching', async () => {
    const folder = folderWith({ 'notes.yaml': plainMapping });
    const first = readMappings(folder, disk);
    writeFiles(folder, { 'more.yaml': plainMapping });
    const { said, names, reloads } = watch(folder, {}, first);
    await reloads(1);
    expect(names()).toEqual([['more', 'notes']]);
    expect(said()).toEqual(['mappings reloaded']);
  });

  it('changes nothing if a file was only touched, or if a payload beside it changed', async () => {
    const folder = folderWith({ 'notes.yaml': plainMapping, 'samples/a.json': '{}' });
    const { log, used, reloads } = watch(folder);
    await sleep(begunMs);
    utimesSync(join(folder, 'notes.yaml'), 1, 1);
    writeFiles(folder, { 'samples/a.json': '{"a": 1}', 'samples/b.json': '{}', 'notes.txt': 'text' });
    writeFiles(folder, { '.notes.yaml.swp': 'half', 'notes.yaml~': 'old', '4913': '' });
    await sleep(aWhileMs);
    expect({ log, used }).toEqual({ log: [], used: [] });
    writeFiles(folder, { 'more.yaml': plainMapping });
    await reloads(1);
  });

  it('works without change events of the system, as on a network folder', async () => {
    const folder = folderWith({ 'notes.yaml': plainMapping });
    const { used, reloads } = watch(folder, { hints: noHints });
    await sleep(begunMs);
    writeFiles(folder, { 'notes.yaml': other });
    await reloads(1);
    expect(noteOf(used)).toContain('changed');
  });

  it('follows a change event of the system long before the next check', async () => {
    const folder = folderWith({ 'notes.yaml': plainMapping });
    const { used } = watch(folder, { pace: { lookEvery: 300_000 } });
    await sleep(begunMs);
    writeFiles(folder, { 'notes.yaml': other });
    await vi.waitFor(() => expect(noteOf(used)).toContain('changed'), { timeout: 60_000 });
  });

  it('finds a change that kept the size and the time of the file', async () => {
    const folder = folderWith({ 'notes.yaml': plainMapping });
    const file = join(folder, 'notes.yaml');
    utimesSync(file, 1, 1);
    const { used, reloads } = watch(folder, { hints: noHints });
    await sleep(begunMs);
    writeFileSync(file, plainMapping.replace('Window seat', 'Middle seat'));
    utimesSync(file, 1, 1);
    await reloads(1);
    expect(used[0]?.texts.get(file)).toContain('Middle seat');
  });

  it('applies many quick changes at once', async () => {
    const folder = folderWith({ 'notes.yaml': plainMapping });
    const { used, log, reloads } = watch(folder);
    await sleep(begunMs);
    for (let times = 0; times < 20; times += 1) {
      writeFiles(folder, {
        'notes.yaml': `${plainMapping}# ${times}\n`,
        [`n${times % 3}.yaml`]: plainMapping,
      });
      await sleep(10);
    }
    writeFiles(folder, { 'notes.yaml': third });
    await reloads(1);
    expect(noteOf(used)).toContain('third');
    expect(log).toMatchObject([{ changed: ['n0.yaml', 'n1.yaml', 'n2.yaml', 'notes.yaml'] }]);
  });

  it('reads a folder that never rests after a maximum time', async () => {
    const folder = folderWith({ 'notes.yaml': plainMapping, 'busy.yaml': plainMapping });
    const { used } = watch(folder, { pace: { maxWait: 400 } });
    await sleep(begunMs);
    writeFiles(folder, { 'notes.yaml': third });
    const until = Date.now() + patienceMs;
    for (let times = 0; used.length === 0 && Date.now() < until; times += 1) {
      appendFileSync(join(folder, 'busy.yaml'), `# ${times}\n`);
      await sleep(20);
    }
    expect(noteOf(used)).toContain('third');
  });

  it('removes a mapping whose file stays away, beside one that never rests', async () => {
    const folder = folderWith({ 'notes.yaml': plainMapping, 'busy.yaml': plainMapping });
    const { names, used } = watch(folder, { pace: { maxWait: 1_000 } });
    await sleep(begunMs);
    unlinkSync(join(folder, 'notes.yaml'));
    const begun = Date.now();
    while (used.length === 0 && Date.now() < begun + patienceMs) {
      appendFileSync(join(folder, 'busy.yaml'), '# again\n');
      await sleep(20);
    }
    expect(names()).toEqual([['busy']]);
    expect(Date.now() - begun).toBeGreaterThan(pace.gone);
  });

  it('applies a change beside a file that disappears and returns repeatedly, and never loses that file', async () => {
    const folder = folderWith({ 'notes.yaml': plainMapping, 'busy.yaml': plainMapping });
    const { names, used, said, reloads } = watch(folder, { pace: { maxWait: 500 } });
    await sleep(begunMs);
    writeFiles(folder, { 'notes.yaml': third });
    const until = Date.now() + patienceMs;
    for (let times = 0; used.length === 0 && Date.now() < until; times += 1) {
      if (times % 2 === 0) unlinkSync(join(folder, 'busy.yaml'));
      else writeFiles(folder, { 'busy.yaml': plainMapping });
      await sleep(100);
    }
    expect(noteOf(used)).toContain('third');
    rmSync(join(folder, 'busy.yaml'), { force: true });
    await reloads(2);
    expect(names()).toEqual([['busy', 'notes'], ['notes']]);
    expect(said()).toEqual(Array(2).fill('mappings reloaded'));
  });

  it('applies a change beside a file that is written continuously, also while the others are copied', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => [`m${index}.yaml`, plainMapping]),
    );
    const folder = folderWith({ ...many, 'notes.yaml': plainMapping, 'busy.yaml': plainMapping });
    const { names, used, end } = watch(folder, { pace: { maxWait: 500 } });
    await sleep(begunMs);
    writeFiles(folder, { 'notes.yaml': third });
    const until = Date.now() + patienceMs;
    while (used.length === 0 && Date.now() < until) {
      appendFileSync(join(folder, 'busy.yaml'), '#\n');
      await sleep(1);
    }
    // Others continue, and looking at so many files takes time.
    end();
    expect(noteOf(used)).toContain('third');
    expect(names()[0]).toContain('busy');
  });

  it('removes a mapping whose file stays away, and keeps one whose file is faulty', async () => {
    const folder = folderWith({ 'a.yaml': plainMapping, 'b.yaml': plainMapping });
    const { said, log, names, reloads } = watch(folder);
    renameSync(join(folder, 'a.yaml'), join(folder, 'a.txt'));
    writeFiles(folder, { 'b.yaml': 'source: [' });
    await reloads(1);
    expect(names()).toEqual([['b']]);
    expect(said()).toEqual(['mappings reloaded with errors']);
    expect(log[0]).toMatchObject({ level: 40, found: [expect.stringMatching(/^b\.yaml:1:\d+ yaml\//)] });
  });

  it('watches subfolders: a change, a new one, and a removed one', async () => {
    const folder = folderWith({ 'salon/notes.yaml': plainMapping });
    const { used, log, names, reloads } = watch(folder, { hints: noHints });
    await sleep(begunMs);
    writeFiles(folder, {
      'salon/notes.yaml': third,
      'new/more.yaml': plainMapping,
      'new/samples/no.yaml': plainMapping,
    });
    await reloads(1);
    expect(used[0]?.texts.get(join(folder, 'salon/notes.yaml'))).toContain('third');
    rmSync(join(folder, 'salon'), { recursive: true });
    await reloads(2);
    expect(names()).toEqual([['new/more', 'salon/notes'], ['new/more']]);
    expect(log.map(each => each.changed)).toEqual([
      ['new/more.yaml', 'salon/notes.yaml'],
      ['salon/notes.yaml'],
    ]);
  });

  it('retries at the next check a change that the bridge could not apply, and reports that once', async () => {
    const folder = folderWith({ 'notes.yaml': plainMapping });
    const { used, said, reloads } = watch(folder, { refusals: 3 });
    await sleep(begunMs);
    writeFiles(folder, { 'notes.yaml': other });
    await reloads(1);
    expect(noteOf(used)).toContain('changed');
    expect(said()).toEqual(['cannot reload mappings', 'mappings reloaded']);
  });

  it('does nothing after it was ended', async () => {
    const folder = folderWith({ 'notes.yaml': plainMapping });
    const { used, end } = watch(folder);
    await sleep(begunMs);
    writeFiles(folder, { 'notes.yaml': other });
    end();
    await sleep(aWhileMs);
    expect(used).toEqual([]);
  });
});

describe.concurrent('a mapping never disappears while it is saved', () => {
  it.each<[string, (folder: string) => Promise<void>]>([
    [
      'written in place, slowly',
      async folder => {
        writeFileSync(join(folder, 'notes.yaml'), '');
        await sleep(40);
        writeFileSync(join(folder, 'notes.yaml'), other.slice(0, 60));
        await sleep(40);
        writeFileSync(join(folder, 'notes.yaml'), other);
      },
    ],
    [
      'written to a temporary file that takes its place',
      async folder => {
        writeFileSync(join(folder, '.notes.yaml.tmp'), other);
        renameSync(join(folder, '.notes.yaml.tmp'), join(folder, 'notes.yaml'));
      },
    ],
    [
      'renamed to a backup and written anew, as vim does',
      async folder => {
        writeFileSync(join(folder, '4913'), '');
        unlinkSync(join(folder, '4913'));
        renameSync(join(folder, 'notes.yaml'), join(folder, 'notes.yaml~'));
        await sleep(300);
        writeFileSync(join(folder, 'notes.yaml'), other);
        unlinkSync(join(folder, 'notes.yaml~'));
      },
    ],
    [
      'copied to a backup and written in place, as vim does with links',
      async folder => {
        copyFileSync(join(folder, 'notes.yaml'), join(folder, 'notes.yaml~'));
        writeFileSync(join(folder, 'notes.yaml'), other);
        unlinkSync(join(folder, 'notes.yaml~'));
      },
    ],
    [
      'removed and written anew, as a checkout does',
      async folder => {
        unlinkSync(join(folder, 'notes.yaml'));
        await sleep(300);
        writeFileSync(join(folder, 'notes.yaml'), other);
      },
    ],
    [
      'in a folder that is removed and made anew',
      async folder => {
        rmSync(folder, { recursive: true });
        await sleep(150);
        mkdirSync(folder);
        await sleep(100);
        writeFileSync(join(folder, 'more.yaml'), plainMapping);
        await sleep(100);
        writeFileSync(join(folder, 'notes.yaml'), other);
      },
    ],
    [
      'in a folder whose place another one takes',
      async folder => {
        cpSync(folder, `${folder}-next`, { recursive: true });
        writeFileSync(join(`${folder}-next`, 'notes.yaml'), other);
        renameSync(folder, `${folder}-before`);
        renameSync(`${folder}-next`, folder);
      },
    ],
    [
      'closed to this program for a moment',
      async folder => {
        chmodSync(join(folder, 'notes.yaml'), 0o000);
        await sleep(40);
        writeFileSync(join(folder, 'notes.new'), other);
        renameSync(join(folder, 'notes.new'), join(folder, 'notes.yaml'));
      },
    ],
  ])('%s', async (_, save) => {
    const parent = folderWith({ 'mappings/notes.yaml': plainMapping, 'mappings/more.yaml': plainMapping });
    const folder = join(parent, 'mappings');
    const { used, said, names, reloads } = watch(folder);
    await sleep(begunMs);
    await save(folder);
    await reloads(1);
    expect(names()).toEqual([['more', 'notes']]);
    expect(noteOf(used)).toContain('changed');
    expect(said()).toEqual(['mappings reloaded']);
    // The new folder is watched like the old one.
    writeFiles(folder, { 'notes.yaml': third });
    await reloads(2);
    expect(noteOf(used)).toContain('third');
  });

  it('in a folder that stays away, which is reported once', async () => {
    const parent = folderWith({ 'mappings/notes.yaml': plainMapping });
    const folder = join(parent, 'mappings');
    const { said, names, reloads } = watch(folder);
    await sleep(begunMs);
    renameSync(folder, join(parent, 'away'));
    await reloads(1);
    expect(names()).toEqual([['notes']]);
    renameSync(join(parent, 'away'), folder);
    writeFiles(folder, { 'notes.yaml': other });
    await reloads(2);
    expect(said()).toEqual(['cannot read the mappings folder', 'mappings reloaded']);
  });
});

describe.concurrent('a mounted ConfigMap', () => {
  /** Writes files as a kubelet does: into a new folder, to which `..data` is then changed in one step. */
  function project(mount: string, version: string, files: Record<string, string>): void {
    writeFiles(join(mount, version), files);
    symlinkSync(version, join(mount, '..data_tmp'));
    renameSync(join(mount, '..data_tmp'), join(mount, '..data'));
  }

  it.each([
    ['mappings', '', ['more', 'notes']],
    ['mappings/deeper', 'deeper/', ['more', 'notes']],
    ['mappings', 'deeper/', ['deeper/more', 'deeper/notes']],
  ])('is swapped as a whole, seen as %s with files below "%s"', async (place, inside, expected) => {
    const parent = folderWith({});
    const mount = join(parent, 'mappings');
    const files = (text: string) => ({ [`${inside}notes.yaml`]: text, [`${inside}more.yaml`]: text });
    project(mount, '..2026_11_21_10_00_00.1', files(plainMapping));
    if (inside === '') {
      for (const name of ['notes.yaml', 'more.yaml']) symlinkSync(`..data/${name}`, join(mount, name));
    } else symlinkSync('..data/deeper', join(mount, 'deeper'));
    const { used, names, said, reloads } = watch(join(parent, place));
    await sleep(begunMs);
    for (const [index, text] of [other, third].entries()) {
      const version = `..2026_11_21_10_0${index + 1}_00.1`;
      project(mount, version, files(text));
      rmSync(join(mount, index === 0 ? '..2026_11_21_10_00_00.1' : '..2026_11_21_10_01_00.1'), {
        recursive: true,
      });
      await reloads(index + 1);
      expect(noteOf(used)).toContain(index === 0 ? 'changed' : 'third');
      expect(noteOf(used, 'more')).toBe(noteOf(used));
    }
    expect(names()).toEqual(Array(2).fill(expected));
    expect(said()).toEqual(Array(2).fill('mappings reloaded'));
  });

  it('never shows a mix of two versions, however often it is replaced', async () => {
    const parent = folderWith({});
    const mount = join(parent, 'mappings');
    const names = Array.from({ length: 30 }, (_, index) => `m${index}.yaml`);
    const files = (version: number) =>
      Object.fromEntries(
        names.map(name => [name, plainMapping.replace('note: note', `note: {value: v${version}}`)]),
      );
    project(mount, '..v0', files(0));
    for (const name of names) symlinkSync(`..data/${name}`, join(mount, name));
    const { used, end } = watch(mount, { pace: { settle: 1, lookEvery: 1, hint: 1 } });
    for (let version = 1; version <= 60; version += 1) {
      project(mount, `..v${version}`, files(version));
      rmSync(join(mount, `..v${version - 1}`), { recursive: true });
      await sleep(version % 7);
    }
    await vi.waitFor(() => expect(noteOf(used, 'm0')).toBe('{value: v60}'), { timeout: 60_000 });
    // It looks each millisecond, and others continue.
    end();
    for (const { texts, faulty } of used) {
      const versions = new Set([...texts.values()].map(text => /value: (v\d+)/.exec(text)?.[1]));
      expect({ versions: versions.size, files: texts.size, faulty }).toEqual({
        versions: 1,
        files: 30,
        faulty: [],
      });
    }
  });
});
