import { readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { configMark, watchConfig } from '../../../src/cli/start/watch-config.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import { presets } from '../../../src/receive/senders/senders.ts';
import { folderWith } from '../command-line.ts';

const text = 'store: sqlite:a.db\n';

/** Watches a file with this text; what the log says of it, as it grows. */
function watched(before: string, sources: readonly string[] = []) {
  const file = join(folderWith({ 'config.yaml': before }), 'config.yaml');
  const log: { msg: string; found?: string[] }[] = [];
  const logger = pino({}, { write: line => void log.push(JSON.parse(line)) });
  const read = () => loadConfig(file, { env: {}, readFile: path => readFileSync(path, 'utf8'), presets });
  onTestFinished(watchConfig({ file, mark: configMark(before), read }, { sources, log: logger }, 20));
  return { file, log, said: () => log.map(each => each.msg) };
}

it('says once that the config changed, whether it can be used, and that it is the old one again', async () => {
  const { file, log, said } = watched(text);
  const says = [
    'the config changed; restart to use it',
    'the config changed, and the program would not start with it; `fieldbridge check` shows why',
    'the config is again the one in use',
  ];
  await sleep(100);
  writeFileSync(file, `${text}log: {level: warn}\n`);
  await expect.poll(said).toEqual(says.slice(0, 1));
  unlinkSync(file);
  await sleep(100);
  writeFileSync(file, `${text}lug: {level: warn}\n`);
  await expect.poll(said).toEqual(says.slice(0, 2));
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
  await expect.poll(said).toEqual(says);
  await sleep(100);
  expect(said()).toEqual(says);
  expect(log[1]?.found).toContainEqual(expect.stringMatching(/^config\.yaml:2:1 /));
});

it('says once that it is gone, and that it is there again', async () => {
  const { file, log, said } = watched(text);
  unlinkSync(file);
  await expect
    .poll(said)
    .toEqual(['the config changed, and the program would not start with it; `fieldbridge check` shows why']);
  expect(log[0]?.found).toEqual(['yaml/unreadable-file']);
  await sleep(500);
  expect(log).toHaveLength(1);
  writeFileSync(file, text);
  await expect.poll(() => said().at(-1)).toBe('the config is again the one in use');
});

it('names each source that is gone from it', async () => {
  const sources = 'sources: {crm: {verify: {type: none}}, form: {verify: {type: none}}}\n';
  const { file, said } = watched(text + sources, ['crm', 'form']);
  writeFileSync(file, `${text}sources: {form: {verify: {type: none}}, shop: {verify: {type: none}}}\n`);
  await expect
    .poll(said)
    .toEqual([
      'the config changed; restart to use it',
      'a source is gone from the config; its webhooks are still taken until the restart',
    ]);
});
