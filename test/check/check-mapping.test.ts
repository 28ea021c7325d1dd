import { describe, expect, it } from 'vitest';
import { checkMapping } from '../../src/check/check-mapping.ts';
import type { Diagnostic, Place } from '../../src/diagnostics/diagnostic.ts';
import type { Expression } from '../../src/expressions/expression.ts';
import type { FieldRule, Mapping, ParameterRule, Rule } from '../../src/mapping/mapping.ts';
import { catalogOf, listed, now } from './catalog.ts';

const file = 'mappings/intake.yaml';
const keyPlace = at(14, 5);
const rulePlace = at(14, 17);
const valuePlace = at(15, 9);

function at(line: number, column: number): Place {
  return { file, line, column };
}

function path(source: string): Expression {
  return {
    source,
    variables: new Set(),
    path: [source],
    literal: null,
    isConstant: false,
    requirements: [],
    warnings: [],
    evaluate: async () => undefined,
  };
}

function rule(changes: Partial<Rule> = {}): Rule {
  return {
    place: rulePlace,
    base: { kind: 'expression', expression: path('answer'), place: rulePlace },
    lookup: undefined,
    as: undefined,
    date: { parse: [], format: undefined, zone: undefined },
    phone: { country: undefined },
    separator: ',',
    default: undefined,
    whenMissing: 'skip',
    whenEmpty: 'skip',
    because: undefined,
    header: undefined,
    ...changes,
  };
}

function literal(value: unknown): Partial<Rule> {
  return { base: { kind: 'literal', value, place: valuePlace } };
}

function lookup(results: Record<string, unknown>, otherwise?: unknown): Partial<Rule> {
  const entries = new Map(Object.entries(results).map(([key, value]) => [key, { value, place: valuePlace }]));
  return {
    lookup: {
      entries,
      ignoreCase: false,
      otherwise: otherwise === undefined ? undefined : { value: otherwise, place: at(16, 1) },
    },
  };
}

function mappingOf(parts: {
  operation?: Mapping['operation'];
  fields?: Record<string, Partial<Rule>>;
  set?: Partial<Record<ParameterRule['name'], Partial<Rule>>>;
}): Mapping {
  const additionalFields = Object.entries(parts.fields ?? {}).map(
    ([key, changes]): FieldRule => ({ key, place: keyPlace, rule: rule(changes) }),
  );
  const set = Object.entries(parts.set ?? {}).map(
    ([name, changes]): ParameterRule => ({
      name: name as ParameterRule['name'],
      place: keyPlace,
      rule: rule(changes),
    }),
  );
  return {
    name: 'intake',
    file,
    version: 'v1',
    source: 'website',
    destination: { name: 'salon' },
    when: undefined,
    link: undefined,
    whenUnlinked: 'wait',
    onInvalid: 'fail',
    onUnknownField: 'hold',
    maxAgeMs: 1,
    ignoreOlder: false,
    operation: parts.operation ?? 'updateCustomer',
    set,
    additionalFields,
    tests: [],
  };
}

function check(parts: Parameters<typeof mappingOf>[0], catalog = catalogOf()): Diagnostic[] {
  return checkMapping(mappingOf(parts), catalog, 'salon');
}

describe('a faultless mapping', () => {
  it('has no diagnostics', () => {
    const fields = {
      allergies: {},
      'lead.source': lookup({ web: 'Website', fair: 'Messe' }, null),
      topics: { ...literal(['Cut', 'Wash, dry']), separator: ';' },
      newsletter: literal(true),
      zip: { ...literal('12345'), default: { value: 54321, place: valuePlace } },
    };
    expect(check({ fields, set: { id: {}, note: literal('anything') } })).toEqual([]);
  });
});

