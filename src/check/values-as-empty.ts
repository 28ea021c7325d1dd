import type { CatalogSnapshot, FieldConfiguration } from '../booking/catalog/field.ts';
import { translatedChoices } from '../booking/catalog/translated-choices.ts';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { onceFor } from '../diagnostics/once-for.ts';
import { placeholderIn } from '../diagnostics/placeholder.ts';
import { areSpeltAlike } from '../diagnostics/spellings.ts';
import { tableEntry } from '../diagnostics/yaml/table-entry.ts';
import { shown } from '../expressions/convert/scalar-text.ts';
import { beginning } from '../mapping/answers/answer-expression.ts';
import { type EmptyWords, wordOf } from '../mapping/convert/empty-words.ts';
import { yesOrNoIn } from '../mapping/evaluate/answer-entry.ts';
import { atDestination } from '../mapping/evaluate/at-destination.ts';
import { evaluateRule } from '../mapping/evaluate/evaluate-rule.ts';
import type { DestinationSettings, MappingInput } from '../mapping/evaluate/evaluation.ts';
import type { RuleResult } from '../mapping/evaluate/rule-result.ts';
import { mappingUses } from '../mapping/evaluate/variables.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { isConsentName } from '../mapping/opt-out.ts';
import { consentParameters } from '../mapping/parameters.ts';
import { type NamedRule, namedRules } from '../mapping/rules-of.ts';
import { wholeTable } from './call/choices/whole-table.ts';
import { findField } from './call/field-key.ts';
import { trialScope } from './data/trial.ts';
import { countsFromZero, isMeasured } from './names/quantities.ts';
import { allNamesOf, fieldPath } from './rule-reading.ts';

/**
 * Warns about values that are not sent because the source has them in `empty`, although they are answers for the field:
 * 0 for a number, "none" for a choice "keine", "nein" for a consent. `empty` applies to every rule of a source, and its
 * author had another rule in mind. `because` confirms that the value means nothing for this rule.
 */
export async function valuesAsEmpty(
  mapping: Mapping,
  input: MappingInput,
  { empty, destination, catalog, settings }: AccountAndSource,
): Promise<readonly Diagnostic[]> {
  // Every event passes here, and hardly any source has such words.
  const suspects = suspectsOf(mapping)(empty)(catalog ?? noAccount);
  if (suspects.length === 0) return [];
  const rules = new Map(
    namedRules(atDestination(mapping, destination, settings)).map(({ path, rule }) => [path, rule]),
  );
  const scope = trialScope({ input }, { needsBody: mappingUses(mapping, 'body') });
  const found: Diagnostic[] = [];
  for (const suspect of suspects) {
    const { path } = suspect.named;
    const rule = rules.get(path) ?? suspect.named.rule;
    const words: (string | undefined)[] = [];
    const result = await evaluateRule(rule, path, scope, {
      empty,
      record: (_, step) => {
        if (step.kind === 'nothing') words.push(...[step.value].flat(Number.POSITIVE_INFINITY).map(wordOf));
      },
    });
    if (isLeftOutUnlessCheckbox(result)) words.push(wordOf(result.value.text));
    const word = isLost(result, suspect) ? words.find(each => suspect.meanings.has(each ?? '')) : undefined;
    const meaning = word === undefined ? undefined : suspect.meanings.get(word);
    if (word !== undefined && meaning) found.push(warning(mapping.source, suspect, word, meaning));
  }
  return found;
}

/** The words of the source for an empty value, and the destination of the call. */
export interface AccountAndSource {
  readonly empty: EmptyWords;
  readonly destination: string;
  readonly catalog: CatalogSnapshot | null;
  readonly settings: DestinationSettings | undefined;
}

const noAccount: Pick<CatalogSnapshot, 'fields'> = { fields: [] };

/** The meaning of a word for a field. */
type Meaning = { readonly kind: 'number' | 'no' } | { readonly kind: 'choice'; readonly choice: string };

/** A rule for which some words of `empty` are answers. */
interface Suspect {
  readonly named: NamedRule;
  readonly field: FieldConfiguration | undefined;
  readonly meanings: ReadonlyMap<string, Meaning>;
}

const suspectsOf = onceFor((mapping: Mapping) =>
  onceFor((empty: EmptyWords) =>
    onceFor((catalog: Pick<CatalogSnapshot, 'fields'>): readonly Suspect[] =>
      namedRules(mapping).flatMap(named => suspectOf(named, empty, catalog) ?? []),
    ),
  ),
);

function suspectOf(
  named: NamedRule,
  empty: EmptyWords,
  catalog: Pick<CatalogSnapshot, 'fields'>,
): Suspect | undefined {
  const { path, rule } = named;
  const isField = path.startsWith(fieldPath);
  if (rule.because !== undefined || rule.base.kind !== 'expression') return undefined;
  if (!isField && !consentParameters.has(path)) return undefined;
  const field = isField ? findField(path.slice(fieldPath.length), catalog) : undefined;
  const meanings = new Map<string, Meaning>();
  for (const word of empty) {
    const meaning = standsForNothing(word) ? undefined : meaningFor(word, named, field);
    if (meaning) meanings.set(word, meaning);
  }
  return meanings.size > 0 ? { named, field, meanings } : undefined;
}

