import type { CatalogSnapshot, FieldConfiguration } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { onceFor } from '../../diagnostics/once-for.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import { tableEntry } from '../../diagnostics/yaml/table-entry.ts';
import { shown } from '../../expressions/convert/scalar-text.ts';
import type { Scope } from '../../expressions/expression.ts';
import { type Call, changeText, consentNames } from '../../inbox/call.ts';
import { beginningAnswer } from '../../mapping/convert/beginning-answer.ts';
import { answerInWords } from '../../mapping/convert/convert-boolean.ts';
import { isLimited } from '../../mapping/convert/limited-answer.ts';
import { plainAnswer } from '../../mapping/convert/plain-answer.ts';
import { answersOfSamples, textsOfSamples } from '../../mapping/doubts/changed-form/questions-in-samples.ts';
import { samplePayloads } from '../../mapping/doubts/named-positions.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import { lookUp } from '../../mapping/evaluate/look-up.ts';
import type { Mapping, Rule } from '../../mapping/mapping.ts';
import { allowsContact, asksForOptOut, isConsentName } from '../../mapping/opt-out.ts';
import { namesPassedOn } from '../../mapping/opt-out-read.ts';
import { consentParameters } from '../../mapping/parameters.ts';
import { purposesOf } from '../../mapping/purposes.ts';
import { type NamedRule, namedRules } from '../../mapping/rules-of.ts';
import type { Answers } from '../../receive/answers/answers.ts';
import { comparedName } from '../../receive/answers/find-answer.ts';
import { findField } from '../call/field-key.ts';
import { trialScope } from '../data/trial.ts';
import { consentChoices, refusesFor } from './consent-choices.ts';
import { labelsRead, rememberedLabels } from './opposite-questions.ts';

/**
 * Returns warnings about the consents of a call that a person gave by an answer whose meaning is not plain: no known word
 * for a yes, a no of which the table makes a yes, or the answer to an opt-out. No warning if a sample of the mapping has
 * the same answer, because a person has seen its result, or with `because`. `catalog`: null for an unknown account.
 */
export function unclearConsents(
  mapping: Mapping,
  catalog: CatalogSnapshot | null,
  input: MappingInput,
  call: Call,
): readonly Diagnostic[] {
  const given = consentsGiven(mapping, catalog, call);
  // Few calls have a consent, and every event passes here.
  if (given.length === 0) return [];
  const scope = trialScope({ input }, { needsBody: false });
  return given.flatMap(each => unclear(each, { mapping, scope }) ?? []);
}

/** Returns the rules whose consents a call gives. `withConfirmed`: those with a reason as well. */
export function consentsGiven(
  mapping: Mapping,
  catalog: CatalogSnapshot | null,
  call: Call,
  { withConfirmed = false }: { readonly withConfirmed?: boolean } = {},
): readonly ConsentRule[] {
  const rules = withConfirmed ? allConsentRules : consentRules;
  return rules(mapping)(catalog ?? noCatalog).filter(each => isGiven(each, call));
}

/** A rule for a consent. */
export interface ConsentRule extends NamedRule {
  readonly name: string;
  /** Returns whether the value that is sent is a yes. */
  readonly isYes: (sent: string) => boolean;
  /** The choice for a no; null for none, false for a box. */
  readonly no: string | false | null;
  /** True if the field has several choices that are a yes, so that its table does not only translate yes and no. */
  readonly hasSeveral: boolean;
  /** True if its table has a word for no, and none for yes, so that all other answers are meant as a yes. */
  readonly namesOnlyNo: boolean;
  /** True for a name that asks for the opposite. */
  readonly isOptOut: (name: string) => boolean;
  /** True for an answer that names the consent itself. */
  readonly isAbout: (answer: string) => boolean;
  /** The names of the value that it reads, as far as the rule shows them. */
  readonly asked: readonly string[];
}

/** Returns the rules for consents of a mapping, without those with a reason, by the fields of an account. */
export const consentRules = onceFor((mapping: Mapping) =>
  onceFor((catalog: Pick<CatalogSnapshot, 'fields'>): readonly ConsentRule[] =>
    allConsentRules(mapping)(catalog).filter(({ rule }) => rule.because === undefined),
  ),
);

const allConsentRules = onceFor((mapping: Mapping) =>
  onceFor((catalog: Pick<CatalogSnapshot, 'fields'>): readonly ConsentRule[] =>
    namedRules(mapping).flatMap(named => {
      const { path, rule } = named;
      const { base } = rule;
      if (base.kind !== 'expression' || base.expression.literal !== null) return [];
      if (!base.expression.evaluateDirectly) return [];
      const asked = namesPassedOn(rule);
      const namesOnlyNo = hasOnlyNo(rule);
      if (consentParameters.has(path)) {
        const ofParameter = { ...ofBox, isOptOut: rememberedLabels(asksForOptOut), isAbout: isConsentName };
        return [{ ...named, name: path, asked, namesOnlyNo, ...ofParameter }];
      }
      const name = path.replace(/^additionalFields\./, '');
      const own = name === path ? undefined : ofField(name, rule, findField(name, catalog));
      return own ? [{ ...named, name, asked, namesOnlyNo, ...own }] : [];
    }),
  ),
);

