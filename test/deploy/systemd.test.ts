import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folderWith } from '../cli/command-line.ts';
import { readProjectFile } from '../house/markdown.ts';
import { freePort, program, startProgram } from '../program/program.ts';

const text = readProjectFile('deploy/systemd/fieldbridge.service');
const analyze = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!analyze) console.warn('SKIPPED: what systemd says of the unit, since it is not here');
const strace = spawnSync('strace', ['-f', '-qq', '-o', '/dev/null', 'true']).status === 0;
if (!analyze || !strace)
  console.warn('SKIPPED: the system calls that the unit allows, since systemd or strace is not here');

/** The settings of the unit by section; a repeated key has several values. */
const settings = new Map<string, Map<string, readonly string[]>>();
let section = '';
for (const line of text.split('\n').filter(each => each !== '' && !each.startsWith('#'))) {
  const [, heading] = /^\[(\w+)\]$/.exec(line) ?? [];
  if (heading !== undefined) {
    section = heading;
    settings.set(section, new Map());
    continue;
  }
  const [, key = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
  const known = settings.get(section);
  known?.set(key, [...(known.get(key) ?? []), value]);
}
const service = settings.get('Service') ?? new Map<string, readonly string[]>();

/** The unit as if the program were installed in its build folder. */
const unitFolder = () =>
  folderWith({ 'fieldbridge.service': text.replace('ExecStart=fieldbridge', `ExecStart=${program}`) });

describe('the unit for systemd', () => {
  it('has only settings in sections', () => {
    expect([...settings.keys()]).toEqual(['Unit', 'Service', 'Install']);
    expect([...settings.values()].flatMap(each => [...each.keys()])).not.toContain('');
  });

  it.skipIf(!analyze)('has no fault that systemd finds', () => {
    const ran = spawnSync('systemd-analyze', ['verify', join(unitFolder(), 'fieldbridge.service')], {
      encoding: 'utf8',
    });
    expect(ran).toMatchObject({ status: 0, stdout: '', stderr: '' });
  });

  it.skipIf(!analyze)('is as restricted as systemd allows for a program that uses IP and a compiler', () => {
    const file = join(unitFolder(), 'fieldbridge.service');
    const ran = spawnSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' });
    const [, exposure = '10'] = /exposure level for .*: ([\d.]+)/.exec(ran.stdout) ?? [];
    expect(Number(exposure)).toBeLessThan(1.6);
  });

  it('stores data where the unit may write, and restarts after every failure except a faulty config', () => {
    expect(service.get('ProtectSystem')).toEqual(['strict']);
    expect(service.get('StateDirectory')).toEqual(['fieldbridge']);
    expect(service.get('Environment')).toEqual([
      'FIELDBRIDGE_STORE=sqlite:/var/lib/fieldbridge/fieldbridge.db',
    ]);
    expect(service.get('Restart')).toEqual(['on-failure']);
    expect(service.get('RestartPreventExitStatus')).toEqual(['2']);
    expect(Number.parseInt(service.get('TimeoutStopSec')?.[0] ?? '', 10)).toBeGreaterThanOrEqual(65);
    expect(service.has('MemoryDenyWriteExecute')).toBe(false);
  });

  it.skipIf(!analyze || !strace)('allows every system call that the program makes', async () => {
    const port = await freePort();
    const folder = folderWith({
      'config.yaml': `server: {port: ${port}}
sources: {form: {verify: {type: header-token, name: X-Form-Token, secret: the-token-of-the-form}}}
`,
      'mappings/note.yaml':
        'source: form\ndestination: salon\noperation: updateCustomer\nset: {id: $uppercase(id)}\n',
    });
    const trace = join(folder, 'trace');
    const running = await startProgram({
      config: join(folder, 'config.yaml'),
      port,
      through: ['strace', '-f', '-qq', '-o', trace],
    });
    onTestFinished(() => void running.child.kill('SIGKILL'));
    const posted = await fetch(`http://127.0.0.1:${port}/hooks/form`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-form-token': 'the-token-of-the-form' },
      body: '{"id":"a"}',
    });
    expect(posted.status).toBe(200);
    const [first] = readFileSync(
      `/proc/${running.child.pid}/task/${running.child.pid}/children`,
      'utf8',
    ).split(' ');
    process.kill(Number(first), 'SIGTERM');
    await expect.poll(() => running.child.exitCode).toBe(0);
    const made = new Set(
      [...readFileSync(trace, 'utf8').matchAll(/^\d+ +(\w+)\(/gm)].map(([, name = '']) => name),
    );
    expect(made.size).toBeGreaterThan(40);
    const allowed = allowedCalls();
    // As root, SQLite gives its files to the owner of the store. The test may run as root, but the unit does not.
    expect([...made].filter(name => !allowed.has(name) && name !== 'fchown')).toEqual([]);
  });
});

/** Applies the lines of the unit one after another; returns the allowed system calls. */
function allowedCalls(): ReadonlySet<string> {
  let allowed = new Set<string>();
  for (const line of service.get('SystemCallFilter') ?? []) {
    const members = new Set(line.replace(/^~/, '').split(' ').flatMap(membersOf));
    allowed = line.startsWith('~') ? allowed.difference(members) : allowed.union(members);
  }
  return allowed;
}

function membersOf(name: string): readonly string[] {
  if (!name.startsWith('@')) return [name];
  const listed = execFileSync('systemd-analyze', ['syscall-filter', name], { encoding: 'utf8' });
  const [, ...lines] = listed.split('\n').map(line => line.trim());
  return lines.filter(line => line !== '' && !line.startsWith('#')).flatMap(membersOf);
}
