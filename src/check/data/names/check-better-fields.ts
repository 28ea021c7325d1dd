import type { CatalogSnapshot, FieldConfiguration } from '../../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { spellings } from '../../../diagnostics/spellings.ts';
import { visibleText } from '../../../diagnostics/visible-text.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { answerIn } from '../../../mapping/answers/answer-expression.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import { isConsentName } from '../../../mapping/opt-out.ts';
import { namedRules } from '../../../mapping/rules-of.ts';
import { textsOfQuestion } from '../../../receive/answers/find-answer.ts';
import { unsettable } from '../../call/field-key.ts';
import { fieldSubjects } from '../../field-subjects.ts';
import { nameLikeness } from '../../names/name-likeness.ts';
import { otherSubject, subjectsNamed } from '../../names/other-subject.ts';
import { namesField } from '../../one-value.ts';
import { otherNames } from '../../other-name.ts';
import { valuesOfOthers } from '../../people/values-of-others.ts';
import { allNamesOf, type RuleReading, ruleName, valueReadingOf } from '../../rule-reading.ts';
import { sameValues } from '../../same-values.ts';
import type { Wanted } from '../trial.ts';

/**
 * Warns about fields that read a value with nothing of their names, while the account has another field with the name of
 * the value, which no rule sets: `sms.reminder: {answer: Haartyp}` beside `hair.type`. An event shows the label of a
 * question that is read by its id. `because` confirms the rule.
 */
export function checkBetterFields(
  mapping: Mapping,
  events: readonly Pick<Wanted, 'scope'>[],
  catalog: CatalogSnapshot | undefined,
): readonly Diagnostic[] {
  if (!catalog) return [];
  const set = new Set(mapping.additionalFields.map(({ key }) => key));
  const free = catalog.fields.filter(
    each => !set.has(each.keyName) && unsettable(each, mapping.operation) === undefined,
  );
  const told = new Set(
    [
      ...otherNames(mapping),
      ...fieldSubjects(mapping, catalog),
      ...valuesOfOthers(mapping, catalog),
      ...sameValues(mapping, catalog),
    ].map(({ path }) => path),
  );
  return namedRules(mapping).flatMap(named => {
    const reading = told.has(named.path) ? undefined : valueReadingOf(named, catalog);
    if (!reading?.field || namesField(reading.one, allNamesOf(reading.field))) return [];
    const ofSamePerson = free.filter(each => !isOfOther(reading, each));
    for (const names of namesRead(reading, events)) {
      const found = betterField(names, reading.field, ofSamePerson);
      if (found) return [warning(reading, found)];
    }
    return [];
  });
}

/** True for a field about another person than the value: the birthday of the customer for `baby.born`. */
function isOfOther({ value }: RuleReading, field: FieldConfiguration): boolean {
  const isOfSomebody = subjectsNamed([...value.names, ...(value.above ?? [])]) !== 0;
  const names = allNamesOf(field);
  return isOfSomebody && otherSubject(value, { names, type: field.type }) === 'somebody-else';
}

/** Returns the names of the value that a rule reads: as the rule writes it, and with the labels in events. */
function namesRead(
  { one: { asked }, value }: RuleReading,
  events: readonly Pick<Wanted, 'scope'>[],
): readonly (readonly string[])[] {
  if (asked === undefined) return [[...value.names, ...(value.above ?? []).slice(-1)]];
  const labels = new Set(events.flatMap(({ scope }) => labelsIn(scope, asked)));
  return labels.size === 0 ? [[asked]] : [...labels].map(label => [label, asked]);
}

function labelsIn(scope: Scope, asked: string): readonly string[] {
  const found = answerIn(scope, asked);
  return found.kind === 'found' ? textsOfQuestion(found.question) : [];
}

/** Returns the field that has the name of a value, if the field of the rule has nothing of it. */
function betterField(
  names: readonly string[],
  own: FieldConfiguration,
  free: readonly FieldConfiguration[],
): { readonly field: FieldConfiguration; readonly name: string } | undefined {
  const owns = allNamesOf(own);
  const isCatchAll = owns.some(each => anything.test(spellings(each)[0] ?? ''));
  if (isCatchAll || names.some(name => owns.some(each => areRelated(name, each)))) return undefined;
  const [name = ''] = names;
  if (unclear.test(spellings(name)[0] ?? '')) return undefined;
  const field = free.find(each => allNamesOf(each).some(other => nameLikeness(name, other) >= sameName));
  return field && { field, name };
}

/** The likeness of two names for the same thing (`nameLikeness`). */
const sameName = 0.95;

/** True for names with a common thing or a common word, and for two consents. */
function areRelated(name: string, field: string): boolean {
  if (nameLikeness(name, field) > 0 || (isConsentName(name) && isConsentName(field))) return true;
  const words = new Set(spellings(name).flatMap(each => each.split(' ')));
  return spellings(field)
    .flatMap(each => each.split(' '))
    .some(word => word.length >= shortestWord && words.has(word));
}

const shortestWord = 4;

/** Fields for anything that has no field of its own. */
const anything =
  /\b(?:note|notes|notiz\w*|bemerk\w*|anmerk\w*|remarks?|comments?|kommentar\w*|info\w*|hinweis\w*|sonst\w*|misc|other|text|details?|tags?|interess?\w*|hobb\w*)\b/;
/** Names that senders use for many things. */
const unclear =
  /^(?:tags?|campaign|kampagne|reach|channel|start(?: (?:time|date))?|score|nps|rating|hair|site|web|termin|besuch|name|status|type|value|interest|topics?|language|lang|locale|image|picture|bild|job|land|cap|source|origin)$/;

function warning(
  { path, rule, written }: RuleReading,
  { field, name }: { readonly field: FieldConfiguration; readonly name: string },
): Diagnostic {
  const [own, other] = [ruleName(path), visibleText(field.keyName)];
  const label = written.includes(name) ? '' : ` ("${visibleText(name.slice(0, longestLabel))}")`;
  const message = `${own} reads ${written}${label}, which by its name is ${other} (${visibleText(field.name)}), a field of the account that no rule sets`;
  const hint = `set ${other} in place of ${own}, or read what stands for ${own}; if it is right, add because: with the reason`;
  return diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path });
}

const longestLabel = 80;