/** True for a table such as `{1 day before: true, 2 days before: true, never: false}`. */
function hasOnlyNo({ lookup }: Rule): boolean {
  const keys = [...(lookup?.entries.keys() ?? [])].map(plainAnswer);
  return keys.includes(false) && !keys.includes(true);
}

/** The account may be unknown after the start. */
const noCatalog = { fields: [] };

const ofBox = { isYes: (sent: string) => sent === 'true', no: false, hasSeveral: false } as const;

type OfField = Pick<ConsentRule, 'isYes' | 'no' | 'hasSeveral' | 'isOptOut' | 'isAbout'>;

function ofField(keyName: string, rule: Rule, field: FieldConfiguration | undefined): OfField | undefined {
  const names = [keyName, ...(field ? [field.name] : [])];
  if (names.some(asksForOptOut) || !names.some(allowsContact)) return undefined;
  const about = { isOptOut: rememberedLabels(refusesFor(names)), isAbout: aboutFor(names) };
  if (field?.type === 'checkbox' || (!field && rule.as === 'boolean')) return { ...about, ...ofBox };
  const choices = consentChoices(names, rule, field);
  if (!field && !choices && isConsentName(keyName)) return { ...about, ...ofBox };
  if (!field?.selectItems && (!choices || choices.no === null))
    return { ...about, isYes: isPlainYes, no: 'nein', hasSeveral: false };
  // Without a choice for a no, the field does not say whether there is a consent.
  if (!choices || (choices.no === null && !choices.hasWordForYes)) return undefined;
  if (!field?.selectItems && !names.some(isConsentName)) return undefined;
  const isYes = (sent: string) => choices.answerOf(sent) === true;
  return { ...about, isYes, no: choices.no, hasSeveral: choices.yes.length > 1 };
}

/** True for a plain yes in the text of a field. An address or a number is none, which every event may have. */
function isPlainYes(sent: string): boolean {
  return sent.length <= longestYes && !/[@\d]/.test(sent) && plainAnswer(sent) === true;
}

const longestYes = 30;

function aboutFor(names: readonly string[]): (answer: string) => boolean {
  const own = purposesOf(names);
  return answer => isConsentName(answer) || purposesOf([answer]).some(each => own.includes(each));
}

function isGiven({ path, name, isYes }: ConsentRule, call: Call): boolean {
  const parameter = consentNames.find(each => each === path);
  const sent =
    parameter === undefined
      ? call.additionalFields.find(({ key }) => key === name)
      : 'consents' in call && call.consents[parameter];
  if (!sent) return false;
  return isYes('text' in sent ? sent.text : changeText(sent.change));
}

interface Event {
  readonly mapping: Mapping;
  readonly scope: Scope;
}

function unclear(each: ConsentRule, { mapping, scope }: Event): Diagnostic | undefined {
  const { rule, asked, isOptOut } = each;
  const read = answersRead(rule, scope);
  const answers = read.length > 1 ? read.filter(answer => isUsed(answer, each)) : read;
  if (answers.length === 0) return undefined;
  const refused = asked.find(isOptOut) ?? labelsOf(each, scope).find(isOptOut);
  const found = answers.map(answer => doubt(answer, refused, each));
  // One plain yes among several answers gives the consent.
  const [first] = found.includes(undefined) ? [] : found;
  const isKnown = answers.every(answer => isInSamples(answer, each, { mapping, scope }));
  return first && !isKnown ? first : undefined;
}

/** Returns the answers that a rule reads: the elements of a list, or the only one. */
function answersRead({ base }: Rule, scope: Scope): readonly Answer[] {
  if (base.kind !== 'expression') return [];
  const value = valueIn(base.expression.evaluateDirectly, scope);
  return [value].flat().filter((each): each is Answer => scalars.has(typeof each));
}

type Answer = string | number | boolean;
const scalars: ReadonlySet<string> = new Set(['string', 'number', 'boolean']);

/** A missing value, and a failing expression, have no answer. */
function valueIn(evaluate: ((scope: Scope) => unknown) | undefined, scope: Scope): unknown {
  try {
    return evaluate?.(scope);
  } catch {
    return undefined;
  }
}

