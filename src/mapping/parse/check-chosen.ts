import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import { givesChoice } from '../../expressions/conversion-calls.ts';
import { treeOf } from '../../expressions/parse.ts';
import { nodesOf } from '../../expressions/syntax-tree.ts';
import type { Rule } from '../mapping.ts';
import { conversionsOf } from '../reading.ts';
import type { RuleShape } from '../schema.ts';
import { type Parsing, report } from './parsing.ts';
import type { RuleUse } from './rule-use.ts';

/** `$choice` finds a choice of the rule's field, so it is only useful as the result of a rule. */
export function checkChosen(
  parsing: Parsing,
  path: YamlPath,
  base: Rule['base'] | undefined,
  { shape, use }: { readonly shape: RuleShape; readonly use: RuleUse },
): void {
  if (!base || !conversionsOf(base).has('choice')) return;
  const { as } = shape;
  const isSaid = as === undefined || as === 'choice' || as === 'choices';
  if (use.parameter.choice === undefined || !isSaid || shape.values !== undefined) {
    const other =
      use.parameter.choice === undefined
        ? `${use.name} has no choices`
        : 'the rule makes something else of it';
    report(
      parsing,
      'mapping/invalid-rule',
      `$choice is of no use here: ${other}`,
      { path },
      { hint: removed },
    );
  } else if (base.kind === 'template' || !isResult(base)) {
    const message = '$choice gives the choice of the account only as the result of the rule';
    const hint = 'write it around the whole, or behind ? and :, as in vip ? "VIP" : $choice(status)';
    report(parsing, 'mapping/invalid-rule', message, { path }, { hint });
  }
}

const removed = 'remove $choice';

/** Reports `$choice` outside of rules, where no field with choices is known. */
export function reportChoice(parsing: Parsing, path: YamlPath): void {
  const message = '$choice is of no use here: only a field or the status has choices';
  report(parsing, 'mapping/invalid-rule', message, { path }, { hint: removed });
}

function isResult(base: Rule['base']): boolean {
  if (base.kind !== 'expression') return false;
  const { expression } = base;
  return givesChoice(treeOf(expression), node =>
    nodesOf(node).some(({ type, value }) => type === 'variable' && value === 'choice'),
  );
}
