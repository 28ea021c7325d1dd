import { describe, expect, it } from 'vitest';
import { checkCall } from '../../src/check/call/check-call.ts';
import { checkTables } from '../../src/check/data/answers/check-tables.ts';
import { evaluateYaml, fieldMapping, mappingOf } from '../mapping/evaluate-yaml.ts';
import { catalogOf, fieldOf, now } from './catalog.ts';

const several = ['Haarschnitt', 'Farbe', 'Pflege', 'Nägel, Gel'];
const one = ['glatt', 'wellig', 'lockig', 'E-Mail'];

/** Returns the value that is sent for the field `f`, or the code and the hint of the first fault. */
async function outcome(rule: string, value: unknown, type: 'selection' | 'checkbox_group') {
  const text = fieldMapping(rule);
  const evaluation = await evaluateYaml(text, { payload: { id: 1, v: value } });
  if (evaluation.kind === 'not-wanted') return evaluation.kind;
  if (evaluation.kind !== 'call') return hintOf(evaluation.diagnostics);
  const selectItems = type === 'selection' ? one : several;
  const catalog = catalogOf({ fields: [fieldOf({ keyName: 'f', type, selectItems })] });
  const policy = mappingOf(text);
  const verdict = checkCall(evaluation.call, {
    destination: 'salon',
    policy,
    validators: 'fail',
    now,
    catalog,
  });
  if (verdict.diagnostics.some(({ severity }) => severity === 'error')) return hintOf(verdict.diagnostics);
  const change = 'call' in verdict ? verdict.call.additionalFields[0]?.change : undefined;
  return change && 'set' in change ? { sent: change.set.text } : change;
}

function hintOf([first]: readonly { readonly code: string; readonly hint?: string }[]) {
  return { code: first?.code, hint: first?.hint ?? '' };
}

/** Returns the rule after its hint was followed. */
function following(rule: string, hint: string): string {
  const table = /values: \{.*?\}(?:, ignoreCase: true)?(?= to the rule)/.exec(hint)?.[0];
  const apart = /from: ('.*?'), values:/.exec(hint)?.[1];
  const as = /Write as: (\w+) in the rule/.exec(hint)?.[1];
  const entry = /add (.+?) to the table/.exec(hint)?.[1];
  if (table !== undefined)
    return rule
      .replace(/\}$/, `, ${table}}`)
      .replace('from: v', () => `from: ${apart?.replace('PATH', 'v') ?? 'v'}`);
  if (as !== undefined) return rule.replace(/, as: list/, '').replace(/\}$/, `, as: ${as}}`);
  if (entry !== undefined) return rule.replace('values: {', `values: {${entry}, `);
  if (hint.includes('add ignoreCase: true to the rule')) return rule.replace(/\}$/, ', ignoreCase: true}');
  return rule;
}

