import type { Place } from '../diagnostics/diagnostic.ts';
import { onceFor } from '../diagnostics/once-for.ts';
import type { YamlPath } from '../diagnostics/yaml/source.ts';
import type { Expression } from '../expressions/expression.ts';
import type { Mapping, Rule } from './mapping.ts';
import { ruleExpressions } from './rules-of.ts';

/** One expression of a mapping, its place and its purpose. */
export interface ExpressionUse {
  readonly expression: Expression;
  readonly place: Place;
  /** `when`, `link`, `destination`, a parameter or `additionalFields.KEY`. */
  readonly path: string;
  /** Its path in the file. For a rule, this is the path of the rule, whatever its form. */
  readonly at: YamlPath;
  /** The rule that contains it. */
  readonly rule: Rule | undefined;
  /** The reason for which warnings about the rule, or about the link, do not apply. */
  readonly because: string | undefined;
}

/**
 * Returns all expressions of a mapping, in the order of the file. The parts of a template have the place of
 * the template.
 */
export const expressionUses = onceFor((mapping: Mapping): readonly ExpressionUse[] => {
  const { when, link, destination, set, additionalFields } = mapping;
  return [
    ...('rule' in destination ? ofRule(destination.rule, 'destination', ['destination']) : []),
    ...(when
      ? [{ expression: when.value, place: when.place, path: 'when', at: ['when'], ...withoutRule }]
      : []),
    ...(link
      ? [
          {
            expression: link.value,
            place: link.place,
            path: 'link',
            at: ['link'],
            rule: undefined,
            because: link.because,
          },
        ]
      : []),
    ...set.flatMap(({ name, rule }) => ofRule(rule, name, ['set', name])),
    ...additionalFields.flatMap(({ key, rule }) =>
      ofRule(rule, `additionalFields.${key}`, ['set', 'additionalFields', key]),
    ),
  ];
});

const withoutRule = { rule: undefined, because: undefined } as const;

function ofRule(rule: Rule, path: string, at: YamlPath): readonly ExpressionUse[] {
  const { place } = rule.base;
  return ruleExpressions(rule).map(expression => ({
    expression,
    place,
    path,
    at,
    rule,
    because: rule.because,
  }));
}
