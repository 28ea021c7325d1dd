import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';
import { freePort, program } from '../program/program.ts';
import { codeOf, type Fence, fencesOf, readProjectFile, root } from './markdown.ts';

const readme = readProjectFile('README.md');
const fences = fencesOf(readme);

/** Commands that install, build or test the whole project, which has happened before these tests. */
const doneBefore = ['npm ci && npm run demo', 'npm ci && npm test'];

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly all: string;
}

/** Runs a program to its end. */
async function run(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<Ran> {
  const child = spawn(command, args, {
    ...options,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let all = '';
  child.stdout.on('data', chunk => {
    out += chunk;
    all += chunk;
  });
  child.stderr.on('data', chunk => {
    all += chunk;
  });
  const [status] = await once(child, 'close');
  return { status, out, all };
}

/** Compares a fence with the output: a line of dots stands for any lines; ids and times may differ. */
function expectPrinted(printed: string, fence: Fence): void {
  const line = (text: string) => RegExp.escape(steady(text));
  const pattern = fence.text
    .trimEnd()
    .split('\n')
    .map(each => (each.trim() === '...' ? '(?:.*\\n)*?.*' : line(each)));
  expect(steady(printed)).toMatch(new RegExp(`^${pattern.join('\\n')}$`, 'm'));
}

function steady(text: string): string {
  return text
    .split('\n')
    .map(line =>
      line
        .replace(/evt_\w+/g, 'evt_ID')
        .replace(/\d+(\.\d+)? (m?s)\b/g, 'N $2')
        .trimEnd(),
    )
    .join('\n');
}

describe('the fences of the README', () => {
  it('are all of a kind that is run here', () => {
    expect(fences.map(fence => fence.language)).toEqual([
      'sh',
      'text',
      'sh',
      'sh',
      'yaml',
      'yaml',
      'sh',
      'sh',
      'sh',
      'text',
      'sh',
      'sh',
      'sh',
    ]);
    expect(fences.filter(fence => fence.language === 'sh').map(fence => fence.text.trim())).toEqual(
      expect.arrayContaining(doneBefore),
    );
  });

  it('show what the demo prints, which ends by itself without a terminal', async () => {
    const [excerpt] = fences.filter(fence => fence.language === 'text');
    const { demo } = JSON.parse(readProjectFile('package.json')).scripts;
    expect(demo).toBe('node scripts/is-built.js && node dist/fieldbridge.js demo');
    const ran = await run(process.execPath, [program, 'demo'], { cwd: root });
    expect(ran.all).toContain('scenes came out as they should');
    expect(ran.status).toBe(0);
    if (excerpt) expectPrinted(ran.out, excerpt);
  });
});

describe('a first bridge, made as the README says', () => {
  it('is written, and its test passes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-readme-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const found = fences.find(fence =>
      fence.before.includes('To see the result with the simulated calendar'),
    );
    const args = (found?.text ?? '').trim().split(' ').slice(2);
    const made = await run(process.execPath, [program, ...args], { cwd: folder });
    expect(made).toMatchObject({ status: 0, out: expect.stringContaining('Next steps:') });
    const env = { TYPEFORM_SECRET: 'the-secret-of-the-form' };
    const cwd = join(folder, 'my-first-bridge');
    const tested = await run(process.execPath, [program, 'test'], { cwd, env });
    expect(tested.out).toContain('1 passed, 0 failed');
  });
});

describe('a bridge of one’s own, made as the README says', () => {
  let checkout = '';
  let folder = '';
  let port = 0;
  let env: Record<string, string> = {};
  const running: ChildProcess[] = [];

  /** Returns the fence after a text. */
  function fenceAfter(language: string, text: string): string {
    const found = fences.find(fence => fence.language === language && fence.before.includes(text));
    if (!found) throw new Error(`the README has no ${language} fence after "${text}"`);
    return found.text;
  }

  /** Starts a long-running program, and waits until it has printed a text. */
  async function start(args: readonly string[], ready: RegExp): Promise<string> {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: { ...process.env, ...env },
    });
    running.push(child);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', chunk => {
        printed += chunk;
      });
    }
    while (!ready.test(printed)) {
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}:\n${printed}`);
      await wait(10);
    }
    return printed;
  }

  /** Changes commands of the README so that they run here, where the package is not installed. */
  function asHere(commands: string): string {
    return commands.replaceAll('npx fieldbridge', `'${process.execPath}' '${program}'`);
  }

  function fieldbridge(...args: readonly string[]): Promise<Ran> {
    // With the variables that npx sets.
    return run(process.execPath, [program, ...args], { cwd: folder, env: { ...env, npm_command: 'exec' } });
  }

  async function ask(path: string, method = 'GET'): Promise<Response> {
    const headers = { authorization: `Bearer ${env.ADMIN_TOKEN}` };
    return fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
  }

  beforeAll(async () => {
    checkout = mkdtempSync(join(tmpdir(), 'fieldbridge-readme-'));
    cpSync(join(root, 'mappings'), join(checkout, 'mappings'), { recursive: true });
    const made = spawnSync('bash', ['-ec', `${fenceAfter('sh', 'A bridge is a folder with')}pwd`], {
      cwd: checkout,
      encoding: 'utf8',
    });
    folder = made.stdout.trim();
    port = await freePort();
    writeFileSync(
      join(folder, 'config.yaml'),
      `server: {port: ${port}}\n${fenceAfter('yaml', '`config.yaml`:')}`,
    );
    writeFileSync(join(folder, 'mappings/intake.yaml'), fenceAfter('yaml', '`mappings/intake.yaml`:'));
    const page = await start(
      [...fenceAfter('sh', 'run a simulated one').trim().split(' ').slice(2), '--port', '0'],
      /DELETE/,
    );
    const [, url = ''] = /(http:\/\/127\.0\.0\.1:\d+)\//.exec(page) ?? [];
    const exported = [...readme.matchAll(/^export (.*)$/gm)].flatMap(match => (match[1] ?? '').split(' '));
    env = Object.fromEntries(exported.map(each => each.split('=', 2) as [string, string]));
    expect(page).toContain(env.SALON_TOKEN);
    env = { ...env, CALENDAR_URL: url };
  });

  afterAll(async () => {
    for (const child of running) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    rmSync(checkout, { recursive: true, force: true });
  });

  it('has the sandbox at the address that the README says', async () => {
    const [, address = ''] = /CALENDAR_URL=http:\/\/(\S+)/.exec(readme) ?? [];
    const blocker = createServer().listen(Number(address.split(':')[1]), '127.0.0.1');
    onTestFinished(() => void blocker.close());
    // If another program uses the port, it is blocked as well.
    await once(blocker, 'listening').catch(() => {});
    const ran = await fieldbridge('sandbox');
    expect(ran.all).toContain(`fieldbridge sandbox: ${address} is taken by another program`);
  });

  it('does everything that the README says, in its order', async () => {
    const lines = fenceAfter('sh', 'Then:').trim().split('\n');
    const named = lines.map(line => /^npx fieldbridge (\w+)/.exec(line)?.[1]);
    expect(named).toEqual(['check', 'fields', 'statuses', 'preview', 'test', 'start', 'send']);
    const printed: Record<string, string> = {};
    for (const line of lines) {
      const [name = '', ...args] = line
        .replace(/ +#.*$/, '')
        .split(' ')
        .slice(2);
      if (name === 'start') {
        await start([name, ...args], /ready for webhooks/);
        continue;
      }
      const ran = await fieldbridge(name, ...args);
      expect({ line, status: ran.status, printed: ran.all }).toMatchObject({ line, status: 0 });
      printed[name] = ran.out;
    }
    expect(printed.check).toBe('1 mapping and the config checked, also against salon: no problems\n');
    expect(printed.test).toContain('2 passed, 0 failed');
    expect(printed.preview).toContain('updateCustomer at salon: would be sent');
    expect(printed.send).toMatch(/^200 /);

    const commands = asHere(fenceAfter('sh', 'waits, because the customer number'));
    const linked = await run('bash', ['-ec', commands], { cwd: folder, env });
    expect(linked.all).toContain('1 link imported');
    expect(linked.all).toMatch(/^evt_\w+ +(queued|delivered) /m);
    expect(linked.all).toMatch(/^salon +open /m);
    expect(linked.all).toMatch(/^website +typeform /m);
    expect(linked.status).toBe(0);
    for (;;) {
      const { events } = (await (await ask('/api/events')).json()) as { events: { status: string }[] };
      expect(events).toHaveLength(1);
      if (events[0]?.status === 'delivered') break;
      expect(events[0]?.status).toBe('queued');
      await wait(10);
    }
  });

  it('has schemas for an editor, which accept the examples of the README', async () => {
    const commands = asHere(fenceAfter('sh', 'JSON Schemas give an editor'));
    const written = await run('bash', ['-ec', commands], { cwd: folder, env });
    expect(written.status).toBe(0);
    const schemas = readme.matchAll(/\$schema=(?:\.\.\/)?([\w.]+)/g);
    for (const name of new Set([...schemas].map(match => match[1] ?? ''))) {
      const schema = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      const file = name.startsWith('config') ? 'config.yaml' : 'mappings/intake.yaml';
      const value = parse(readFileSync(join(folder, file), 'utf8'));
      const check = new Ajv({ strict: false }).compile(schema);
      expect({ file, fits: check(value), errors: check.errors }).toEqual({ file, fits: true, errors: null });
    }
  });

  it('serves every path that the README names, and every request of the reference that it points at', async () => {
    const section = readme.slice(readme.indexOf('## Running it'), readme.indexOf('`npm run bench`'));
    const named = codeOf(section).filter(name => /^GET \/[a-z]+$/.test(name));
    expect(named.length).toBeGreaterThan(2);
    for (const name of named) expect((await ask(name.slice(4))).status).toBe(200);
    expect(section).toContain('(docs/reference/api.md)');
    const requests = [...readProjectFile('docs/reference/api.md').matchAll(/^### (\w+) (\/api\/\S+)$/gm)];
    expect(requests.length).toBeGreaterThan(12);
    for (const [, method = '', path = ''] of requests) {
      const name = path.startsWith('/api/destinations') ? 'salon' : 'evt_0';
      const answer = await (await ask(path.replace(':id', name), method)).text();
      expect({ path, known: !answer.includes('has no such path') }).toEqual({ path, known: true });
    }
    expect(await (await ask('/api/nothing')).text()).toContain('has no such path');
  });

  it('gets the diagnostic that the README shows for a misspelt field', async () => {
    const [, shown] = fences.filter(fence => fence.language === 'text');
    const file = join(folder, 'mappings/intake.yaml');
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, good.replace('birthdate:', 'birth_date:'));
    onTestFinished(() => writeFileSync(file, good));
    const ran = await fieldbridge('check');
    expect(ran.status).toBe(1);
    if (shown) expectPrinted(ran.out, shown);
  });
});
