import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeTraced } from './may-trace.ts';
import { startTraced, type Traced, type TraceOptions } from './start-traced.ts';

let folder: string;
let traced: Traced[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-trace-'));
  traced = [];
});

afterEach(async () => {
  for (const each of traced) await each.end('SIGKILL');
  rmSync(folder, { recursive: true });
});

/** Runs a script in Node; returns the program and the lines that it prints. */
async function run(script: string, options: TraceOptions = {}) {
  const program = await startTraced(process.execPath, ['-e', script, folder], options);
  traced.push(program);
  if (!program.child.stdout) throw new Error('it has no output');
  const lines = createInterface({ input: program.child.stdout })[Symbol.asyncIterator]();
  return { program, next: async () => (await lines.next()).value as string | undefined };
}

const file = (name: string) => join(folder, name);

describeTraced('the tracer', () => {
  it('records the calls of all threads with their files, results and contents, in the order of their stops', async () => {
    const { program } = await run(
      `const { Worker } = require('node:worker_threads');
       fs.writeFileSync(process.argv[1] + '/a', 'id-11 in a');
       const script = () => {
         const fs = require('node:fs');
         const file = fs.openSync(require('node:worker_threads').workerData, 'w');
         fs.writeSync(file, 'id-22 in b');
         fs.fdatasyncSync(file);
       };
       new Worker('(' + script + ')()', { eval: true, workerData: process.argv[1] + '/b' });`,
      {
        record: {
          file: file('record'),
          calls: ['write', 'pwrite64', 'fdatasync'],
          keepBytes: 5,
          find: { id: 'id-(\\d+)' },
        },
      },
    );
    expect(await program.end('SIGCONT')).toEqual({ status: 0, signal: null });
    const calls = (await program.record()).filter(({ path }) => path.startsWith(folder));
    expect(calls).toMatchObject([
      { path: file('a'), result: 10, text: 'id-11', found: { id: ['11'] } },
      { path: file('b'), result: 10, text: 'id-22', found: { id: ['22'] } },
      { path: file('b'), name: 'fdatasync', result: 0 },
    ]);
    expect(calls[0]?.thread).not.toBe(calls[1]?.thread);
    expect(calls[1]?.ended).toBeLessThan(calls[2]?.began ?? 0);
  });

  it('returns an error in place of matching calls only', async () => {
    const { program, next } = await run(
      `for (let n = 1; n <= 5; n += 1) for (const name of ['/a', '/b'])
         try { fs.appendFileSync(process.argv[1] + name, String(n)) } catch (e) { console.log(name, n, e.errno) }`,
      { faults: [{ calls: ['write', 'pwrite64'], path: '*/a', error: 'EDQUOT', after: 1, times: 2 }] },
    );
    expect([await next(), await next(), await next()]).toEqual(['/a 2 -122', '/a 3 -122', undefined]);
    await program.end();
    expect([readFileSync(file('a'), 'utf8'), readFileSync(file('b'), 'utf8')]).toEqual(['145', '12345']);
  });

  it('activates and deactivates faults while the program runs', async () => {
    const { program, next } = await run(
      `process.on('SIGUSR2', () => {
         try { fs.writeFileSync(process.argv[1] + '/a', 'x'); console.log('written') } catch (e) { console.log(e.code) }
       }); setInterval(() => {}, 1000); console.log('ready');`,
    );
    expect(await next()).toBe('ready');
    const said: (string | undefined)[] = [];
    const write = async () => {
      process.kill(program.pid, 'SIGUSR2');
      said.push(await next());
    };
    await write();
    const injected = await program.inject({ calls: ['openat'], path: '*/a', error: 'EROFS' });
    await write();
    await write();
    expect(await injected.hits()).toBe(2);
    expect(await injected.lift()).toBe(2);
    await write();
    expect(said).toEqual(['written', 'EROFS', 'EROFS', 'written']);
  });

  it('delays one thread and leaves the others running', async () => {
    const { next } = await run(
      `const f = fs.openSync(process.argv[1] + '/a', 'w');
       fs.fsync(f, () => console.log('synced')); setTimeout(() => console.log('still running'), 20)`,
      { faults: [{ calls: ['fsync'], path: '*/a', delayMs: 700 }] },
    );
    expect([await next(), await next()]).toEqual(['still running', 'synced']);
  });

  it('forwards signals, and ends like the program', async () => {
    const { program, next } = await run(
      `process.on('SIGTERM', () => { console.log('told'); process.exit(7) }); setInterval(() => {}, 1000); console.log('up')`,
    );
    await next();
    expect(await program.end()).toEqual({ status: 7, signal: null });
    expect(await next()).toBe('told');
    const killed = await run(`console.log('up'); setInterval(() => {}, 1000)`);
    await killed.next();
    expect(await killed.program.end('SIGKILL')).toEqual({ status: null, signal: 'SIGKILL' });
  });

  it('keeps a stopped program stopped until it is continued', async () => {
    const { program, next } = await run(`setInterval(() => console.log('tick'), 5)`);
    await next();
    process.kill(program.pid, 'SIGSTOP');
    let before = ticks(program.pid);
    const rests = async () => {
      const last = before;
      await new Promise(done => setTimeout(done, 100));
      before = ticks(program.pid);
      return before === last;
    };
    // A running program ticks every few milliseconds, so only a stopped one has no tick for that long.
    await expect.poll(rests).toBe(true);
    process.kill(program.pid, 'SIGCONT');
    await expect.poll(() => ticks(program.pid)).toBeGreaterThan(before);
  });

  it('traces the processes that the program starts', async () => {
    const { program } = await run(
      `require('node:child_process').execFileSync('sh', ['-c', 'echo from the child > ' + process.argv[1] + '/a'])`,
      { record: { file: file('record'), calls: ['write'], keepBytes: 99 } },
    );
    await program.end('SIGCONT');
    expect((await program.record()).filter(({ path }) => path === file('a'))).toMatchObject([
      { text: 'from the child\n', result: 15 },
    ]);
  });

  it('kills the program when it is killed itself', async () => {
    const { program, next } = await run(`console.log('up'); setInterval(() => {}, 1000)`);
    await next();
    program.child.kill('SIGKILL');
    await once(program.child, 'exit');
    await expect.poll(() => isRunning(program.pid)).toBe(false);
  });
});

/** How often a process was scheduled. */
function ticks(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1]);
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
