import { readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { configMark, watchConfig } from '../../src/cli/watch-config.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { presets } from '../../src/receive/presets/presets.ts';
import { folderWith } from './command-line.ts';

const text = 'store: sqlite:a.db\n';

it('says once that the config changed, whether it can be used, and that it is the old one again', async () => {
  const file = join(folderWith({ 'config.yaml': text }), 'config.yaml');
  const log: { msg: string; found?: string[] }[] = [];
  const logger = pino({}, { write: line => void log.push(JSON.parse(line)) });
  const check = () =>
    loadConfig(file, { env: {}, readFile: path => readFileSync(path, 'utf8'), presets }).diagnostics;
  onTestFinished(watchConfig({ file, mark: configMark(text), check }, logger, 20));
  await sleep(100);
  writeFileSync(file, `${text}log: {level: warn}\n`);
  await sleep(200);
  unlinkSync(file);
  await sleep(100);
  writeFileSync(file, `${text}lug: {level: warn}\n`);
  await sleep(200);
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
  await sleep(200);
  expect(log.map(each => each.msg)).toEqual([
    'the config changed; restart to use it',
    'the config changed, and the program would not start with it; `fieldbridge check` shows why',
    'the config is again the one in use',
  ]);
  expect(log[1]?.found).toContainEqual(expect.stringMatching(/^config\.yaml:2:1 /));
});