describe('a value of the payload that is nearly a choice', () => {
  it.each([
    ['{from: v}', 'FARBE', 'checkbox_group', 'Farbe'],
    ['{from: v}', ['FARBE', 'Pflege'], 'checkbox_group', 'Farbe,Pflege'],
    ['{from: v, as: list}', ['farbe', 'pflege'], 'checkbox_group', 'Farbe,Pflege'],
    ['{from: v, as: list}', ['Nägel,Gel', 'PFLEGE'], 'checkbox_group', 'Nägel, Gel,Pflege'],
    ['{from: v}', 'farbe; pflege', 'checkbox_group', 'Farbe,Pflege'],
    ['{from: v, as: list}', ['Hair Schnitt', 'Farbe'], 'checkbox_group', 'Haarschnitt,Farbe'],
    ['{from: v}', 'LOCKIG', 'selection', 'lockig'],
    ['{from: v}', 'e-mail', 'selection', 'E-Mail'],
    ['{from: v}', 'EMail', 'selection', 'E-Mail'],
    ['{from: v}', 'lokcig', 'selection', 'lockig'],
    ['{from: v}', 'Lockig!', 'selection', 'lockig'],
    ['{from: v}', 'lockig, eher', 'selection', 'lockig'],
    ['{from: v, as: choice}', 'lockiges', 'selection', 'lockig'],
    ['{from: v, as: choice}', 'welliges Haar', 'selection', 'wellig'],
    ['{from: v, as: choices}', ['Farben'], 'checkbox_group', 'Farbe'],
    ['{from: v, as: choices}', ['Haarschnit'], 'checkbox_group', 'Haarschnitt'],
  ] as const)('is sent after what is advised was done: %s of %j', async (rule, value, type, sent) => {
    const before = await outcome(rule, value, type);
    if (typeof before !== 'object' || !('hint' in before)) throw new Error(JSON.stringify(before));
    expect(before.code).toBe('check/not-a-choice');
    const after = await outcome(following(rule, before.hint), value, type);
    expect({ hint: before.hint, after }).toMatchObject({ after: { sent } });
  });

  it.each([
    ['{from: v, as: choice}', 'lockiges', 'selection', one],
    ['{from: v}', 'lokcig', 'selection', one],
    ['{from: v, as: choices}', ['Farben'], 'checkbox_group', several],
  ] as const)('has advice that keeps all other answers: %s of %j', async (rule, value, type, choices) => {
    const { hint } = (await outcome(rule, value, type)) as { hint: string };
    for (const choice of choices) {
      const sent = await outcome(following(rule, hint), choice, type);
      expect(sent).toEqual({ sent: choice });
    }
    if (rule.includes('as:'))
      for (const choice of choices)
        expect(await outcome(following(rule, hint), choice.toUpperCase(), type)).toEqual({ sent: choice });
  });

  it('is split before a table looks it up', async () => {
    const fields = [fieldOf({ keyName: 'f', type: 'checkbox_group', selectItems: ['Farbe', 'Pflege'] })];
    const text = fieldMapping('v');
    const hintsFor = async (rule: string) => {
      const evaluation = await evaluateYaml(rule, { payload: { id: 1, v: 'Pflege, Farben' } });
      if (evaluation.kind !== 'call') throw new Error(evaluation.kind);
      const about = { destination: 'salon', policy: mappingOf(rule), validators: 'fail', now } as const;
      return checkCall(evaluation.call, { ...about, catalog: catalogOf({ fields }) });
    };
    const { diagnostics } = await hintsFor(text);
    const after = following('{from: v}', diagnostics[0]?.hint ?? '');
    expect(after).toContain('v.$split($, /[,;]/)');
    expect(await hintsFor(fieldMapping(after))).toMatchObject({
      call: { additionalFields: [{ change: { set: { text: 'Pflege,Farbe' } } }] },
    });
  });

  it('may be one of several if the rule expects one', async () => {
    const { hint } = (await outcome('{from: v, as: choice}', ['Farbe', 'Pflege'], 'checkbox_group')) as {
      hint: string;
    };
    expect(hint).toBe(
      'write as: choices if the field takes several; if it takes one, have the form ask for one answer',
    );
  });
});

