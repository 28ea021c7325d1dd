import type { Config, SourceConfig } from '../config/config.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { pathText } from '../expressions/paths/path-text.ts';
import { pathsRead } from '../expressions/paths/placed-paths.ts';
import { type ExpressionUse, expressionUses } from '../mapping/expression-uses.ts';
import type { Mapping } from '../mapping/mapping.ts';

/**
 * Warns about rules that use the new value of any changed property: a CRM sends an event for each property
 * that changes. No warning if the rule or `when` reads the name of the property.
 */
export function anyProperty(mapping: Mapping, { sources }: Pick<Config, 'sources'>): readonly Diagnostic[] {
  const { key, value } = propertyPaths(sources.get(mapping.source)?.answers);
  const uses = expressionUses(mapping);
  const reads = (use: ExpressionUse, path: string) =>
    use.expression.answer === undefined && pathsRead(use.expression).some(steps => pathText(steps) === path);
  const isChosen = uses.some(use => use.path === 'when' && (reads(use, key) || readsAnswers(use)));
  if (isChosen) return [];
  return uses
    .filter(use => use.rule && reads(use, value) && !reads(use, key) && use.rule.because === undefined)
    .map(use => {
      const name = use.path.replace(/^additionalFields\./, '');
      const message = `${name} takes the value of every property that changes, since nothing reads ${key}`;
      const hint = `write ${/^[\w-]+$/.test(name) ? name : JSON.stringify(name)}: {answer: PROPERTY} with the name of the property at the sender, or add when: ${key} = "PROPERTY"`;
      return diagnostic('check/any-property', message, { hint, place: use.place, path: use.path });
    });
}

function readsAnswers({ expression }: ExpressionUse): boolean {
  return expression.variables.has('answers');
}

/**
 * Returns the paths of the changed property's name and new value: from the source's settings, or the usual
 * ones of CRMs.
 */
function propertyPaths(answers: SourceConfig['answers']): {
  readonly key: string;
  readonly value: string;
} {
  const usual = { key: 'propertyName', value: 'propertyValue' };
  if (typeof answers !== 'object' || answers.form !== 'one') return usual;
  const key = answers.key ?? answers.label;
  return key ? { key: key.source.trim(), value: answers.value.source.trim() } : usual;
}