describe('a keyName', () => {
  it('that the account does not have is reported at its place, with the nearest one', () => {
    expect(check({ fields: { birth_date: {} } })).toEqual([
      {
        code: 'check/unknown-field',
        severity: 'error',
        message: 'salon has no field "birth_date"',
        hint: 'did you mean "birthdate" (Geburtstag)? `fieldbridge fields salon` lists the 7 that can be set',
        meant: 'birthdate',
        place: keyPlace,
        path: 'additionalFields.birth_date',
      },
    ]);
  });

  it('of a type that cannot be set, or of the appointment, is reported at its place', () => {
    expect(check({ fields: { photo: {}, seat: {} } })).toMatchObject([
      { code: 'check/unsupported-type', place: keyPlace },
      { code: 'check/appointment-field', place: keyPlace },
    ]);
    expect(check({ operation: 'persistCustomerData', fields: { seat: {} } })).toEqual([]);
  });
});

describe('a literal in a rule', () => {
  const refused = [{ code: 'check/not-a-choice', severity: 'error', path: 'additionalFields.lead.source' }];

  it.each<[string, Partial<Rule>, Place]>([
    ['a literal', literal('Radio'), valuePlace],
    ['a result of a look-up table', lookup({ a: 'Messe', b: 'Radio' }), valuePlace],
    ['otherwise', lookup({ a: 'Messe' }, 'Radio'), at(16, 1)],
    ['a default', { default: { value: 'Radio', place: at(17, 1) } }, at(17, 1)],
    [
      'a template without parts',
      { base: { kind: 'template', parts: ['Radio'], place: valuePlace } },
      valuePlace,
    ],
    [
      'a literal as an expression',
      {
        base: {
          kind: 'expression',
          expression: { ...path('"Radio"'), literal: { value: 'Radio' } },
          place: valuePlace,
        },
      },
      valuePlace,
    ],
  ])('is checked against the choices: %s', (_what, changes, place) => {
    expect(check({ fields: { 'lead.source': changes } })).toMatchObject(
      refused.map(each => ({ ...each, place })),
    );
  });

  it('is checked against the validator, which may only warn', () => {
    const mapping = mappingOf({ fields: { zip: literal('1234') } });
    expect(checkMapping(mapping, catalogOf(), 'salon')).toMatchObject([
      { code: 'check/validator', severity: 'error' },
    ]);
    expect(checkMapping(mapping, catalogOf(), 'salon', 'warn')).toMatchObject([{ severity: 'warning' }]);
  });

  it('may be a list of choices, which are checked one by one', () => {
    expect(check({ fields: { topics: literal(['Cut', 'Wash']) } })).toMatchObject([
      { message: expect.stringMatching(/^"Wash" is not among the choices/) },
    ]);
  });

  it('of a checkbox may become true or false with as: boolean', () => {
    expect(check({ fields: { newsletter: literal('yes') } })).toMatchObject([{ code: 'check/not-a-choice' }]);
    expect(check({ fields: { newsletter: { ...literal('yes'), as: 'boolean' } } })).toEqual([]);
  });

  it('is checked in its converted form', () => {
    const dated = (format: string) => {
      const date = { parse: [], format, zone: undefined };
      return check({ fields: { zip: { ...literal('2000-01-01'), as: 'date', date } } });
    };
    expect(dated("yyyy'0'")).toEqual([]);
    expect(dated('dd.MM.yyyy')).toMatchObject([
      { code: 'check/validator', message: expect.stringContaining('"01.01.2000"') },
    ]);
  });

  it('is not checked if it is empty', () => {
    expect(check({ fields: { 'lead.source': lookup({ a: null, b: '' }, null) } })).toEqual([]);
  });
});

describe('a rule that clears', () => {
  it('is an error for a required field', () => {
    for (const changes of [{ whenEmpty: 'clear' }, { whenMissing: 'clear' }] as const) {
      expect(check({ fields: { zip: changes, allergies: changes } })).toMatchObject([
        { code: 'check/required-field', place: rulePlace, path: 'additionalFields.zip' },
      ]);
    }
  });
});

describe('a validator that cannot be read', () => {
  it('is reported once, as a warning', () => {
    expect(check({ fields: { code: lookup({ a: 'x', b: 'y' }) } })).toMatchObject([
      { code: 'check/unreadable-validator', severity: 'warning', place: keyPlace },
    ]);
  });
});