/** True for an element of a list of which the rule makes a yes. */
function isUsed(answer: Answer, { rule: { lookup }, isYes }: ConsentRule): boolean {
  if (!lookup) return true;
  const looked = lookUp(answer, { ...lookup, trim: true });
  return looked.kind === 'found' && isYes(String(looked.value));
}

/** True if the table makes a yes without a condition of an answer with one: "Ja, aber nur anonym". */
function isWidened(answer: Answer, { rule: { lookup } }: ConsentRule): boolean {
  if (!lookup || !isLimited(String(answer))) return false;
  const looked = lookUp(answer, { ...lookup, trim: true });
  return looked.kind === 'found' && answerInWords(String(looked.value)) === true;
}

/** Returns the labels that a question has in the event, if the rule reads it by its reference. */
function labelsOf({ rule, asked }: ConsentRule, scope: Scope): readonly string[] {
  const [name] = asked;
  return name === undefined || rule.base.kind !== 'expression' ? [] : labelsRead(scope, rule, name);
}

/** Returns the warning about an answer; undefined for a plain yes. `refused`: the opt-out that is asked for. */
function doubt(answer: Answer, refused: string | undefined, each: ConsentRule): Diagnostic | undefined {
  const { name, path, rule, no, isAbout } = each;
  const said = plainAnswer(answer);
  // The usual case, at every event.
  if (said === true && refused === undefined) return undefined;
  const text = visibleText(String(answer).slice(0, longestShown));
  const tell = (
    code: 'mapping/opt-out-as-consent' | 'mapping/reversed-answer' | 'mapping/unclear-consent',
  ) => ({
    as: (message: string, cure: string) =>
      diagnostic(code, message, { hint: `${cure}; ${keeping}`, place: rule.base.place, path }),
  });
  const asNo = entryFor(String(answer), no);
  if (refused !== undefined && said !== false)
    return tell('mapping/opt-out-as-consent').as(
      `a yes to "${visibleText(refused.slice(0, longestShown))}" is a no to ${name} by its name, but the rule makes a yes of "${text}", which no sample of the mapping has`,
      `write ${asNo} in the table (values) of the rule, and null for a no`,
    );
  if (said === false) {
    const why = refused === undefined ? '' : ', which only says that the person did not object';
    return tell('mapping/reversed-answer').as(
      `the rule makes a yes to ${name} of "${text}"${why}, and no sample of the mapping has this answer`,
      `write ${refused === undefined ? asNo : entryFor(String(answer), null)} in the table (values) of the rule`,
    );
  }
  const isOneOfYes = each.hasSeveral
    ? !isWidened(answer, each)
    : each.namesOnlyNo && !isLimited(String(answer));
  if (isOneOfYes || !rule.lookup) return undefined;
  const isSaid = beginningAnswer(String(answer)) === true;
  if (!isSaid && isAbout(String(answer))) return undefined;
  const what = isSaid ? 'a yes with a condition' : 'neither a yes nor a no by its words';
  return tell('mapping/unclear-consent').as(
    `the rule makes a yes to ${name} of ${shown(answer)}, which is ${what}, and no sample of the mapping has this answer`,
    `if the person did not agree, write ${entryFor(String(answer), null)} in the table (values) of the rule`,
  );
}

const longestShown = 80;
const keeping = 'if the yes is right, keep the event as a test (fieldbridge capture)';

/** Returns an entry of a table with a no as its result: the choice of the field, or false for a box. */
function entryFor(answer: string, no: string | false | null): string {
  return tableEntry(answer, no === false ? 'false' : no) ?? '"…": null';
}

/** True if a sample has the same answer for the rule, or, if the samples are read in another way, the same text. */
function isInSamples(answer: Answer, { rule }: ConsentRule, { mapping, scope }: Event): boolean {
  const { answers } = scope.bindings;
  const known = answersKnown(mapping, rule, answers as Answers | undefined);
  if (known.size === 0) return textsOfSamples(mapping).has(comparedName(String(answer)));
  return known.has(comparedName(String(answer)));
}

/** Returns the answers of the samples to a rule. The samples stay the same. */
function answersKnown(mapping: Mapping, rule: Rule, answers: Answers | undefined): ReadonlySet<string> {
  const before = known(mapping).get(rule);
  if (before) return before;
  const scopes: readonly Scope[] = [
    ...samplePayloads(mapping).map(input => ({ input, bindings: {} })),
    ...(answers ? answersOfSamples(mapping, answers) : []).map(each => ({
      input: {},
      bindings: { answers: each },
    })),
  ];
  const found = scopes.flatMap(each => answersRead(rule, each));
  const texts = new Set(found.map(each => comparedName(String(each))));
  known(mapping).set(rule, texts);
  return texts;
}

const known = onceFor((_: Mapping) => new Map<Rule, ReadonlySet<string>>());