function meaningFor(
  word: string,
  { path, rule }: NamedRule,
  field: FieldConfiguration | undefined,
): Meaning | undefined {
  const key = path.slice(path.startsWith(fieldPath) ? fieldPath.length : 0);
  const names = field ? allNamesOf(field) : [key];
  const choice = field && choiceMeant(word, field);
  if (choice !== undefined) return { kind: 'choice', choice };
  const hasChoices = (field?.selectItems ?? []).length > 0;
  const isAnswered =
    consentParameters.has(path) || field?.type === 'checkbox' || (!hasChoices && names.some(isConsentName));
  if (isAnswered) return yesOrNoIn(word) === false ? { kind: 'no' } : undefined;
  const isNumber = rule.as === 'number' || (!hasChoices && countsFromZero(names));
  return isNumber && isCount(word) && !isMeasured(names) ? { kind: 'number' } : undefined;
}

/** True for a word that no field has as an answer. Only `none` may be one: "none" for the choice "keine". */
function standsForNothing(word: string): boolean {
  return (placeholderIn(word) !== undefined && !/^none$/i.test(word)) || unknown.test(word);
}

const unknown =
  /^(?:unknown|unbekannt|onbekend|inconnue?|desconocid[oa]|sconosciut[oa]|null|nil|undefined|empty|blank|leer|k\.? ?a\.?|n\/?a)$/i;

/** True for a number that programs do not write in place of a missing one, as they do -1, 99 and 9999. */
function isCount(word: string): boolean {
  return /^\d+(?:[.,]\d+)?$/.test(word) && !/^9{2,}$/.test(word);
}

/** Returns the choice that a word is, or means: `none` for "keine", `nein` for "No". */
function choiceMeant(word: string, field: FieldConfiguration): string | undefined {
  const own = (field.selectItems ?? []).map(choice => ({ name: choice, choice }));
  const names = [...own, ...translatedChoices(field)];
  const isAlike = ({ name }: { readonly name: string }) => name === word || areSpeltAlike(name, word);
  const same = names.find(isAlike);
  if (same) return same.choice;
  if (noneAtAll.test(word)) return own.find(({ name }) => noneAtAll.test(name))?.choice;
  // A zero or false may also be an empty value; whether it is a no, only a yes beside it shows.
  const isNo = yesOrNoIn(word) === false;
  const answers = own.map(({ name }) => yesOrNoIn(name));
  return isNo && answers.includes(true) ? own[answers.indexOf(false)]?.choice : undefined;
}

const noneAtAll = /^(?:none|keine?[nrs]?|geen|aucune?|nessun[oa]?|ningun[oa]|ninguno|brak|nichts|nothing)$/i;

/** True if the event has the value, and the rule sends nothing because of `empty`. */
function isLost(result: RuleResult, { field }: Suspect): boolean {
  return result.kind === 'absent' || (isLeftOutUnlessCheckbox(result) && field?.type !== 'checkbox');
}

function isLeftOutUnlessCheckbox(result: RuleResult): result is Extract<RuleResult, { kind: 'value' }> {
  return result.kind === 'value' && result.value.unlessCheckbox === 'skip';
}

function warning(source: string, { named, field }: Suspect, word: string, meaning: Meaning): Diagnostic {
  const { path, rule } = named;
  const is = {
    number: 'it is a number',
    no: 'it is a no',
    choice: `it is the choice ${meaning.kind === 'choice' ? shown(meaning.choice) : ''}`,
  }[meaning.kind];
  const message = `${path}: ${shown(word)} counts as empty (empty: of the source ${source}), so nothing is sent and an earlier value stays; for this field ${is}`;
  const hint = `${cureOf(named, field, word, meaning)}; if it means nothing here, add because: with the reason`;
  return diagnostic('mapping/value-as-empty', message, { hint, place: rule.base.place, path });
}

/** A word in the table of a rule, and a no for `as: boolean`, are values in spite of `empty`. */
function cureOf(
  { path, rule }: NamedRule,
  field: FieldConfiguration | undefined,
  word: string,
  meaning: Meaning,
): string {
  const result = meaning.kind === 'choice' ? meaning.choice : 'false';
  const entry = meaning.kind === 'number' ? undefined : tableEntry(word, result);
  if (entry !== undefined && rule.lookup) return `add ${entry} to the table of the rule`;
  const table =
    meaning.kind === 'choice' && field
      ? wholeTable(field, { text: word }, { text: word, choice: result })
      : undefined;
  if (table !== undefined) return table;
  const name = path.startsWith(fieldPath) ? path.slice(fieldPath.length) : path;
  const read = rule.base.kind === 'expression' ? beginning(rule.base.expression) : 'from: PATH';
  if (meaning.kind === 'no' && ['0', 'false', 'nein', 'no'].includes(word.toLowerCase()))
    return `write ${name}: {${read}, as: boolean}, which reads it as a no`;
  if (entry !== undefined) return `add values: {${entry}} to the rule, with an entry for each other answer`;
  return `remove ${JSON.stringify(word)} from empty: of the source, and leave it out only in the rules for which it means nothing, as in from: '$string(PATH) != ${JSON.stringify(word)} ? PATH'`;
}
