import { describe, expect, it } from 'vitest';
import type { CatalogSnapshot } from '../../src/booking/catalog/field.ts';
import { endless, type Patience } from '../../src/check/data/patience.ts';
import type { Trial } from '../../src/check/data/trial.ts';
import { createMappingSet } from '../../src/deliver/mappings/mapping-set.ts';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { judgeTrials } from '../../src/history/trials/judge-trials.ts';
import type { Mapping } from '../../src/mapping/mapping.ts';
import { catalogOf, fieldOf, listed, now } from '../check/catalog.ts';
import { brief, mappingOf, samplesOf, storedOf } from '../check/trials.ts';
import { aDestination } from '../server/a-config.ts';

interface Judging {
  readonly stored?: readonly unknown[];
  readonly catalog?: CatalogSnapshot | null;
  readonly validators?: 'fail' | 'warn';
  readonly told?: readonly Diagnostic[];
  readonly patience?: Patience;
}

async function judge(mapping: Mapping, judging: Judging = {}): Promise<readonly Diagnostic[]> {
  const { stored = [], catalog = catalogOf(), validators = 'fail', told = [], patience = endless } = judging;
  const trials: Trial[] = [...(await samplesOf(mapping)), ...storedOf(...stored)];
  const folder = { mappings: [mapping], faulty: [], diagnostics: [], texts: new Map(), parsed: new Map() };
  return judgeTrials(
    mapping,
    trials,
    {
      mappings: createMappingSet(folder, []),
      source: () => undefined,
      destination: name =>
        name === 'salon' ? { config: aDestination('salon', { validators }), catalog } : undefined,
      findLink: async () => undefined,
      now,
    },
    { told, patience },
  );
}

const zip = ['additionalFields:', '  zip: zip'];
const zipOf = (...payloads: unknown[]) => mappingOf(zip, { tests: payloads });

describe('a failure', () => {
  it('of each event is an error, and of some events a warning with their number', async () => {
    expect(brief(await judge(zipOf({ customer: 1, zip: 'x' })))).toEqual([
      'error check/validator additionalFields.zip',
    ]);
    const [found] = await judge(zipOf({ customer: 1, zip: 'x' }, { customer: 1, zip: '12345' }));
    expect(found).toMatchObject({ severity: 'warning', place: { line: 8 } });
    expect(found?.message).toContain('for 1 of the 2 that were tried');
  });

  it('is counted only among the events that have a value for it', async () => {
    const [found] = await judge(zipOf({ customer: 1, zip: 'x' }, { customer: 1 }, { customer: 1, zip: 'y' }));
    expect(found).toMatchObject({ severity: 'error' });
    expect(found?.message).toContain('for each of the 2 that were tried');
  });

  it('of stored events is reported without their values', async () => {
    const [found] = await judge(mappingOf(zip), { stored: [{ customer: 1, zip: 'top secret' }] });
    expect(found).toMatchObject({ code: 'check/validator', severity: 'error' });
    expect(found?.message).toContain('evt_1');
    expect(found?.hint).toContain('fieldbridge preview notes evt_1');
    expect(JSON.stringify(found)).not.toContain('top secret');
  });

  it('is everything that would stop the delivery: an invalid number, an invalid date, a missing required value', async () => {
    const lines = [
      'note: {from: note, required: true}',
      'additionalFields:',
      '  birthdate: {from: dob, as: date}',
    ];
    const found = await judge(mappingOf(lines, { tests: [{ customer: 'x', dob: '1.2.1990' }] }));
    expect(brief(found)).toEqual([
      'error mapping/missing-value note',
      'error mapping/invalid-value additionalFields.birthdate',
      'error check/bad-number id',
    ]);
    const number = await judge(mappingOf(['note: note'], { tests: [{ customer: 'x', note: 'y' }] }));
    expect(brief(number)).toEqual(['error check/bad-number id']);
  });

  it('is determined as if the person were linked, unless the test says otherwise', async () => {
    const text = ['additionalFields:', '  zip: $linked & zip'];
    for (const whenUnlinked of ['wait', 'fail', 'skip']) {
      const head = `link: contact\nwhenUnlinked: ${whenUnlinked}`;
      const mapping = mappingOf(text, { head, tests: [{ customer: 1, contact: 'c', zip: 'x' }] });
      expect(brief(await judge(mapping))).toEqual(['error check/validator additionalFields.zip']);
    }
  });

  it('is not reported again if the text of the mapping shows it', async () => {
    const [told] = await judge(zipOf({ customer: 1, zip: 'x' }));
    expect(await judge(zipOf({ customer: 1, zip: 'x' }), { told: told ? [told] : [] })).toEqual([]);
  });

  it('is not reported for unwanted events, or without a known account', async () => {
    const mapping = mappingOf(zip, { head: 'when: wanted', tests: [{ customer: 1, zip: 'x' }] });
    expect(await judge(mapping)).toEqual([]);
    expect(await judge(zipOf({ customer: 1, zip: 'x' }), { catalog: null })).toEqual([]);
  });
});

