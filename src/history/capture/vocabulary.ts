import type { CatalogSnapshot, FieldConfiguration } from '../../booking/catalog/field.ts';
import { forgivingChoices, meantChoice } from '../../booking/catalog/meant-choice.ts';
import { translatedChoices } from '../../booking/catalog/translated-choices.ts';
import type { SourceConfig } from '../../config/config.ts';
import type { Expression } from '../../expressions/expression.ts';
import { wordsOf } from '../../expressions/paths/words-of.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { expressionsOf, rulesOf } from '../../mapping/rules-of.ts';

/** The texts that must stay in a payload for the mapping to work, because the mapping or the account contains them. */
export interface Vocabulary {
  /**
   * Returns the reason why a text stays; undefined if it may be replaced. A list of such texts with separators stays
   * too.
   */
  readonly why: (text: string) => string | undefined;
  /** The names in the mapping's paths, which stay as keys. */
  readonly names: ReadonlySet<string>;
}

/**
 * Returns the words of a mapping and its source, the choices and status names of its destination, and the names of
 * all destinations if the event names its destination.
 */
export function vocabularyOf(
  mapping: Mapping,
  source: SourceConfig | undefined,
  {
    catalog,
    destinations,
  }: { readonly catalog: CatalogSnapshot | null; readonly destinations: readonly string[] },
): Vocabulary {
  const rules = rulesOf(mapping);
  const expressions = [...expressionsOf(mapping), ...sourceExpressions(source)].map(wordsOf);
  const known = new Map<string, string>();
  const learn = (texts: Iterable<string>, why: string) => {
    for (const text of texts) if (text.trim() !== '' && !known.has(text)) known.set(text, why);
  };
  learn(
    expressions.flatMap(({ literals }) => [...literals]),
    'the mapping or its source compares with it',
  );
  learn(
    rules.flatMap(({ lookup }) => [...(lookup?.entries.keys() ?? [])]),
    'a key of a look-up table',
  );
  if ('rule' in mapping.destination) learn(destinations, 'a destination');
  for (const field of mappedFields(mapping, catalog)) {
    learn(field.selectItems ?? [], `a choice of ${field.keyName}`);
  }
  if (mapping.set.some(({ name }) => name === 'customerStatus')) {
    learn(
      (catalog?.statuses ?? []).map(({ name }) => name),
      'a customer status',
    );
  }
  const ignoringCase = new Map(
    rules
      .filter(({ lookup }) => lookup?.ignoreCase)
      .flatMap(({ lookup }) => [...(lookup?.entries.keys() ?? [])].map(key => [key.toLowerCase(), key])),
  );
  const forgiving = forgivenTexts(mapping, catalog);
  const whyOne = (text: string) =>
    known.get(text) ??
    (ignoringCase.has(text.toLowerCase()) ? 'a key of a look-up table' : undefined) ??
    forgiving.find(({ choices }) => meantChoice(text, choices) !== undefined)?.why;
  return {
    why: text => whyOne(text) ?? whyList(text, whyOne),
    names: new Set(expressions.flatMap(({ names }) => [...names])),
  };
}

/** Returns the choices and statuses that rules match in any spelling (`as: choice`). */
function forgivenTexts(mapping: Mapping, catalog: CatalogSnapshot | null) {
  const isForgiving = ({ as }: Rule) => as === 'choice' || as === 'choices';
  const forgiving = new Set(
    mapping.additionalFields.filter(({ rule }) => isForgiving(rule)).map(({ key }) => key),
  );
  const ofFields = mappedFields(mapping, catalog)
    .filter(({ keyName }) => forgiving.has(keyName))
    .map(field => ({
      choices: forgivingChoices(field.selectItems ?? [], translatedChoices(field)),
      why: `a choice of ${field.keyName}`,
    }));
  const names = (catalog?.statuses ?? []).map(({ name }) => name);
  const hasStatus = mapping.set.some(({ name, rule }) => name === 'customerStatus' && isForgiving(rule));
  return [
    ...ofFields,
    ...(hasStatus ? [{ choices: forgivingChoices(names), why: 'a customer status' }] : []),
  ];
}

/** Returns the additional fields of the destination that a mapping sets. */
export function mappedFields(
  mapping: Mapping,
  catalog: CatalogSnapshot | null,
): readonly FieldConfiguration[] {
  const keys = new Set(mapping.additionalFields.map(({ key }) => key));
  return (catalog?.fields ?? []).filter(({ keyName }) => keys.has(keyName));
}

function sourceExpressions(source: SourceConfig | undefined): readonly Expression[] {
  const { split, eventType, occurredAt } = source ?? {};
  return [split, eventType, occurredAt].filter(each => each !== undefined);
}

function whyList(text: string, whyOne: (text: string) => string | undefined): string | undefined {
  const pieces = text.split(/[,;|\n]/).map(piece => piece.trim());
  if (pieces.length < 2) return undefined;
  const reasons = pieces.filter(piece => piece !== '').map(whyOne);
  return reasons.every(reason => reason !== undefined) ? reasons[0] : undefined;
}
