import { fieldsById } from '../../booking/catalog/carry-over.ts';
import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { someQuoted } from '../fault.ts';

/** One changed property of a field. `breaks`: values that were accepted before may be refused now. */
export interface PropertyChange {
  readonly property: 'type' | 'choices' | 'validator' | 'required' | 'belongs' | 'name' | 'texts' | 'shown';
  /** The change in words: `its type was text, now selection`. */
  readonly words: string;
  readonly breaks: boolean;
}

/** The change of one field between two reads of a catalog. A field is identified by its id. */
export type FieldDrift =
  | { readonly kind: 'added'; readonly after: FieldConfiguration }
  | { readonly kind: 'removed'; readonly before: FieldConfiguration }
  /** `replaced`: another field has the keyName now. `renamed`: the keyName changed, perhaps with others. */
  | {
      readonly kind: 'replaced' | 'renamed' | 'changed';
      readonly before: FieldConfiguration;
      readonly after: FieldConfiguration;
      readonly changes: readonly PropertyChange[];
    };

/**
 * Returns the differences between a catalog and an earlier one: its fields in their current order, then the
 * removed ones.
 */
export function catalogDrift(
  before: readonly FieldConfiguration[],
  after: readonly FieldConfiguration[],
): readonly FieldDrift[] {
  const named = fieldsByName(before);
  const earlier = matcher(before, after, named);
  const seen = new Set<FieldConfiguration>();
  const drifts = after.flatMap((field): FieldDrift[] => {
    const same = earlier(field);
    if (same === undefined) {
      const replaced = named.get(field.keyName);
      if (replaced === undefined) return [{ kind: 'added', after: field }];
      seen.add(replaced);
      return [{ kind: 'replaced', before: replaced, after: field, changes: changesOf(replaced, field) }];
    }
    seen.add(same);
    const changes = changesOf(same, field);
    if (same.keyName !== field.keyName) return [{ kind: 'renamed', before: same, after: field, changes }];
    return changes.length > 0 ? [{ kind: 'changed', before: same, after: field, changes }] : [];
  });
  const gone = before.filter(field => !seen.has(field));
  return [...drifts, ...gone.map((field): FieldDrift => ({ kind: 'removed', before: field }))];
}

/** Finds the earlier state of a field: by its id, or by its keyName if the ids do not tell. */
function matcher(
  before: readonly FieldConfiguration[],
  after: readonly FieldConfiguration[],
  byName: ReadonlyMap<string, FieldConfiguration>,
): (field: FieldConfiguration) => FieldConfiguration | undefined {
  const beforeById = fieldsById(before);
  const afterById = fieldsById(after);
  return field => {
    if (afterById.get(field.id) === field) {
      const same = beforeById.get(field.id);
      if (same !== undefined) return same;
    }
    const named = byName.get(field.keyName);
    const hasIdOfItsOwn = named !== undefined && beforeById.get(named.id) === named;
    return hasIdOfItsOwn && afterById.get(field.id) === field ? undefined : named;
  };
}

/** The fields by their keyNames; the first one if several share a keyName. */
function fieldsByName(fields: readonly FieldConfiguration[]): ReadonlyMap<string, FieldConfiguration> {
  return new Map(fields.toReversed().map(field => [field.keyName, field]));
}

function changesOf(before: FieldConfiguration, after: FieldConfiguration): readonly PropertyChange[] {
  const changes: PropertyChange[] = [];
  const compare = (
    property: PropertyChange['property'],
    what: string,
    one: string,
    other: string,
    effect: 'breaks' | 'fits' = 'fits',
  ) => {
    if (one === other) return;
    changes.push({ property, words: `${what} was ${one}, now ${other}`, breaks: effect === 'breaks' });
  };
  compare('type', 'its type', before.type, after.type, 'breaks');
  changes.push(...choiceChanges(before, after));
  compare('validator', 'its validator', pattern(before), pattern(after), 'breaks');
  compare(
    'required',
    'it',
    requiredWords(before),
    requiredWords(after),
    after.valueRequired ? 'breaks' : 'fits',
  );
  compare('belongs', 'it', ownerWords(before), ownerWords(after), 'breaks');
  for (const [what, one, other] of nameChanges(before, after)) compare('name', what, one, other);
  compare('texts', 'its error message', before.errorMessage ?? 'none', after.errorMessage ?? 'none');
  compare('shown', 'it', before.hidden ? 'hidden' : 'shown', after.hidden ? 'hidden' : 'shown');
  compare('shown', 'it', privacyWords(before), privacyWords(after));
  return changes;
}

/** Compares the names in languages that both have, since the configured language may have changed. */
function nameChanges(
  before: FieldConfiguration,
  after: FieldConfiguration,
): readonly (readonly [what: string, before: string, after: string])[] {
  const [one, other] = [before.names ?? {}, after.names ?? {}];
  const languages = Object.keys(one).filter(language => other[language] !== undefined);
  if (languages.length === 0) return [['its name', before.name, after.name]];
  return languages.map(language => [`its ${language} name`, one[language] ?? '', other[language] ?? '']);
}

/** If the type also changed, and only one of the two has choices, the type already shows it. */
function choiceChanges(before: FieldConfiguration, after: FieldConfiguration): readonly PropertyChange[] {
  const [one, other] = [before.selectItems, after.selectItems];
  if (before.type !== after.type && (one === null || other === null)) return [];
  const gone = without(one ?? [], other ?? []);
  const fresh = without(other ?? [], one ?? []);
  return [
    ...(gone.length > 0 ? [choiceChange(gone, 'gone')] : []),
    ...(fresh.length > 0 ? [choiceChange(fresh, 'new')] : []),
  ];
}

/** An account may have tens of thousands of choices. */
function without(choices: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others);
  return choices.filter(choice => !known.has(choice));
}

function choiceChange(choices: readonly string[], how: 'gone' | 'new'): PropertyChange {
  const subject = choices.length === 1 ? 'its choice' : 'its choices';
  const verb = choices.length === 1 ? 'is' : 'are';
  const words = `${subject} ${someQuoted(choices)} ${verb} ${how}`;
  return { property: 'choices', words, breaks: how === 'gone' };
}

function pattern({ validatorRegexp }: FieldConfiguration): string {
  return validatorRegexp ?? 'none';
}

function requiredWords({ valueRequired }: FieldConfiguration): string {
  return valueRequired ? 'required' : 'optional';
}

function ownerWords({ appointmentSpecific, specificForLocationId }: FieldConfiguration): string {
  const where = specificForLocationId === null ? '' : ` at location ${specificForLocationId}`;
  return `a field of the ${appointmentSpecific ? 'appointment' : 'customer'}${where}`;
}

function privacyWords({ privacyConfidential }: FieldConfiguration): string {
  return privacyConfidential ? 'confidential' : 'not confidential';
}
