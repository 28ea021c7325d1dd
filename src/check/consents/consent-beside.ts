import { presenceOf } from '../../expressions/convert/presence.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { pathsRead } from '../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import { quotedName } from '../../mapping/answers/answer-expression.ts';
import { expressionUses } from '../../mapping/expression-uses.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { isConsentName } from '../../mapping/opt-out.ts';
import { purposesOf } from '../../mapping/purposes.ts';
import { type Answers, answeredQuestions } from '../../receive/answers/answers.ts';
import { comparedName, shownName } from '../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';
import type { Wanted } from '../data/trial.ts';
import { oneValueOf } from '../one-value.ts';

/**
 * Returns the path or the question of the consent itself that an event has beside the opt-out which a rule reads: `newsletter_optin` beside
 * `hs_email_optout`. It is for the same purpose by its name, and no rule reads it. `names`: those of the field.
 */
export function consentBeside(
  mapping: Mapping,
  rule: Rule,
  names: readonly string[],
  events: readonly Wanted[],
): string | undefined {
  const own = oneValueOf(rule);
  if (!own) return undefined;
  const isMeant = (name: string) => isConsentName(name) && haveOnePurpose([name], names);
  const read = readBy(mapping);
  for (const { scope } of events) {
    const { asked, steps } = own;
    if (asked === undefined) {
      const found = keyBeside(scope.input, steps, isMeant, read);
      if (found) return pathText(found);
      continue;
    }
    const answers = scope.bindings.answers as Answers | undefined;
    const questions = answers ? answeredQuestions(answers).questions.map(shownName) : [];
    const question = questions.find(each => isMeant(each) && !read.has(comparedName(each)));
    if (question !== undefined) return quotedName(question);
  }
  return undefined;
}

function haveOnePurpose(names: readonly string[], others: readonly string[]): boolean {
  const wanted = purposesOf(others);
  return purposesOf(names).some(each => wanted.includes(each));
}

/** Returns the path of a consent in the object of a value; in HubSpot's, each value is in an object of its own. */
function keyBeside(
  payload: unknown,
  steps: readonly string[],
  isMeant: (key: string) => boolean,
  read: ReadonlySet<string>,
): readonly string[] | undefined {
  const rest = steps.at(-1) === 'value' ? ['value'] : [];
  const above = steps.slice(0, -1 - rest.length);
  const object = above.reduce<unknown>(ownValue, payload);
  const keys = isPlainObject(object) ? Object.keys(object).slice(0, mostKeys) : [];
  return keys
    .filter(isMeant)
    .map(key => [...above, key, ...rest])
    .find(
      path => !read.has(textOf(path)) && presenceOf(path.reduce<unknown>(ownValue, payload)) !== 'missing',
    );
}

const mostKeys = 200;

/** Returns the paths and the questions that the rules of a mapping read. */
function readBy(mapping: Mapping): ReadonlySet<string> {
  return new Set(
    expressionUses(mapping).flatMap(({ expression }) => [
      ...pathsRead(expression).map(textOf),
      ...(expression.answer === undefined ? [] : [comparedName(expression.answer)]),
      ...pathsRead(expression).flatMap(([root, name]) =>
        root === '$answers' && name !== undefined ? [comparedName(name)] : [],
      ),
    ]),
  );
}

function textOf(steps: readonly string[]): string {
  return JSON.stringify(steps);
}
