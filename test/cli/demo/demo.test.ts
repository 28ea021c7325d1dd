import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { scenes } from '../../../src/cli/demo/scenes.ts';
import { fieldbridge, fieldbridgeUntilStopped, folderWith, openSandbox } from '../command-line.ts';

const root = resolve(import.meta.dirname, '../../..');
const longest = /^\s*(?:https?:|curl )\S*/;

describe('demo', () => {
  it('plays every scene, ends without a terminal, and shows no secret', async () => {
    const env = { ADMIN_TOKEN: 'the-token-of-a-real-admin', CALENDAR_URL: 'http://127.0.0.1:9' };
    const ran = await fieldbridge(['demo', '--port', '0'], { env });
    expect(ran.err).toBe('');
    expect(ran.status).toBe(0);
    for (const [index, scene] of scenes.entries())
      expect(ran.out).toContain(`${index + 1}. ${scene.title}\n`);
    expect(ran.out).toContain(
      'result   delivered: customer 1015\n  link     301 of contacts is customer 1015 at salon',
    );
    expect(ran.out).toContain('the waiting event continues automatically');
    expect(ran.out).toContain('result   delivered: the customer must still pay (requirePayment)');
    expect(ran.out).toContain('401 after');
    expect(ran.out).toMatch(
      /answer {3}HTTP 503 after .*\n {2}answer {3}HTTP 200 after \d+ ms, \d\.\d s later/,
    );
    expect(ran.out).toMatch(/\nAll \d+ scenes came out as they should\.\n$/);
    expect(ran.out).not.toContain('Bearer');
    expect(ran.out).not.toContain('\u001b');
    expect(ran.out).not.toContain(env.ADMIN_TOKEN);
  });

  it('fits into a terminal of 80 columns, keeps running there until it is stopped, and leaves nothing', async () => {
    const temporary = folderWith({});
    vi.stubEnv('TMPDIR', temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const running = fieldbridgeUntilStopped(['demo', '--port', '0'], { columns: 80, env: { NO_COLOR: '1' } });
    const [, token, url] = await running.printed(
      /Bearer (\S+)' (http:\S+)\/api\/events\n.*Ctrl\+C ends the demo/s,
    );
    const reply = await fetch(`${url}/api/events`, { headers: { authorization: `Bearer ${token}` } });
    const { events } = (await reply.json()) as { events: unknown[] };
    expect(events.length).toBeGreaterThan(scenes.length - 3);
    const [, console, code] = /(http:\S+)\/console#code=(\S+)/.exec(running.out()) ?? [];
    const signedIn = await fetch(`${console}/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(String(console)).origin },
      body: JSON.stringify({ code }),
    });
    expect([signedIn.status, await signedIn.json()]).toMatchObject([200, { role: 'admin' }]);
    expect(await running.stop()).toBe(0);
    const tooLong = running
      .out()
      .split('\n')
      .filter(line => line.length > 80 && !longest.test(line));
    expect(tooLong).toEqual([]);
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('uses another port if the default is in use', async () => {
    const { url } = await openSandbox();
    const ran = await fieldbridge(['demo', '--port', new URL(url).port]);
    expect(ran.status).toBe(0);
    expect(ran.out).not.toMatch(new RegExp(`bridge +${url}`));
  });
});

describe('demo with changed files', () => {
  /** Copies the package, as it is published, to another place. */
  function copyOfPackage(): string {
    const folder = folderWith({});
    for (const name of ['dist', 'mappings', 'config.example.yaml', 'package.json'])
      cpSync(join(root, name), join(folder, name), { recursive: true });
    return folder;
  }

  function demoIn(folder: string) {
    return spawnSync(process.execPath, [join(folder, 'dist/fieldbridge.js'), 'demo'], { encoding: 'utf8' });
  }

  it('ends with status 3 and names the scene with another result', () => {
    const folder = copyOfPackage();
    const sample = join(folder, 'mappings/samples/intake-wrong-choice.json');
    writeFileSync(sample, readFileSync(sample, 'utf8').replace('Piercing', 'Styling'));
    const ran = demoIn(folder);
    const number = scenes.findIndex(scene => scene.payload === 'intake-wrong-choice.json') + 1;
    expect(ran.stderr).toBe(`fieldbridge demo: scene ${number}: delivered, which is not as it should be\n`);
    expect(ran.status).toBe(3);
    expect(ran.stdout).not.toContain('as they should');
  });

  it('never sends to another calendar', () => {
    const folder = copyOfPackage();
    const config = join(folder, 'config.example.yaml');
    const changed = readFileSync(config, 'utf8').replace(
      /baseUrl: .*/,
      'baseUrl: https://calendar.example.com',
    );
    writeFileSync(config, changed);
    const ran = demoIn(folder);
    expect(ran.stderr).toContain(
      'the demo sends to its sandbox only, but config.example.yaml sends salon elsewhere',
    );
    expect(ran.status).toBe(3);
    expect(ran.stdout).toBe('');
  });

  it('ends with status 2 if the config is faulty, and shows the place', () => {
    const folder = copyOfPackage();
    writeFileSync(join(folder, 'config.example.yaml'), 'soruces: {}\n');
    const ran = demoIn(folder);
    expect(ran.status).toBe(2);
    expect(ran.stderr).toContain('config.example.yaml:1:1: error: there is no key "soruces"');
  });
});
