import { describe, expect, it } from 'vitest';
import type { CallChecking } from '../../src/check/call/call-checking.ts';
import { checkCall } from '../../src/check/call/check-call.ts';
import { checkMapping } from '../../src/check/check-mapping.ts';
import type { Defaults } from '../../src/config/defaults.ts';
import { requestView } from '../../src/inbox/request-view.ts';
import { evaluate } from '../../src/mapping/evaluate/evaluate.ts';
import { explain } from '../../src/mapping/explain/explain.ts';
import { startRecording } from '../../src/mapping/explain/recording.ts';
import { parseMapping } from '../../src/mapping/parse/parse-mapping.ts';
import { catalogOf, fieldOf, listed, now } from '../check/catalog.ts';
import { bookingData, bookingMapping, fieldMapping, parse } from './evaluate-yaml.ts';

const choices = ['Cut', 'Color'];
const catalog = catalogOf({
  ...listed(now, 'VIP'),
  fields: [
    fieldOf({ keyName: 'f', name: 'F' }),
    fieldOf({ keyName: 'topics', type: 'checkbox_group', selectItems: choices }),
    fieldOf({ keyName: 'hair', type: 'selection', selectItems: ['straight'] }),
    fieldOf({ keyName: 'must', type: 'selection', selectItems: ['a'], valueRequired: true }),
    fieldOf({ keyName: 'sizes', type: 'other' }),
    fieldOf({ keyName: 'zip', validatorRegexp: '^[0-9]{5}$' }),
  ],
});

interface Config {
  readonly source?: Defaults;
  readonly destination?: Defaults;
}

/** Returns the final call for an event, and the reported codes. */
async function sent(text: string, payload: unknown, { source, destination }: Config = {}) {
  const { mapping, diagnostics } = parseMapping('mappings/intake.yaml', text, {
    readFile() {
      throw new Error('there is no file');
    },
    defaultsOf: of => (of === 'source' ? source : destination),
  });
  if (!mapping) throw new Error(diagnostics.map(each => each.message).join('\n'));
  const event = { id: 'e', source: 'website', receivedAt: '2026-01-01T00:00:00Z' };
  const input = { payload, answers: undefined, headers: {}, query: {}, body: payload, event };
  const settingsOf = () => ({ defaults: destination });
  const recording = startRecording();
  const evaluation = await evaluate(mapping, input, {
    people: 'p',
    findLink: async () => undefined,
    settingsOf,
    record: recording.record,
  });
  const trace = await explain(mapping, recording);
  const steps = trace.parts.flatMap(part => part.steps.filter(({ step }) => step === 'onInvalid'));
  if (evaluation.kind !== 'call') {
    const found = evaluation.kind === 'not-wanted' ? [] : evaluation.diagnostics;
    return { kind: evaluation.kind, codes: found.map(({ code }) => code), found };
  }
  const { onInvalid, onUnknownField, maxAgeMs, ignoreOlder } = mapping;
  const checking: CallChecking = {
    catalog,
    destination: 'salon',
    policy: { onInvalid, onUnknownField, maxAgeMs, ignoreOlder },
    validators: 'fail',
    now,
  };
  const verdict = checkCall(evaluation.call, checking);
  const found = [...evaluation.diagnostics, ...verdict.diagnostics];
  const call = verdict.kind === 'send' ? requestView(verdict.call) : undefined;
  return { kind: verdict.kind, call, codes: found.map(({ code }) => code), found, steps };
}

/** Returns the additional fields that these rules send, each written as a line. */
async function fields(rules: string, payload: unknown, head = '', config: Config = {}) {
  const text = fieldMapping('{value: x}', head).replace('    f: {value: x}', `    f: {value: x}\n${rules}`);
  const { kind, call, codes } = await sent(text, payload, config);
  const { f: _, ...additionalFields } = (call?.additionalFields ?? {}) as Record<string, string>;
  return [kind, additionalFields, codes];
}

