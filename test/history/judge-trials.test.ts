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

describe('what fails', () => {
  it('for each event is an error, for some a warning that says with how many', async () => {
    expect(brief(await judge(zipOf({ customer: 1, zip: 'x' })))).toEqual([
      'error check/validator additionalFields.zip',
    ]);
    const [found] = await judge(zipOf({ customer: 1, zip: 'x' }, { customer: 1, zip: '12345' }));
    expect(found).toMatchObject({ severity: 'warning', place: { line: 8 } });
    expect(found?.message).toContain('for 1 of the 2 that were tried');
  });

  it('counts only among the events that have a value for it', async () => {
    const [found] = await judge(zipOf({ customer: 1, zip: 'x' }, { customer: 1 }, { customer: 1, zip: 'y' }));
    expect(found).toMatchObject({ severity: 'error' });
    expect(found?.message).toContain('for each of the 2 that were tried');
  });

  it('for stored events is told without a value of them', async () => {
    const [found] = await judge(mappingOf(zip), { stored: [{ customer: 1, zip: 'top secret' }] });
    expect(found).toMatchObject({ code: 'check/validator', severity: 'error' });
    expect(found?.message).toContain('evt_1');
    expect(found?.hint).toContain('fieldbridge preview notes evt_1');
    expect(JSON.stringify(found)).not.toContain('top secret');
  });

  it('is what delivery would stop: a bad number, a bad date, a value that must be there', async () => {
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

  it('is judged as if the person were linked, where nobody says so', async () => {
    const text = ['additionalFields:', '  zip: $linked & zip'];
    for (const whenUnlinked of ['wait', 'fail', 'skip']) {
      const head = `link: contact\nwhenUnlinked: ${whenUnlinked}`;
      const mapping = mappingOf(text, { head, tests: [{ customer: 1, contact: 'c', zip: 'x' }] });
      expect(brief(await judge(mapping))).toEqual(['error check/validator additionalFields.zip']);
    }
  });

  it('is not told again where the text of the mapping shows it', async () => {
    const [told] = await judge(zipOf({ customer: 1, zip: 'x' }));
    expect(await judge(zipOf({ customer: 1, zip: 'x' }), { told: told ? [told] : [] })).toEqual([]);
  });

  it('is nothing where the mapping does not want the event, or the account is not known', async () => {
    const mapping = mappingOf(zip, { head: 'when: wanted', tests: [{ customer: 1, zip: 'x' }] });
    expect(await judge(mapping)).toEqual([]);
    expect(await judge(zipOf({ customer: 1, zip: 'x' }), { catalog: null })).toEqual([]);
  });
});

describe('what is only noted at delivery', () => {
  it('is a warning: what a validator refuses where that is allowed', async () => {
    const found = await judge(zipOf({ customer: 1, zip: 'x' }), { validators: 'warn' });
    expect(brief(found)).toEqual(['warning check/validator additionalFields.zip']);
  });

  it('is told where it is left out of each call, not where it is of some', async () => {
    const of = (...payloads: unknown[]) =>
      judge(mappingOf(['note: note', ...zip], { head: 'onInvalid: drop', tests: payloads }));
    const bad = { customer: 1, note: 'x', zip: 'y' };
    expect(brief(await of(bad))).toEqual(['warning mapping/dropped-value additionalFields.zip']);
    expect(await of(bad, { ...bad, zip: '12345' })).toEqual([]);
  });
});

describe('a status that the payload gives', () => {
  const stage = mappingOf(['customerStatus: stage'], { tests: [{ customer: 1, stage: 'gold' }] });

  it('and that nobody knows is a warning, and no value of a stored event is shown', async () => {
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

  it('and that the account does not have is an error', async () => {
    const catalog = catalogOf(listed(now - 1000, 'Neukunde'));
    expect(brief(await judge(stage, { catalog }))).toEqual(['error check/unknown-status customerStatus']);
  });
});

describe('where time is short', () => {
  it('the samples of the mapping are judged all the same', async () => {
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
