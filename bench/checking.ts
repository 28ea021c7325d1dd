import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { program } from '../test/program/program.ts';
import { keyName, storeEvents, writeMappings } from './many-mappings.ts';
import { printedBy, start } from './processes.ts';
import { figure, heading, median, row, verdict } from './report.ts';

const extent = { mappings: 200, rules: 30, fields: 300 };
const storedEvents = 200;
const rounds = 5;

/** Measures the duration of `fieldbridge check`, and of the YAML library alone for the same files. */
export async function checking(): Promise<void> {
  const sandbox = await startSandbox();
  const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-checking-'));
  for (let index = 0; index < extent.fields; index += 1) {
    sandbox.control('fields', { action: 'add', keyName: keyName(index), type: 'text' });
  }
  writeMappings(folder, { url: sandbox.url, token: sandbox.tokens.mitte }, extent);
  await storeEvents(folder, storedEvents, extent);
  const checkMs: number[] = [];
  const parseMs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    parseMs.push(Number(await printedBy('parsing.ts', join(folder, 'mappings'))));
    checkMs.push(await checkOnce(folder));
  }
  rmSync(folder, { recursive: true });
  await sandbox.close();
  heading(
    `Checking ${extent.mappings} mappings with ${figure(extent.mappings * extent.rules)} rules against ${extent.fields} fields, and ${storedEvents} stored events`,
  );
  row('parsing their YAML, and nothing else', `${median(parseMs).toFixed(0)} ms`);
  verdict(
    '`fieldbridge check`, from its start to its end',
    median(checkMs),
    ms => ms < 1000,
    'under 1 s',
    ms => `${ms.toFixed(0)} ms`,
  );
  const ratios = checkMs.map((ms, round) => ms / (parseMs[round] ?? Number.NaN));
  verdict(
    'of parsing their YAML',
    median(ratios),
    ratio => ratio < 6,
    'less than 6 x',
    ratio => `${ratio.toFixed(1)} x`,
  );
}

async function checkOnce(folder: string): Promise<number> {
  const started = performance.now();
  const child = start([program, 'check', '--config', join(folder, 'config.yaml')]);
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`check ended with ${status}`);
  return performance.now() - started;
}