describe('a value that is nearly in the table', () => {
  it.each([
    ['{from: v, values: {Kraus: lockig}}', 'kraus', 'lockig'],
    ['{from: v, values: {Kraus: lockig}}', 'KRAUS', 'lockig'],
    ['{from: v, values: {kraus: lockig}}', 'krauss', 'lockig'],
    ['{from: v, values: {regelmäßig: glatt}}', 'regelmässig', 'glatt'],
    ['{from: v, values: {regelmäßig: glatt}, ignoreCase: true}', 'Regelmässig', 'glatt'],
    ['{from: v, values: {Lockiges Haar: lockig}}', 'lockig', 'lockig'],
    ['{from: v, values: {Lockiges Haar: lockig}}', 'Lockiges Har', 'lockig'],
    ['{from: v, values: {curly: lockig, "a, b": glatt}}', 'a,b', 'glatt'],
    ['{from: v, values: {curly: lockig}}', 'curly: very', 'lockig'],
    ['{from: v, values: {curly: lockig}}', ['Curly'], 'lockig'],
  ])('is sent after the hint was followed: %s of %j', async (rule, value, sent) => {
    const before = await outcome(rule, value, 'selection');
    if (typeof before !== 'object' || !('hint' in before)) throw new Error(JSON.stringify(before));
    expect(before.code).toBe('mapping/not-in-table');
    const after = await outcome(following(rule, before.hint), value, 'selection');
    expect({ hint: before.hint, after }).toMatchObject({ after: { sent } });
  });

  it.each([
    ['{from: v, values: {Kraus: lockig}}', 'ganz anders'],
    ['{from: v, values: {Kraus: lockig}}', ['eins', 'zwei']],
    ['{from: v, values: {Kraus: null}}', 'Krauss'],
    ['{from: v, values: {aktiv: glatt}}', 'Inaktiv'],
    ['{from: v, values: {Grad 1: glatt, Grad 2: lockig}}', 'Grad 0'],
  ])('gets no entry in its hint if none is certain: %s of %j', async (rule, value) => {
    expect(await outcome(rule, value, 'selection')).toMatchObject({
      hint: expect.stringContaining('add the value to the table, or give otherwise'),
    });
  });
});

describe('a text with several values in a table', () => {
  it.each(['Kraus, Glatt', 'Kraus; Glatt', 'Kraus,Glatt'])('is split as advised: %s', async text => {
    const rule = '{from: v, values: {Kraus: Farbe, Glatt: Pflege}}';
    const { hint } = (await outcome(rule, text, 'checkbox_group')) as { hint: string };
    const from = /write from: ('.*?') with/.exec(hint)?.[1]?.replace('PATH', 'v');
    const after = rule.replace('from: v', () => `from: ${from}`);
    for (const value of ['Kraus, Glatt', 'Kraus; Glatt', ['Kraus', 'Glatt']])
      expect(await outcome(after, value, 'checkbox_group')).toEqual({ sent: 'Farbe,Pflege' });
    expect(await outcome(after, 'Kraus', 'checkbox_group')).toEqual({ sent: 'Farbe' });
    expect(await outcome(after, ['Glatt'], 'checkbox_group')).toEqual({ sent: 'Pflege' });
    expect(await outcome(after, '', 'checkbox_group')).toEqual(await outcome(rule, '', 'checkbox_group'));
  });

  it('keeps a key that has the other separator', async () => {
    const rule = '{from: v, values: {"Kraus, kurz": Farbe, Glatt: Pflege}}';
    expect(await outcome(rule, 'Kraus, kurz;Glatt', 'checkbox_group')).toMatchObject({
      hint: expect.stringContaining('$split($, ";")'),
    });
  });
});

describe('a table whose keys are in no sample', () => {
  it.each([
    ['{from: v, values: {Kraus: lockig}}', 'kraus', /or add ignoreCase: true$/],
    ['{from: v, values: {regelmäßig: glatt}}', 'regelmässig', /as the payload has them$/],
    ['{from: v, values: {Kraus: lockig}, ignoreCase: true}', 'krauss', /as the payload has them$/],
    ['{from: v, values: {lockig: Lockiges Haar}}', 'Lockiges Haar', /^swap the sides/],
    ['{from: v, values: {lockig: Lockig, glatt: Glatt}}', 'GLATT', /^swap the sides/],
    ['{from: v, values: {ja: true, nein: false}}', false, /true and false$/],
    [
      '{from: v, values: {null: keine, a: b}}',
      null,
      /^write default: "keine" in the rule in place of this key$/,
    ],
    ['{from: v, values: {null: 0, a: b}}', ['a', null], /^write default: "0" in the rule/],
    ['{from: v, values: {null: null, a: b}}', null, /^remove the key/],
  ])('gets a hint by its keys: %s of %j', async (rule, value, hint) => {
    const found = await tablesOf(rule, value);
    expect(found.map(each => each.hint)).toEqual([expect.stringMatching(hint)]);
  });

  it.each([
    ['{from: v, values: {null: keine, a: b}}', 'a'],
    ['{from: v, values: {null: keine, a: b}}', 'null'],
    ['{from: v, values: {a: b}}', null],
  ])('is not reported about null if null is a text, or missing: %s of %j', async (rule, value) => {
    expect(await tablesOf(rule, value)).toEqual([]);
  });
});

