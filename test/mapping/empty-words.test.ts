import { describe, expect, it } from 'vitest';
import type { CatalogSnapshot } from '../../src/booking/catalog/field.ts';
import { checkCall } from '../../src/check/call/check-call.ts';
import { doubtsOfCall } from '../../src/check/call/doubtful-values.ts';
import type { Evaluation } from '../../src/mapping/evaluate/evaluation.ts';
import { catalogOf, fieldOf as configured, now } from '../check/catalog.ts';
import {
  bookingData,
  bookingMapping,
  codesOf,
  evaluateYaml,
  fieldMapping,
  requestOf,
} from './evaluate-yaml.ts';

const empty = new Set(['false', '-', 'n/a', '0', 'kein Wert']);
const evaluated = (text: string, payload: unknown, links = {}) =>
  evaluateYaml(text, { payload, links, empty });

/** Returns the text that is sent for the field `f` of a type after its call was checked, or the codes of the faults. */
async function sentFor(rule: string, payload: unknown, type = 'text'): Promise<unknown> {
  const evaluation = await evaluated(fieldMapping(rule), payload);
  return evaluation.kind === 'call' ? checked(evaluation, type) : codesOf(evaluation);
}

function checked({ call }: Extract<Evaluation, { kind: 'call' }>, type: string): unknown {
  const catalog: CatalogSnapshot = catalogOf({ fields: [configured({ keyName: 'f', type })] });
  const policy = { onInvalid: 'fail', onUnknownField: 'hold', maxAgeMs: 1, ignoreOlder: false } as const;
  const verdict = checkCall(call, { catalog, destination: 'salon', policy, validators: 'fail', now });
  if (verdict.kind !== 'send') return verdict.diagnostics.map(each => each.code);
  const [field] = verdict.call.additionalFields;
  return field && 'set' in field.change ? field.change.set.text : field?.change;
}

const skipped = ['mapping/nothing-to-send'];
const missing = ['mapping/missing-value'];

describe('a value in the list of empty values of its source', () => {
  it.each([
    ['false', false],
    ['a text', '-'],
    ['another text', 'n/a'],
    ['a text with blanks', ' n/a\u00a0'],
    ['several words', 'kein Wert'],
    ['a number', 0],
    ['false as a text', 'false'],
    ['a number as a text', '0'],
    ['a list of nothing else', ['-', 'n/a', null, ' ']],
  ])('is empty: %s', async (_, a) => {
    expect(await sentFor('{from: a, whenEmpty: clear}', { a })).toEqual({ clear: true });
    expect(await sentFor('{from: a, whenMissing: clear}', { a })).toEqual(skipped);
    expect(await sentFor('{from: a, whenEmpty: fail}', { a })).toEqual(missing);
    expect(await sentFor('{from: a, required: true}', { a })).toEqual(missing);
    expect(await sentFor('{from: a, default: x}', { a })).toBe('x');
    expect(await sentFor('a', { a })).toEqual(skipped);
    expect(await sentFor('{from: a, as: date, whenEmpty: clear}', { a })).toEqual({ clear: true });
    expect(await sentFor('{from: a, as: number, whenEmpty: clear}', { a })).toEqual({ clear: true });
    expect(await sentFor('{from: a, as: phone, whenEmpty: clear}', { a })).toEqual({ clear: true });
    expect(await sentFor('{template: "Tel. {a}", whenEmpty: clear}', { a })).toEqual({ clear: true });
    expect(await sentFor('{from: a, values: {x: y}, otherwise: z, whenEmpty: clear}', { a })).toEqual({
      clear: true,
    });
    expect(await sentFor('{from: a, trim: false, whenEmpty: clear}', { a })).toEqual({ clear: true });
  });

  it.each([
    ['a word that has it inside', 'n/a yet'],
    ['another case', 'N/A!'],
    ['a letter more', '--x'],
    ['a longer number', '00'],
    ['a number', 10],
    ['true', true],
    ['a name', 'Falser'],
  ])('is not recognised in %s', async (_, a) => {
    expect(await sentFor('{from: a, whenEmpty: clear}', { a })).toBe(String(a));
  });

  it('is removed from a list', async () => {
    expect(await sentFor('{from: a, as: list}', { a: ['x', '-', false, 'y', ['n/a']] })).toBe('x,y');
    expect(await sentFor('{from: a, as: list, values: {x: X}}', { a: ['x', '-', false] })).toBe('X');
  });

  it('is a value if the table of the rule has it', async () => {
    expect(await sentFor('{from: a, values: {"-": none, "false": no}}', { a: '-' })).toBe('none');
    expect(await sentFor('{from: a, values: {"-": none, "false": no}}', { a: false })).toBe('no');
    expect(await sentFor('{from: a, as: list, values: {"-": none, x: X}}', { a: ['-', 'x', 'n/a'] })).toBe(
      'none,X',
    );
  });

  it('is not recognised as a literal of the mapping, nor as a computed answer', async () => {
    expect(await sentFor('{value: "-"}', {})).toBe('-');
    expect(await sentFor('{from: b, default: "-"}', {})).toBe('-');
    expect(await sentFor('{from: "a = 1"}', { a: 2 })).toBe('false');
    expect(await sentFor('{from: "$exists(b)"}', { a: 2 })).toBe('false');
    expect(await sentFor('{from: "a = 1 ? true : false"}', { a: 2 })).toBe('false');
    expect(await sentFor('{from: "a ? a : b", whenEmpty: clear}', { a: false, b: false })).toEqual({
      clear: true,
    });
  });

  it('is not a link', async () => {
    const text = `link: id\nwhenUnlinked: fail\n${fieldMapping('f').replace('{value: "7", because: test}', '$linked')}`;
    for (const id of ['-', false, 'n/a ', 0]) {
      expect(codesOf(await evaluated(text, { id, f: 'x' }, { '-': '1', 'n/a': '1', '0': '1' }))).toEqual(
        missing,
      );
    }
  });
});

