import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeControlGroup } from '../../program/control-group.ts';
import { freePort, startProgram } from '../../program/program.ts';
import { openSandbox } from '../command-line.ts';
import { configOf, examine, findings, folderOf, secrets } from './scene.ts';

const admin = 'an-admin-token-of-some-length';

/** Returns the contents of a folder, with modification times. */
function stateOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => {
      const { size, mtimeMs, ctimeMs } = statSync(join(folder, name));
      return `${name} ${size} ${mtimeMs} ${ctimeMs}`;
    })
    .sort();
}

describe('doctor', () => {
  it('reports success with a line for each check, and ends with 0', async () => {
    const sandbox = await openSandbox();
    const folder = folderOf({ url: sandbox.url, destination: ', locale: de' });
    const env = { ...secrets, SALON_TOKEN: sandbox.tokens.mitte };
    const { status, out, err } = await examine(folder, { env });
    expect([status, err]).toEqual([0, '']);
    const steady = out
      .replace(/[\d.,]+ (ms|[KMGT]iB|at most|fields)/g, '9 $1')
      .replace(/Fieldbridge .*/, 'VERSIONS')
      .replace(/^ +\(.* \w+\)$\n/m, '')
      .replace(/^ +\w+ +memory .*/m, '  MEMORY')
      .replace(/user \d+/, 'user 9');
    expect(steady).toMatchInlineSnapshot(`
      "config
        well     file         config.yaml: 1 source, 1 destination
        well     secrets      every variable that is named is set
        well     mappings     1 mapping can be used, and it fits salon

      store
        well     file         data/bridge.db does not exist yet; the first start creates it
        well     volume       its file system stores data safely
        well     permissions  user 9 can read and write it, and other users cannot
        well     space        9 GiB of 9 GiB are free
        skipped  integrity    there is nothing to check yet
        skipped  backup       there is nothing to back up yet

      bridge
        skipped  running      its port is not known, because the config has server.port: 0
        well     publicUrl    none is set; it is needed only if a sender signs the URL

      destination salon
        well     name         127.0.0.1 is an address
        well     connection   established in 9 ms
        well     certificate  none, since its address begins with http and is on this machine
        well     token        accepted, and 9 fields read
        well     locale       de: it names every field like the account's default language
        well     clock        the clock of this machine agrees with it
        well     latency      it responded in 9 ms

      machine
        MEMORY
        well     open files   9 at most
        well     proxy        no variable names one
        well     versions     VERSIONS

      All is well: 19 well, 3 not looked at.
      "
    `);
  });

  it('reports the same to programs, and never a secret', async () => {
    const sandbox = await openSandbox();
    const folder = folderOf({ url: sandbox.url });
    const env = {
      ...secrets,
      SALON_TOKEN: sandbox.tokens.mitte,
      ALL_PROXY: 'http://me:pass-word@127.0.0.1:9',
    };
    const { status, report, one, out } = await findings(folder, { env });
    expect(status).toBe(0);
    expect(report).toMatchObject({ status: 'warning', counts: { wrong: 0, warning: 1 } });
    expect(one('token')).toEqual({
      group: 'destination salon',
      check: 'token',
      status: 'well',
      says: expect.stringMatching(/^accepted, and \d+ fields read$/),
    });
    const text = await examine(folder, { env });
    for (const secret of [...Object.values(env), 'pass-word'])
      for (const printed of [out, text.out, text.err]) expect(printed).not.toContain(secret);
  });

  it('examines a running bridge, which keeps its store and continues', async () => {
    const sandbox = await openSandbox();
    const port = await freePort();
    const folder = folderOf({ url: sandbox.url, port, more: `admin: {token: ${admin}}\n` });
    const env = { ...secrets, SALON_TOKEN: sandbox.tokens.mitte };
    const running = await startProgram({ config: join(folder, 'config.yaml'), port, env });
    onTestFinished(async () => void (await running.end('SIGKILL')));
    const send = () =>
      fetch(`http://127.0.0.1:${port}/hooks/form`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-form-token': secrets.FORM_SECRET },
        body: JSON.stringify({ customer: 1001, note: 'A-note-of-a-customer' }),
      });
    expect((await send()).status).toBe(200);
    const files = () => readdirSync(join(folder, 'data')).sort();
    const before = files();
    const { status, one, all, out } = await findings(folder, { env });
    expect(status).toBe(0);
    expect(one('running')).toMatchObject({ status: 'well', says: `it responds at http://127.0.0.1:${port}` });
    expect(one('holds')).toMatchObject({ status: 'well' });
    expect(one('integrity')).toMatchObject({ status: 'well', says: 'checked completely: no damage' });
    expect(all('file')[1]?.says).toMatch(/^data\/bridge\.db: [\d.]+ [KM]iB, a bridge has it open$/);
    expect(out).not.toContain('A-note-of-a-customer');
    expect(files()).toEqual(before);
    expect((await send()).status).toBe(200);
    expect(running.child.exitCode).toBe(null);
    expect(await running.end('SIGTERM')).toBe(0);
    // If no process has the store open, there is no log file that another user could not write.
    const atRest = stateOf(folder);
    const again = await findings(folder, { env });
    expect(again.one('integrity')).toMatchObject({ status: 'well' });
    expect(again.one('running')).toMatchObject({ status: 'skipped' });
    expect(stateOf(folder)).toEqual(atRest);
  });

  it('reports everything that the running bridge holds, and why', async () => {
    const sandbox = await openSandbox();
    const port = await freePort();
    const folder = folderOf({ url: sandbox.url, port, more: `admin: {token: ${admin}}\n` });
    const env = { ...secrets, SALON_TOKEN: sandbox.tokens.expired };
    const running = await startProgram({ config: join(folder, 'config.yaml'), port, env });
    onTestFinished(async () => void (await running.end('SIGKILL')));
    const held = async () => (await findings(folder, { env })).all('holds')[0];
    await expect.poll(held).toMatchObject({
      status: 'wrong',
      says: 'the destination salon is held (the token is refused: it is missing, wrong or expired); calls that wait for it: 0',
      next: 'set a new token for the destination; it continues automatically then',
    });
    writeFileSync(
      join(folder, 'config.yaml'),
      configOf({ url: sandbox.url, port, more: 'admin: {token: another-token-of-some-length}\n' }),
    );
    expect(await held()).toMatchObject({
      status: 'warning',
      says: expect.stringContaining('another admin.token'),
    });
  });

  it('reports a container with too little memory', async context => {
    const group = makeControlGroup(112 * 2 ** 20);
    if (!group) return context.skip('this system gives us no control group');
    const { through } = group;
    const folder = folderOf({ url: 'http://127.0.0.1:1' });
    const { one } = await findings(folder, { env: secrets, through });
    group.remove();
    expect(one('memory')).toMatchObject({
      status: 'warning',
      says: '112 MiB for this container',
      next: 'give it 128 MiB or more',
    });
  });

  it('examines only the given destinations, and prints only failed checks on request', async () => {
    const sandbox = await openSandbox();
    const others = [2, 3, 4].map(
      n => `  salon-${n}: {baseUrl: "http://127.0.0.1:1/${n}", token: "\${SALON_TOKEN}"}\n`,
    );
    const folder = folderOf({
      url: sandbox.url,
      destination: `}\n${others.join('')}  last: {baseUrl: "http://127.0.0.1:1", token: "\${SALON_TOKEN}"`,
    });
    const env = { ...secrets, SALON_TOKEN: sandbox.tokens.mitte };
    const groups = (text: string) => [...text.matchAll(/^\S.*$/gm)].map(([line]) => line);
    const { status, out } = await examine(folder, { env, words: ['--quiet'] });
    const wrong = ['destination salon-2', 'destination salon-3', 'destination salon-4', 'destination last'];
    expect([status, groups(out)]).toEqual([
      1,
      [...wrong, expect.stringMatching(/^4 wrong, \d+ well.* Begin with destination salon-2: connection\.$/)],
    ]);
    expect(out).not.toMatch(/^ {2}(well|skipped)/m);
    const one = ['--destination', 'salon'];
    const chosen = await examine(folder, { env, words: [...one, '--quiet'] });
    expect([chosen.status, groups(chosen.out)]).toEqual([0, [expect.stringMatching(/^All is well: /)]]);
    const two = await examine(folder, { env, words: [...one, '--destination', 'last'] });
    expect(groups(two.out).filter(line => line.startsWith('destination'))).toEqual([
      'destination salon',
      'destination last',
    ]);
    const unknown = await examine(folder, { env, words: ['--destination', 'salom'] });
    expect([unknown.status, unknown.err]).toEqual([
      2,
      expect.stringContaining('there is no destination "salom"; did you mean "salon"?'),
    ]);
  });

  it('parses its command line like the other commands', async () => {
    const folder = folderOf({ url: 'http://127.0.0.1:1' });
    expect((await examine(folder, { words: ['--offline'] })).status).toBe(2);
    const missing = await findings(folder, { words: ['--config', 'none.yaml'] });
    expect(missing.status).toBe(2);
    expect(missing.all('file')[0]).toMatchObject({
      status: 'wrong',
      says: expect.stringMatching(/^the config file ".*none\.yaml" cannot be read \(ENOENT\)$/),
    });
    expect(missing.one('versions').status).toBe('well');
    expect((await examine(folder, { env: secrets })).status).toBe(1);
  });
});
