import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { plainAnswer } from '../../convert/plain-answer.ts';
import type { MappingInput } from '../../evaluate/evaluation.ts';
import type { Mapping } from '../../mapping.ts';
import { namedRules } from '../../rules-of.ts';
import { isNamedInMapping } from '../named-in-mapping.ts';
import { haveWordInCommon } from './question-words.ts';
import { sampleRoots } from './sample-roots.ts';

/**
 * Returns a warning about a key that a rule reads, and that the event lacks, if the event has a yes or no under another key
 * beside it which a sample has too and no expression reads: the form was turned back from `newsletter_optout` to
 * `newsletter_consent`. `because` confirms the rule.
 */
export function formerKey(
  mapping: Mapping,
  { payload }: Pick<MappingInput, 'payload'>,
): Diagnostic | undefined {
  for (const { path, place, steps } of keysRead(mapping)) {
    const object = steps.slice(0, -1).reduce<unknown>(ownValue, payload);
    const own = steps.at(-1) ?? '';
    if (!isPlainObject(object) || ownValue(object, own) !== undefined) continue;
    const field = path.replace(/^additionalFields\./, '');
    const other = Object.keys(object).find(key => {
      const value: unknown = ownValue(object, key);
      const isAnswer =
        (typeof value === 'string' || typeof value === 'boolean') && plainAnswer(value) !== undefined;
      return (
        isAnswer &&
        isSamplesOnly(mapping, steps, key) &&
        [own, field].some(each => haveWordInCommon(each, key))
      );
    });
    if (other === undefined) continue;
    const [read, found] = [steps, [...steps.slice(0, -1), other]].map(each => visibleText(pathText(each)));
    const message = `${field} reads ${read}, which the event does not have; at the same place, it has ${found}, as a sample of the mapping does, and no rule reads it`;
    const hint = `if the form has ${found} again, read it, and look which answers are a yes; if not, keep the event as a test (fieldbridge capture)`;
    return diagnostic('mapping/renamed-question', message, { hint, place, path });
  }
  return undefined;
}

/** The rules that read one value by its keys, which no sample has. Every event passes here. */
const keysRead = onceFor((mapping: Mapping) =>
  namedRules(mapping).flatMap(({ path, rule }) => {
    const { base, because } = rule;
    if (base.kind !== 'expression' || because !== undefined || base.expression.answer !== undefined)
      return [];
    const { path: steps } = base.expression;
    if (
      !steps ||
      steps.length === 0 ||
      steps.some(each => typeof each !== 'string') ||
      steps[0]?.startsWith('$')
    )
      return [];
    const isInSample = sampleRoots(mapping).some(root => steps.reduce<unknown>(ownValue, root) !== undefined);
    return isInSample ? [] : [{ path, place: base.place, steps }];
  }),
);

/** True for a key at the place of a path that a sample has, and no expression reads. */
function isSamplesOnly(mapping: Mapping, steps: readonly string[], key: string): boolean {
  const above = steps.slice(0, -1);
  const isThere = (root: unknown) => [...above, key].reduce<unknown>(ownValue, root) !== undefined;
  return sampleRoots(mapping).some(isThere) && !isNamedInMapping(mapping, key);
}