describe('false as an empty value', () => {
  it('stays a no of a checkbox without a key in the rule', async () => {
    for (const a of [false, 'false', ' false ']) {
      expect(await sentFor('a', { a }, 'checkbox')).toBe('false');
      expect(await sentFor('{from: a, whenEmpty: clear}', { a }, 'checkbox')).toBe('false');
      expect(await sentFor('{from: a, default: x}', { a }, 'checkbox')).toBe('false');
      expect(await sentFor('{from: a, as: text}', { a }, 'checkbox')).toBe('false');
    }
    expect(await sentFor('a', { a: true }, 'checkbox')).toBe('true');
  });

  it('stays a no if the rule reads a boolean', async () => {
    for (const type of ['checkbox', 'text']) {
      expect(await sentFor('{from: a, as: boolean}', { a: false }, type)).toBe('false');
      expect(await sentFor('{from: a, as: boolean}', { a: 0 }, type)).toBe('false');
      expect(await sentFor('{from: a, as: boolean, whenEmpty: clear}', { a: '-' }, type)).toEqual({
        clear: true,
      });
    }
  });

  it('stays a no of a consent, and of the mark of a question', async () => {
    const text = bookingMapping('  marketing: optin\n  hasMarketingBox: box\n  firstName: first\n');
    const payload = { ...bookingData, optin: false, box: false, first: false };
    expect(requestOf(await evaluated(text, payload))).toEqual({
      operation: 'persistCustomerData',
      appointmentId: 'a1',
      privacy: 'true',
      terms: 'true',
      minAge: 'true',
      marketing: 'false',
      hasMarketingBox: 'false',
    });
  });

  it('is not a choice of a selection without it, nor a reported text', async () => {
    expect(await sentFor('a', { a: false }, 'selection')).toEqual(skipped);
    const evaluation = await evaluated(fieldMapping('a'), { a: false });
    expect(evaluation.kind === 'call' && doubtsOfCall(evaluation.call)).toEqual([]);
  });
});