describe('a status name', () => {
  const set = { customerStatus: lookup({ high: 'Stamkunde', low: 'Neukunde' }, null) };

  it('that is missing in a recent list of the API is an error', () => {
    expect(check({ set }, catalogOf(listed(now - 1_000, 'Neukunde', 'Stammkunde')))).toMatchObject([
      {
        code: 'check/unknown-status',
        severity: 'error',
        place: valuePlace,
        hint: 'did you mean "Stammkunde"?',
      },
    ]);
  });

  it('that nobody has confirmed is a warning, also long after the API listed its names', () => {
    const hour = 3_600_000;
    expect(check({ set }, catalogOf(listed(now - hour, 'Neukunde', 'Stammkunde')))).toMatchObject([
      {
        code: 'check/unconfirmed-status',
        severity: 'warning',
        message:
          'salon had no customer status "Stamkunde" when its names were last read from the API (2026-03-02 09:00 UTC); known so far: Neukunde, Stammkunde',
        hint: 'did you mean "Stammkunde"?',
      },
    ]);
    expect(check({ set })).toMatchObject([
      { code: 'check/unconfirmed-status', message: expect.stringContaining('none is known yet') },
      { code: 'check/unconfirmed-status' },
    ]);
  });

  it('that is refuted is reported with the time of that list', () => {
    const [found] = check({ set }, catalogOf(listed(now - 1_000, 'Neukunde')));
    expect(found?.message).toMatch(/; it has Neukunde \(read from the API 2026-03-02 09:59 UTC\)$/);
  });

  it('is reported with the known names, and how each became known', () => {
    const statuses = [
      { name: 'Neukunde', origin: 'confirmed', at: now },
      { name: 'VIP', origin: 'declared', at: now },
    ] as const;
    const [found] = check({ set: { customerStatus: literal('Gold') } }, catalogOf({ statuses }));
    expect(found?.message).toBe(
      'it is not known whether salon has the customer status "Gold"; known so far: Neukunde (confirmed 2026-03-02 10:00 UTC), VIP (declared)',
    );
  });

  it('that is declared, although the API did not list it, is a note', () => {
    const old = listed(now - 1_000, 'Neukunde');
    const statuses = [...old.statuses, { name: 'VIP', origin: 'declared', at: now } as const];
    expect(check({ set: { customerStatus: literal('VIP') } }, catalogOf({ ...old, statuses }))).toMatchObject(
      [{ code: 'check/unconfirmed-status', severity: 'info' }],
    );
  });

  it('that is declared is valid', () => {
    const statuses = [{ name: 'Stamkunde', origin: 'declared', at: now } as const];
    expect(check({ set: { customerStatus: literal('Stamkunde') } }, catalogOf({ statuses }))).toEqual([]);
  });
});

describe('other parameters', () => {
  it('are checked if their allowed values are known', () => {
    expect(check({ set: { id: literal('K-17') } })).toMatchObject([
      { code: 'check/bad-number', place: valuePlace },
    ]);
    expect(check({ set: { id: literal(1001) } })).toEqual([]);
    const set = {
      customerId: literal('x'),
      genderType: lookup({ f: 'female', m: 'MALE' }),
      email: literal('salon@example,de'),
    };
    expect(check({ operation: 'persistCustomerData', set })).toMatchObject([
      { code: 'check/bad-number', path: 'customerId' },
      { code: 'check/not-a-choice', path: 'genderType' },
      { code: 'check/not-an-email', path: 'email' },
    ]);
  });
});

describe('several faults', () => {
  it('are reported in the order of the file', () => {
    const parts = { fields: { gone: {} }, set: { id: literal('x') } };
    expect(check(parts).map(each => each.place)).toEqual([keyPlace, valuePlace]);
  });
});

describe('without a catalog', () => {
  it('only checks that need no catalog run', () => {
    const mapping = mappingOf({
      fields: { gone: {} },
      set: { id: literal('x'), customerStatus: literal('Stamkunde') },
    });
    expect(checkMapping(mapping, undefined, 'salon').map(each => each.code)).toEqual(['check/bad-number']);
  });
});