describe('onInvalid of a rule', () => {
  it('drop leaves an invalid value out while the mapping fails for others', async () => {
    expect(await fields('    zip: {from: a, as: number, onInvalid: drop}', { a: 'x' })).toEqual([
      'send',
      {},
      ['mapping/dropped-value'],
    ]);
    expect(await fields('    zip: {from: a, as: number}', { a: 'x' })).toEqual([
      'failed',
      {},
      ['mapping/invalid-value'],
    ]);
  });

  it('fail takes precedence over the head of the mapping', async () => {
    const head = 'onInvalid: drop\n';
    const [kind] = await fields('    zip: {from: a, as: number, onInvalid: fail}', { a: 'x' }, head);
    expect(kind).toBe('failed');
    const [ofAccount] = await fields('    zip: {from: a, onInvalid: fail}', { a: 'x' }, head);
    expect(ofAccount).toBe('fail');
  });

  it('applies to a value that the account refuses', async () => {
    expect(await fields('    zip: {from: a, onInvalid: drop}', { a: 'x' })).toEqual([
      'send',
      {},
      ['mapping/dropped-value'],
    ]);
    expect(await fields('    hair: {from: a, onInvalid: clear}', { a: 'blue' })).toEqual([
      'send',
      { hair: '' },
      ['mapping/cleared-value'],
    ]);
    const status = fieldMapping('{value: x}').replace(
      'set:\n',
      'set:\n  customerStatus: {from: s, onInvalid: drop}\n',
    );
    expect(await sent(status, { s: 'Gold' })).toMatchObject({
      kind: 'send',
      codes: ['mapping/dropped-value'],
    });
  });

  it('clear clears for a value that cannot be read, but not for a failed expression', async () => {
    expect(await fields('    zip: {from: a, as: number, onInvalid: clear}', { a: 'x' })).toEqual([
      'send',
      { zip: '' },
      ['mapping/cleared-value'],
    ]);
    const failing = '    zip: {from: "$number(a)", onInvalid: clear}';
    expect(await fields(failing, { a: 'x' })).toEqual(['failed', {}, ['expression/failed']]);
  });

  it('clear never clears a required field of the account', async () => {
    const [kind, , codes] = await fields('    must: {from: a, onInvalid: clear}', { a: 'b' });
    expect([kind, codes]).toEqual(['hold-mapping', ['check/required-field', 'mapping/cleared-value']]);
    const { mapping } = parse(fieldMapping('a').replace('f: a', 'must: {from: a, onInvalid: clear}'));
    const found = mapping ? checkMapping(mapping, catalog, 'salon') : [];
    expect(found.map(({ code }) => code)).toEqual(['check/required-field']);
  });
});

describe('drop for a list', () => {
  it('leaves out elements that the table does not have, and reports their shape', async () => {
    const rule = '    topics: {from: a, values: {c: Cut, d: Color}, onInvalid: drop}';
    expect(await fields(rule, { a: ['c', 'Anna 7', 'd'] })).toEqual([
      'send',
      { topics: 'Cut,Color' },
      ['mapping/dropped-element'],
    ]);
    const { found } = await sent(fieldMapping('{from: a, values: {c: x}, onInvalid: drop}'), {
      a: ['c', 'Anna 7', 'Berta'],
    });
    expect(found.map(({ message }) => message)).toEqual([
      'additionalFields.f: 2 of 3 elements of the list were left out, of the shape "Aaaa 9" or "Aaaaa"',
    ]);
  });

  it('leaves out elements that no conversion reads, and elements that are not texts', async () => {
    const numbers = { a: ['12', 'x', '345'] };
    expect(await fields('    sizes: {from: a, as: number, onInvalid: drop}', numbers)).toEqual([
      'send',
      { sizes: '12,345' },
      ['mapping/dropped-element'],
    ]);
    const objects = { a: ['Cut', { b: 'Color' }] };
    expect(await fields('    topics: {from: a, as: list, onInvalid: drop}', objects)).toEqual([
      'send',
      { topics: 'Cut' },
      ['mapping/dropped-element'],
    ]);
  });

  it('leaves out elements that are not choices of the account', async () => {
    for (const more of ['', ', as: list', ', as: choices']) {
      expect(await fields(`    topics: {from: a${more}, onInvalid: drop}`, { a: ['Cut', 'Foo'] })).toEqual([
        'send',
        { topics: 'Cut' },
        ['mapping/dropped-element'],
      ]);
    }
  });

  it('leaves the whole value out if every element is invalid', async () => {
    expect(await fields('    topics: {from: a, onInvalid: drop}', { a: ['Bar', 'Foo'] })).toEqual([
      'send',
      {},
      ['mapping/dropped-value'],
    ]);
    expect(
      await fields('    topics: {from: a, values: {c: Cut}, onInvalid: drop}', { a: ['b', 'd'] }),
    ).toEqual(['send', {}, ['mapping/dropped-value']]);
  });

  it('does not choose one of several dates', async () => {
    const dates = '    zip: {from: a, as: date, onInvalid: drop}';
    expect(await fields(dates, { a: ['2026-01-01', 'x'] })).toEqual(['send', {}, ['mapping/dropped-value']]);
  });

  it('at the head leaves the whole value out', async () => {
    const head = 'onInvalid: drop\n';
    expect(await fields('    topics: a', { a: ['Cut', 'Foo'] }, head)).toEqual([
      'send',
      {},
      ['mapping/dropped-value'],
    ]);
  });
});