describe('a fault that is only noted at delivery', () => {
  it('is a warning, such as a value that the validator refuses if the destination allows that', async () => {
    const found = await judge(zipOf({ customer: 1, zip: 'x' }), { validators: 'warn' });
    expect(brief(found)).toEqual(['warning check/validator additionalFields.zip']);
  });

  it('is reported if it leaves out a value of each call, not only of some', async () => {
    const of = (...payloads: unknown[]) =>
      judge(mappingOf(['note: note', ...zip], { head: 'onInvalid: drop', tests: payloads }));
    const bad = { customer: 1, note: 'x', zip: 'y' };
    expect(brief(await of(bad))).toEqual(['warning mapping/dropped-value additionalFields.zip']);
    expect(await of(bad, { ...bad, zip: '12345' })).toEqual([]);
  });
});

describe('a status from the payload', () => {
  const stage = mappingOf(['customerStatus: stage'], { tests: [{ customer: 1, stage: 'gold' }] });

  it('is a warning if it is unknown, and no value of a stored event is shown', async () => {
    const catalog = catalogOf(listed(now - 86_400_000, 'Neukunde'));
    expect(brief(await judge(stage, { catalog }))).toEqual([
      'warning check/unconfirmed-status customerStatus',
    ]);
    const stored = await judge(mappingOf(['customerStatus: stage']), {
      catalog,
      stored: [{ customer: 1, stage: 'secret' }],
    });
    expect(brief(stored)).toEqual(['warning check/unconfirmed-status customerStatus']);
    expect(JSON.stringify(stored)).not.toContain('secret');
  });

  it('is an error if the account does not have it', async () => {
    const catalog = catalogOf(listed(now - 1000, 'Neukunde'));
    expect(brief(await judge(stage, { catalog }))).toEqual(['error check/unknown-status customerStatus']);
  });
});

describe('with little time', () => {
  it('the samples of the mapping are still checked', async () => {
    const mapping = zipOf({ customer: 1, zip: '12345' });
    const judging = { stored: [{ customer: 1, zip: 'x' }] };
    expect(brief(await judge(mapping, judging))).toEqual(['warning check/validator additionalFields.zip']);
    expect(await judge(mapping, { ...judging, patience: () => false })).toEqual([]);
    const wrong = await judge(zipOf({ customer: 1, zip: 'x' }), { patience: () => false });
    expect(brief(wrong)).toEqual(['error check/validator additionalFields.zip']);
  });
});

describe('a field', () => {
  it('with dots in its name is found in the file', async () => {
    const catalog = catalogOf({
      fields: [fieldOf({ keyName: 'a.b', selectItems: ['x'], type: 'selection' })],
    });
    const mapping = mappingOf(['additionalFields:', '  a.b: kind'], { tests: [{ customer: 1, kind: 'y' }] });
    expect(await judge(mapping, { catalog })).toMatchObject([{ place: { line: 8 } }]);
  });
});
