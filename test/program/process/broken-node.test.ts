import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';

const launcher = resolve(import.meta.dirname, '../../../src/launch-elsewhere.ts');
const script = resolve(import.meta.dirname, '../../../scripts/why-no-node.sh');
const small = readFileSync('/bin/true');

/** Returns a small program with a requirement that no system meets. */
function wanting(pattern: RegExp, instead: (text: string) => string): Buffer {
  const text = pattern.exec(small.toString('latin1'))?.[0] ?? '';
  return Buffer.from(small.toString('latin1').replace(text, instead(text)), 'latin1');
}

/** Possible faults of an installed Node, with the message for each. */
const broken: readonly [string, Buffer | string, RegExp][] = [
  ['a library is missing', wanting(/libc\.so\.6/, () => 'liby.so.6'), /it ended with status 127/],
  ['its loader is missing', wanting(/\/lib[^\0]*\/ld-[^\0]*/, text => `${text.slice(0, -1)}x`), /ENOENT/],
  ['it is empty', '', /it ended with status 0/],
  ['it is another file', 'MZ\0\0for another system', /it ended with status \d+/],
  ['the processor is too old for it', '#!/bin/sh\nkill -ILL $$', /SIGILL ended it/],
  ['it refuses its arguments', '#!/bin/sh\nexit 9', /it ended with status 9/],
];

/** Creates a package whose own Node is this file. */
function packageWith(node: Buffer | string, mode = 0o755): { folder: string; node: string } {
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-node-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const name = `node-${process.platform}-${process.arch}`;
  const file = join(folder, 'node_modules', name, 'bin/node');
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(join(folder, 'node_modules', name, 'package.json'), JSON.stringify({ name }));
  writeFileSync(file, node);
  chmodSync(file, mode);
  return { folder, node: file };
}

/** Runs the program of a package like a Node that is too old. */
async function launch(folder: string) {
  const program = join(folder, 'dist/fieldbridge.js');
  const code = `import(${JSON.stringify(launcher)}).then(({ launchElsewhere }) => launchElsewhere(${JSON.stringify(program)}))`;
  const child = spawn(process.execPath, ['-e', code, 'program', 'start'], { cwd: folder });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (printed += chunk));
  const [status] = await once(child, 'close');
  return { status, printed };
}

const words = /^fieldbridge: the Node that it brings along cannot run here \((.*)\): (.*)\n(.*)\n$/m;

describe('a packaged Node that cannot run', () => {
  it.each(broken)('is reported by the program: %s', async (_, node, why) => {
    const made = packageWith(node);
    const { status, printed } = await launch(made.folder);
    expect(status).toBe(3);
    const [, reason, place, advice] = words.exec(printed) ?? [];
    expect(reason).toMatch(why);
    expect(place).toBe(made.node);
    expect(advice).toMatch(/^Install Node 24\.15 or newer and start it with that, or /);
  });

  it('is reported if nobody may execute it', async () => {
    const { status, printed } = await launch(packageWith(small, 0o644).folder);
    expect(status).toBe(3);
    expect(printed).toMatch(/cannot run here \(.*EACCES.*\): /);
  });

  it.each(broken.filter(([, , why]) => !why.test('it ended with status 0')))(
    'is reported by `npm ci`: %s',
    (_, node) => {
      const { node: file } = packageWith(node);
      const ran = spawnSync('/bin/sh', [script], {
        env: { PATH: join(file, '..') },
        encoding: 'utf8',
      });
      expect(ran.status).toBe(1);
      expect(ran.stderr).toContain('the Node that npm has installed here cannot run:');
      expect(ran.stderr).toContain('rm node_modules/.bin/node && npm run build');
    },
  );

  it('is not reported by `npm ci` for another fault', () => {
    const ran = spawnSync('/bin/sh', [script], {
      env: { PATH: join(process.execPath, '..') },
      encoding: 'utf8',
    });
    expect(ran).toMatchObject({ status: 1, stdout: '', stderr: '' });
  });
});