describe('onInvalid in defaults', () => {
  const rule = '    zip: {from: a, as: number}';
  const bad = { a: 'x' };

  it('applies from the nearest place: rule, mapping, source, destination', async () => {
    const drop = { onInvalid: 'drop' } as const;
    const fail = { onInvalid: 'fail' } as const;
    const kindOf = async (line: string, head: string, config: Config) =>
      (await fields(line, bad, head, config))[0];
    expect(await kindOf(rule, '', { destination: drop })).toBe('send');
    expect(await kindOf(rule, '', { destination: drop, source: fail })).toBe('failed');
    expect(await kindOf(rule, '', { source: drop, destination: fail })).toBe('send');
    expect(await kindOf(rule, 'defaults: {onInvalid: fail}\n', { source: drop })).toBe('failed');
    expect(await kindOf(rule, 'onInvalid: fail\n', { source: drop })).toBe('failed');
    const own = '    zip: {from: a, as: number, onInvalid: drop}';
    expect(await kindOf(own, 'defaults: {onInvalid: fail}\n', {})).toBe('send');
  });

  it('is named in the explanation, with its place', async () => {
    const head = 'defaults: {onInvalid: drop}\n';
    const rule = '{from: a, values: {c: x}}';
    const { steps } = await sent(fieldMapping(rule, head), { a: ['c', 'd'] });
    expect(steps).toEqual([
      {
        step: 'onInvalid',
        what: 'drop',
        phrase: { code: 'bad-value', wanted: 'drop' },
        state: 'value',
        words: '1 of 2 elements of the list was left out, of the shape "a"',
        defaults: [{ key: 'onInvalid', of: 'mapping', name: 'intake', value: 'drop' }],
      },
    ]);
    const set = fieldMapping(rule).replace('set:\n', 'set:\n  note: n\n');
    const cleared = await sent(set.replace('c: x}', 'c: x}, onInvalid: clear'), { a: 'd', n: 'x' });
    expect(cleared.steps).toMatchObject([{ what: 'clear', words: '"" is sent, which deletes' }]);
  });

  it('leaves out invalid elements of lists', async () => {
    expect(
      await fields('    topics: a', { a: ['Cut', 'Foo'] }, '', { source: { onInvalid: 'drop' } }),
    ).toEqual(['send', { topics: 'Cut' }, ['mapping/dropped-element']]);
  });

  it('never leaves out required values, the person, or a consent', async () => {
    const source = { onInvalid: 'drop' } as const;
    const [kind] = await fields('    zip: {from: a, as: number, required: true}', bad, '', { source });
    expect(kind).toBe('failed');
    for (const [set, payload] of [
      ['', { ...bookingData, privacy: 'perhaps' }],
      ['  customerId: number\n', { ...bookingData, number: {} }],
      ['  marketing: optin\n', { ...bookingData, optin: 'perhaps' }],
      ['  rightOfWithdrawal: right\n', { ...bookingData, right: 'perhaps' }],
    ] as const) {
      expect((await sent(bookingMapping(set), payload, { source })).kind).toBe('failed');
    }
    const details = await sent(
      bookingMapping('  email: email\n'),
      { ...bookingData, email: 'x' },
      { source },
    );
    expect(details.codes).toEqual(['mapping/dropped-value']);
  });
});

describe('onInvalid for a value that must not be lost', () => {
  const faults = (text: string) => parse(text).diagnostics.map(({ code, message }) => `${code}: ${message}`);

  it.each([
    ['id', fieldMapping('a').replace('{value: "7", because: test}', '{from: id, onInvalid: drop}')],
    [
      'destination',
      fieldMapping('a').replace('destination: salon', 'destination: {from: a, onInvalid: drop}'),
    ],
    ['privacy', bookingMapping('').replace('privacy: privacy', 'privacy: {from: p, onInvalid: drop}')],
    ['customerId', bookingMapping('  customerId: {from: n, onInvalid: clear}\n')],
    ['rightOfWithdrawal', bookingMapping('  rightOfWithdrawal: {from: r, onInvalid: drop}\n')],
  ])('is refused: %s', (name, text) => {
    expect(faults(text)).toEqual([expect.stringMatching(`^mapping/invalid-rule: .*${name}`)]);
  });

  it('is refused if the value is required, a literal, or cannot be cleared', () => {
    expect(faults(fieldMapping('{from: a, required: true, onInvalid: drop}'))).toHaveLength(1);
    expect(faults(fieldMapping('{value: a, onInvalid: drop}'))).toHaveLength(1);
    expect(faults(bookingMapping('  email: {from: e, onInvalid: clear}\n'))).toHaveLength(1);
    expect(faults(fieldMapping('{from: a, onInvalid: fail, required: true}'))).toEqual([]);
    expect(faults(bookingMapping('  marketing: {from: e, onInvalid: drop}\n'))).toEqual([]);
  });

  it('is refused in the head and in the defaults, and clear in the defaults', () => {
    expect(faults(fieldMapping('a', 'onInvalid: drop\ndefaults: {onInvalid: drop}\n'))).toHaveLength(1);
    expect(faults(fieldMapping('a', 'defaults: {onInvalid: clear}\n'))).toEqual([
      expect.stringContaining('clear deletes values, so it stands at a rule only'),
    ]);
  });

  it('gets a warning if it clears, unless a reason is given', () => {
    expect(faults(fieldMapping('{from: a, as: number, onInvalid: clear}'))).toEqual([
      'mapping/clears-bad-value: a bad value deletes the f that the account has',
    ]);
    expect(faults(fieldMapping('{from: a, as: number, onInvalid: clear, because: asked}'))).toEqual([]);
  });
});
