import { readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { configMark, watchConfig } from '../../../src/cli/start/watch-config.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import { systemClock } from '../../../src/inbox/clock.ts';
import { presets } from '../../../src/receive/senders/senders.ts';
import { folderWith } from '../command-line.ts';

const text = 'store: sqlite:a.db\n';
const everyMs = 20;
const needsRestart = 'config changed, restart needed';
const faulty = 'config changed with errors';
const inUseAgain = 'config change undone';
const inForce = 'sources reloaded';
const tablesInForce = 'tables reloaded';

/** Watches a file with this text; returns the growing log, and the names of the sources in use. */
function watched(before: string) {
  const file = join(folderWith({ 'config.yaml': before }), 'config.yaml');
  const log: { msg: string; found?: string[]; sections?: string[] }[] = [];
  const used: string[][] = [];
  const logger = pino({}, { write: line => void log.push(JSON.parse(line)) });
  const load = () => loadConfig(file, { env: {}, readFile: path => readFileSync(path, 'utf8'), presets });
  const read = () => {
    try {
      return { ...load(), mark: configMark(readFileSync(file, 'utf8')) };
    } catch {
      return { ...load(), mark: undefined };
    }
  };
  const { marks } = load();
  if (!marks) throw new Error('the first config has errors');
  const watch = watchConfig(
    { file, mark: configMark(before), marks, read },
    {
      log: logger,
      clock: systemClock,
      everyMs,
      async useSources({ sources }) {
        used.push([...sources.keys()]);
      },
    },
  );
  watch.start();
  onTestFinished(watch.end);
  const said = () => log.map(each => each.msg);
  return { file, log, used, said, state: watch.state };
}

it('reports once a change that needs a restart, whether it can be used, and that it was undone', async () => {
  const { file, log, said, state } = watched(text);
  await sleep(100);
  expect(state()).toEqual({ state: 'in-use' });
  writeFileSync(file, `${text}log: {level: warn}\n`);
  await expect.poll(said).toEqual([needsRestart]);
  expect(log[0]?.sections).toEqual(['log']);
  expect(state()).toMatchObject({ state: 'waits-for-restart', sections: ['log'] });
  unlinkSync(file);
  await sleep(100);
  writeFileSync(file, `${text}lug: {level: warn}\n`);
  await expect.poll(said).toEqual([needsRestart, faulty]);
  expect(state()).toMatchObject({
    state: 'faulty',
    found: [expect.stringMatching(/^config\.yaml:2:1 /)],
    errors: [{ place: 'config.yaml:2:1', code: expect.stringMatching(/^[a-z]+\//) }],
  });
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
  await expect.poll(said).toEqual([needsRestart, faulty, inUseAgain]);
  await sleep(100);
  expect(log).toHaveLength(3);
  expect(state()).toEqual({ state: 'in-use' });
});

it('reports once that it is missing, and that it is back', async () => {
  const { file, log, said } = watched(text);
  unlinkSync(file);
  await expect.poll(said).toEqual([faulty]);
  expect(log[0]?.found).toEqual(['yaml/unreadable-file']);
  await sleep(500);
  expect(log).toHaveLength(1);
  writeFileSync(file, text);
  await expect.poll(() => said().at(-1)).toBe(inUseAgain);
});

it('reports nothing for a comment, another order of keys or another notation', async () => {
  const { file, said, used } = watched(
    `${text}sources:\n  crm:\n    verify: {type: none}\n    people: contacts\n`,
  );
  writeFileSync(file, `# ours\nsources: {crm: {people: contacts, verify: {type: none}}}\n${text}`);
  await sleep(300);
  expect([said(), used]).toEqual([[], []]);
});

it('applies changed sources, and reports which ones differ', async () => {
  const { file, log, said, used, state } = watched(
    `${text}sources: {crm: {verify: {type: none}}, form: {verify: {type: none}}}\n`,
  );
  writeFileSync(
    file,
    `${text}sources: {form: {verify: {type: none}, people: x}, shop: {verify: {type: none}}}\n`,
  );
  await expect.poll(said).toEqual([inForce]);
  expect(log[0]).toMatchObject({ added: ['shop'], changed: ['form'], removed: ['crm'] });
  expect(used).toEqual([['form', 'shop']]);
  expect(state()).toEqual({ state: 'in-use' });
});

it('applies changed sources beside a change that needs a restart', async () => {
  const { file, said, used, state } = watched(text);
  writeFileSync(file, `${text}sources: {crm: {verify: {type: none}}}\nretention: {failed: 90d}\n`);
  await expect.poll(said).toEqual([inForce, needsRestart]);
  expect(used).toEqual([['crm']]);
  expect(state()).toMatchObject({ sections: ['retention'] });
});

it('applies changed tables without a restart, and removes them later', async () => {
  const stage = 'tables: {stage: {lead: Neukunde}}\n';
  const { file, said, used, state } = watched(text);
  writeFileSync(file, `${text}${stage}`);
  await expect.poll(said).toEqual([tablesInForce]);
  writeFileSync(file, `${text}${stage.replace('Neukunde', 'Stammkunde')}retention: {failed: 90d}\n`);
  await expect.poll(said).toEqual([tablesInForce, tablesInForce, needsRestart]);
  expect(state()).toMatchObject({ sections: ['retention'] });
  writeFileSync(file, text);
  await expect.poll(said).toEqual([tablesInForce, tablesInForce, needsRestart, tablesInForce, inUseAgain]);
  expect(used).toEqual([[], [], []]);
});

it('applies nothing of a file with errors', async () => {
  const { file, said, used } = watched(text);
  writeFileSync(file, `${text}sources: {crm: {verify: {type: none}}, form: {verify: {type: nune}}}\n`);
  await expect.poll(said).toEqual([faulty]);
  expect(used).toEqual([]);
});

it('does not remove a source that is missing for a moment: a part of a file may be valid', async () => {
  const half = `${text}sources:\n  crm: {verify: {type: none}}\n`;
  const whole = `${half}  form: {verify: {type: none}}\n`;
  const { file, said, used } = watched(whole);
  writeFileSync(file, half);
  await sleep(5 * everyMs);
  writeFileSync(file, `${whole}  shop: {verify: {type: none}}\n`);
  await expect.poll(said).toEqual([inForce]);
  expect(used).toEqual([['crm', 'form', 'shop']]);
  writeFileSync(file, half);
  await expect.poll(said).toEqual([inForce, inForce]);
  expect(used[1]).toEqual(['crm']);
});

it('retries a change that could not be applied', async () => {
  const file = join(folderWith({ 'config.yaml': text }), 'config.yaml');
  const load = () => loadConfig(file, { env: {}, readFile: path => readFileSync(path, 'utf8'), presets });
  const read = () => ({ ...load(), mark: configMark(readFileSync(file, 'utf8')) });
  const { marks } = load();
  const told: string[] = [];
  let tries = 0;
  const watch = watchConfig(
    { file, mark: configMark(text), marks: marks ?? { sections: new Map(), sources: new Map() }, read },
    {
      log: pino({}, { write: line => void told.push(JSON.parse(line).msg) }),
      clock: systemClock,
      everyMs,
      async useSources() {
        tries += 1;
        if (tries === 1) throw new Error('the store is away');
      },
    },
  );
  watch.start();
  onTestFinished(watch.end);
  writeFileSync(file, `${text}sources: {crm: {verify: {type: none}}}\n`);
  await expect.poll(() => told).toEqual(['cannot reload the config', inForce]);
});

it('uses a config once its secret file exists, and reports its fault once', async () => {
  const { file, said, used, state } = watched(text);
  const verify = '{type: header-token, name: x, secret: {file: token}}';
  writeFileSync(file, `${text}sources: {crm: {verify: ${verify}}}\n`);
  await expect.poll(said).toEqual([faulty]);
  const { since } = state() as { since?: string };
  await sleep(30 * everyMs);
  expect(said()).toEqual([faulty]);
  expect(state()).toMatchObject({ state: 'faulty', since });
  writeFileSync(join(file, '../token'), 'a-token-of-the-crm-in-a-file');
  await expect.poll(said).toEqual([faulty, inForce, inUseAgain]);
  expect(used).toEqual([['crm']]);
});
