import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const elsewhere = new URL('../../src/expressions/thread/evaluate-elsewhere.ts', import.meta.url).href;

/** Evaluates different expressions one after another, like an installation with many mappings, and counts failures. */
const program = `
  const { evaluateElsewhere } = await import(${JSON.stringify(elsewhere)});
  const failures = new Map();
  for (let at = 0; at < 1500; at += 1) {
    const source = '$not(vip' + at + ' = "ja") ? "Gast' + at + '" : $uppercase("VIP") & $string(' + at + ')';
    const task = { source, allowance: 'value', input: { ['vip' + at]: at % 2 ? 'ja' : 'nein' }, bindings: [] };
    const value = await evaluateElsewhere(task).catch(error => error.code);
    if (value !== (at % 2 ? 'VIP' + at : 'Gast' + at)) failures.set(value, (failures.get(value) ?? 0) + 1);
  }
  console.log(JSON.stringify([...failures]));
`;

it('1,500 different expressions do not exhaust the memory of a thread', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program]);
  expect(JSON.parse(stdout)).toEqual([]);
});