/** Returns the warnings about the table of a rule for one sample. */
async function tablesOf(rule: string, value: unknown) {
  const mapping = mappingOf(fieldMapping(rule));
  const payload = { id: 1, v: value };
  const event = { id: 'test', source: 'website', receivedAt: '2026-01-01T12:00:00.000Z' };
  const trial = {
    input: { payload, answers: undefined, headers: {}, query: {}, body: payload, event },
    test: { mapping: mapping.name, name: 'one' },
  };
  return checkTables(mapping, [{ trial, scope: { input: payload, bindings: {} } }], () => true);
}

describe('an answer that is like no choice', () => {
  it.each(['selection', 'checkbox_group'] as const)(
    'keeps all others by the table of its hint: %s',
    async type => {
      const rule = type === 'selection' ? '{from: v, as: choice}' : 'v';
      const { hint } = (await outcome(rule, 'WhatsApp', type)) as { hint: string };
      const [, table = ''] = /add (values: \{.*\}, ignoreCase: true) to the rule/.exec(hint) ?? [];
      const choices = type === 'selection' ? one : several;
      const [first = ''] = choices;
      for (const answer of choices) {
        const followed = `{from: v, ${table.replace('"WHICH CHOICE?"', JSON.stringify(first))}}`;
        expect(await outcome(followed, answer, type)).toMatchObject({ sent: answer });
        expect(await outcome(followed, 'WhatsApp', type)).toMatchObject({ sent: first });
      }
      expect(
        await outcome(`{from: v, ${table.replace('"WHICH CHOICE?"', 'null')}}`, 'WhatsApp', type),
      ).not.toMatchObject({
        code: 'check/not-a-choice',
      });
      expect(await outcome(`{from: v, ${table}}`, 'WhatsApp', type)).toMatchObject({
        code: 'check/not-a-choice',
      });
    },
  );
});

describe('an answer that denies a choice', () => {
  it.each(['keine Farbe', 'Farbe: nein', 'ohne Farbe', 'Farbe nicht', 'no Farbe', 'geen Farbe', 'pas Farbe'])(
    'gets no hint with that choice: %s',
    async text => {
      for (const rule of ['{from: v, as: choices}', 'v']) {
        const found = await outcome(rule, text, 'checkbox_group');
        expect(found).toMatchObject({ code: 'check/not-a-choice' });
        expect(found && 'hint' in Object(found) ? Reflect.get(Object(found), 'hint') : '').toMatch(
          /^if the sender writes it so, add values: \{[^,]*: "WHICH CHOICE\?", Haarschnitt: Haarschnitt/,
        );
      }
    },
  );

  it('is not any misspelt one', async () => {
    expect(await outcome('v', 'Frabe', 'checkbox_group')).toMatchObject({
      hint: expect.stringContaining('Farbe'),
    });
  });
});

describe('several answers for a field with one value', () => {
  it.each([['{from: v}'], ['{from: v, as: choice}']])(
    'are neither joined nor cut to the first one if it has choices: %s',
    async rule => {
      const { code, hint } = (await outcome(rule, ['glatt', 'wellig'], 'selection')) as ReturnType<
        typeof hintOf
      >;
      expect(code).toBe('mapping/invalid-value');
      expect(hint).not.toMatch(/as: list|\[0\]/);
      expect(hint).toContain('have the form ask for one answer');
    },
  );
});
