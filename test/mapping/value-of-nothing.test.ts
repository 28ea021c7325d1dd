import { describe, expect, it } from 'vitest';
import { checkUnlikeSamples } from '../../src/check/data/check-unlike-samples.ts';
import { trialScope } from '../../src/check/data/trial.ts';
import { mappingOf, storedOf } from '../check/trials.ts';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

/** Returns the notes about a field, at an event and of check alike. */
async function notesOf(rule: string, samples: readonly object[], payload: object) {
  const tests = samples.map((each, at) => ({ name: `s${at}`, payload: { nr: 1, ...each }, expect: [] }));
  const event = { nr: 2, ...payload };
  const yaml = `${fieldMapping(rule).replace(/id: .*/, 'id: nr')}tests: ${JSON.stringify(tests)}\n`;
  const evaluation = await evaluateYaml(yaml, {
    payload: event,
    headers: { 'content-type': 'application/json' },
  });
  const atEvent = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  const mapping = mappingOf(['additionalFields:', `  f: ${rule}`], {
    id: 'nr',
    tests: tests.map(each => each.payload),
  });
  const [trial] = storedOf(event);
  const wanted = trial ? [{ trial, scope: trialScope(trial, { needsBody: false }) }] : [];
  const inCheck = await checkUnlikeSamples(mapping, wanted, () => true);
  const told = inCheck.filter(({ code }) => code === 'mapping/new-branch');
  const atEventToo = atEvent.filter(({ code }) => code === 'mapping/new-branch');
  // An event may have another warning about the rule.
  if (!atEvent.some(({ code }) => code === 'mapping/set-by-absence'))
    expect(atEventToo.length).toBe(told.length);
  return told;
}

describe('a value for an answer that is missing or empty, while every sample has one', () => {
  it.each([
    [`'f1 = "J" ? true : false'`, [{ f1: 'J' }], { f1: '' }, 'false'],
    [`'f1 = "J" ? true : false'`, [{ f1: 'J', f2: '' }, { f1: 'N' }], { f2: 'x' }, 'false'],
    [`'f1 = "J"'`, [{ f1: 'J' }], { f1: null }, 'false'],
    [`'f1 = "Ja" ? "true" : "false"'`, [{ f1: 'Ja', f2: null }, { f1: 'Nein' }], {}, 'false'],
    [`'f1 = "Oui" ? "ja" : "nein"'`, [{ f1: 'Oui' }, { f1: 'Non' }], { f1: ' ' }, 'nein'],
    [`'$lowercase(f1) = "ja"'`, [{ f1: 'JA' }], { f1: '' }, 'false'],
    [`'$contains(f1, "ja") ? true : false'`, [{ f1: 'ja gern' }], { f1: '' }, 'false'],
    [`'f1 in ["J", "j"] ? true : false'`, [{ f1: 'J', f2: '' }], {}, 'false'],
    [`'a.f1 = "J" ? true : false'`, [{ a: { f1: 'J', f2: '' } }], { a: {} }, 'false'],
    [`'f1 != "N" ? true : false'`, [{ f1: 'J' }, { f1: 'N' }], { f1: '' }, 'true'],
  ])('is told: %s, %j, %j', async (rule, samples, event, sent) => {
    const [note, ...others] = await notesOf(rule, samples, event);
    expect(note?.message).toContain(`sends "${sent}" without it`);
    expect(note?.severity).toBe('info');
    expect(others).toEqual([]);
    // A test with such an event confirms it.
    expect(await notesOf(rule, [...samples, event], event)).toEqual([]);
  });

  it.each([
    [`'f1 = "J" ? true : false'`, [{ f1: 'J' }], { f1: 'N' }],
    [`'f1 = "J" ? true : false'`, [{ f1: 'J' }], { f1: 'J' }],
    [`'f1 = "J" ? true : false'`, [{ f1: 'J' }, { f1: '' }], {}],
    [`'f1 = "J" ? true : false'`, [], {}],
    // A form leaves out an unticked box.
    [`'f1 = "J" ? true : false'`, [{ f1: 'J' }], {}],
    [`'a.f1 = "J" ? true : false'`, [{ f2: '', a: { f1: 'J' } }], { a: {} }],
    [`{from: 'f1 = "J" ? true : false', because: an empty one is a no}`, [{ f1: 'J' }], {}],
    [`'f1 = "on" ? true : false'`, [{ f1: 'on' }], {}],
    [`'f1 = "1"'`, [{ f1: '1' }], {}],
    [`'f1 = true'`, [{ f1: true }], {}],
    [`'f1 ? true : false'`, [{ f1: 'J' }], {}],
    [`'$exists(f1) and f1 = "J" ? true : false'`, [{ f1: 'J' }], {}],
    [`'$exists(f1) ? (f1 = "J" ? true : false)'`, [{ f1: 'J' }], {}],
    [`'f1 = "J" ? true : f1 = "N" ? false'`, [{ f1: 'J' }], { f1: '' }],
    [`'f1 = "" ? false : f1 = "J"'`, [{ f1: 'J' }], { f1: '' }],
    ['{from: f1, as: boolean}', [{ f1: 'J' }], { f1: '' }],
    ['{from: f1, values: {J: true}, otherwise: false}', [{ f1: 'J' }], { f1: '' }],
  ])('is not told: %s, %j, %j', async (rule, samples, event) => {
    const found = await notesOf(rule, samples, event);
    expect(found.filter(({ message }) => message.includes('has no answer at'))).toEqual([]);
  });
});
