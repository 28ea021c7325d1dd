import { codes } from '../../diagnostics/codes.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { didYouMean, visibleText } from '../../diagnostics/visible-text.ts';
import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import type { FieldRule, MappingTest, OtherExpectation, ParameterRule, RuleCases } from '../mapping.ts';
import { type TestShape, testExpectations } from '../schema.ts';
import { type Parsing, report } from './parsing.ts';

/** The keys of a test of a whole event, which `cases` excludes. */
const ofEvents = ['payload', 'headers', 'query', 'linked'] as const;

/**
 * Returns the expectation of a test other than exact calls; undefined if it expects calls. A test without an
 * expectation, with two, or with an unknown code is reported.
 */
export function readExpectation(
  parsing: Parsing,
  path: YamlPath,
  shape: TestShape,
): OtherExpectation | undefined {
  const given = testExpectations.filter(key => shape[key] !== undefined);
  const isCases = shape.cases !== undefined;
  if (given.length !== 1) {
    const found = given.length === 0 ? 'none of them' : given.join(' and ');
    const message = `the test needs exactly one of ${testExpectations.join(', ')}; it has ${found}`;
    const hint =
      given.length === 0 ? 'add expect: [], and `fieldbridge test --update` writes the calls' : undefined;
    report(parsing, 'mapping/invalid-test', message, { path, part: 'key' }, { hint });
  }
  if (!isCases && shape.payload === undefined) {
    const hint = 'add payload: with the payload of an event, or the name of a file beside the mapping';
    report(parsing, 'yaml/missing-key', 'the key "payload" is missing in the test', { path }, { hint });
  }
  for (const key of ofEvents) {
    if (!isCases || shape[key] === undefined) continue;
    const message = `${key} cannot be used with cases, whose left sides are the inputs of the rule`;
    report(parsing, 'mapping/invalid-test', message, { path: [...path, key], part: 'key' }, removed(key));
  }
  if (shape.includes) return { kind: 'includes' };
  if (shape.skips) return { kind: 'skips' };
  if (shape.fails !== undefined) {
    checkCode(parsing, [...path, 'fails'], shape.fails);
    return { kind: 'fails', code: shape.fails };
  }
  return shape.cases && { kind: 'cases', rules: readCases(parsing, [...path, 'cases'], shape.cases) };
}

function removed(key: string): { readonly hint: string } {
  return { hint: `remove ${key}, or make two tests of it` };
}

function checkCode(parsing: Parsing, path: YamlPath, code: string): void {
  if (Object.hasOwn(codes, code)) return;
  const known = Object.keys(codes);
  const [near] = nearest(code, known);
  // A name without its area stands for the code with this ending.
  const meant = known.find(each => each.endsWith(`/${code}`)) ?? near;
  const hint =
    meant === undefined
      ? 'write the code as `fieldbridge preview` shows it in [ ], such as mapping/invalid-value'
      : didYouMean(meant, code);
  const message = `there is no diagnostic "${visibleText(code)}"`;
  report(parsing, 'mapping/invalid-test', message, { path }, { hint });
}

function readCases(
  parsing: Parsing,
  path: YamlPath,
  cases: NonNullable<TestShape['cases']>,
): readonly RuleCases[] {
  return Object.entries(cases).map(([rule, outputs]) => ({
    rule,
    place: parsing.source.placeOf([...path, rule], 'key'),
    cases: Object.entries(outputs).map(([input, output]) => {
      const at = [...path, rule, input];
      const place = parsing.source.placeOf(at, 'value');
      if (typeof output !== 'object' || output === null) return { input, output, place };
      checkCode(parsing, [...at, 'fails'], output.fails);
      return { input, fails: output.fails, place };
    }),
  }));
}

/** Reports tables of cases for a rule that does not exist, or for one that reads no single value. */
export function checkCases(
  parsing: Parsing,
  tests: readonly MappingTest[],
  rules: { readonly set: readonly ParameterRule[]; readonly additionalFields: readonly FieldRule[] },
): void {
  const named = [
    ...rules.set.map(({ name, rule }) => ({ name, rule })),
    ...rules.additionalFields.map(({ key, rule }) => ({ name: key, rule })),
  ];
  for (const { instead } of tests) {
    for (const { rule: name, place } of instead?.kind === 'cases' ? instead.rules : []) {
      const bare = name.replace(/^additionalFields\./, '');
      const found = named.find(each => each.name === name || each.name === bare)?.rule;
      if (found?.base.kind === 'expression' && !found.base.expression.literal) continue;
      const names = named.map(each => each.name);
      const [near] = nearest(bare, names);
      const message = found
        ? `cases are for a rule that reads a value (from), and that of ${name} does not`
        : `the mapping has no rule for "${visibleText(name)}"`;
      const hint = found
        ? 'write a payload, and expect: with the call'
        : near === undefined
          ? `it has rules for ${names.slice(0, 10).map(visibleText).join(', ')}`
          : didYouMean(near, bare);
      parsing.findings.add('error', () => ({
        code: 'mapping/invalid-test',
        severity: 'error',
        message,
        hint,
        place,
      }));
    }
  }
}
