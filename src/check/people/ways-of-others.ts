import type { CatalogSnapshot } from '../../booking/catalog/field.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { placedPaths } from '../../expressions/paths/placed-paths.ts';
import { resultPaths } from '../../expressions/paths/result-paths.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { isConsentName } from '../../mapping/opt-out.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../../mapping/rules-of.ts';
import { findField } from '../call/field-key.ts';
import { isOfChildInAccount } from '../names/child-of-account.ts';
import { impliedSubject } from '../names/implied-subject.ts';
import { namesAnimal, ownersNamed } from '../names/other-subject.ts';
import { allNamesOf, customerHolders, fieldPath, ruleName, ruleReadingOf } from '../rule-reading.ts';
import { isOwnNameForOther, saysWhose } from './own-person.ts';

/**
 * Warns about an expression that gives the value of somebody else on one of its ways, or as a part of an answer: `mobile ?
 * mobile : parents.phone` for the number of the customer, `$answers.telefonKind.full` for that of the parents, and the last
 * name of the customer for a recommendation. `because` confirms it.
 */
export function waysOfOthers(mapping: Mapping, catalog: CatalogSnapshot | undefined): readonly Diagnostic[] {
  const holders = customerHolders(mapping);
  const booked = bookedOwners(mapping);
  const all = (catalog?.fields ?? []).map(each => ({ keyName: each.keyName, names: allNamesOf(each) }));
  return namedRules(mapping).flatMap(named => {
    const { path, rule } = named;
    const key = path.startsWith(fieldPath) ? path.slice(fieldPath.length) : undefined;
    const field = key === undefined ? undefined : catalog && findField(key, catalog);
    if (!field || rule.because !== undefined || rule.lookup) return [];
    const names = allNamesOf(field);
    const others = all.flatMap(each => (each.keyName === field.keyName ? [] : [each.names]));
    for (const { steps, isChosen } of waysOf(named, catalog)) {
      const said = saidOf(steps, { names, type: field.type }, { holders, booked, others, isChosen });
      if (said === undefined) continue;
      const name = ruleName(path);
      const verb = isChosen ? 'may read' : 'reads';
      const message = `${name} ${verb} ${pathText(steps)}, which by its name ${said}`;
      const hint = `read what stands for ${name} alone; if the name misleads, add because: with the reason`;
      return [diagnostic('mapping/other-name', message, { hint, place: rule.base.place, path })];
    }
    return [];
  });
}

interface Way {
  readonly steps: readonly string[];
  /** True for one of several results. */
  readonly isChosen: boolean;
}

/** Returns the values that a rule can give, unless it plainly reads one, which is judged as such. */
function waysOf(named: NamedRule, catalog: CatalogSnapshot | undefined): readonly Way[] {
  const [expression, ...others] = ruleExpressions(named.rule);
  if (!expression || others.length > 0 || expression.answer !== undefined) return [];
  if (ruleReadingOf(named, catalog)) return [];
  const { paths, isChosen } = resultPaths(expression);
  // Brackets choose an entry by texts, which may name its person: `meta[key="guardian_phone"].value`.
  return expression.source.includes('[') ? [] : paths.map(steps => ({ steps, isChosen }));
}

interface Around {
  readonly holders: readonly (readonly string[])[];
  /** The people whom the booking may be for. */
  readonly booked: number;
  /** The names of the other fields of the account. */
  readonly others: readonly (readonly string[])[];
  readonly isChosen: boolean;
}

function saidOf(
  steps: readonly string[],
  field: { readonly names: readonly string[]; readonly type: string },
  { holders, booked, others, isChosen }: Around,
): string | undefined {
  const value = valueAt(steps, holders);
  if (!value) return undefined;
  if (isChosen && isOwnNameForOther(steps, field.names, holders)) return ofCustomer;
  if (impliedSubject(value, { ...field, others, about: 0 }) !== 'somebody-else') return undefined;
  const owners = ownersNamed([...value.names, ...(value.above ?? [])]);
  if (owners !== 0) {
    const isConsent = field.names.some(isConsentName);
    const isBooked = (owners & booked) !== 0;
    const isConsentForIt = isConsent && value.names.some(namesAnimal);
    const all = [...value.names, ...(value.above ?? [])];
    const isOfChild = isOfChildInAccount(all, field.names, others);
    return isBooked || isConsentForIt || isOfChild ? undefined : 'belongs to somebody else';
  }
  return value.names.some(saysWhose) ? ofCustomer : undefined;
}

const ofCustomer = 'belongs to the customer, and the field is about somebody else';

/** Returns the names of a value: the question with the part of its answer, or the key below those of the customer. */
function valueAt(steps: readonly string[], holders: readonly (readonly string[])[]) {
  const [root, question, ...part] = steps;
  if (root === '$answers')
    return question === undefined ? undefined : { names: [[question, ...part].join(' ')] };
  if (root === undefined || root.startsWith('$')) return undefined;
  const held = holders.filter(above => above.every((step, at) => steps[at] === step));
  const below = steps.slice(Math.max(0, ...held.map(({ length }) => length)));
  return { names: below.slice(-1), above: below.slice(0, -1) };
}

/** Returns the people whose names a booking sends: if it may be for a child, so may be all other values. */
function bookedOwners({ operation, set }: Mapping): number {
  if (operation !== 'persistCustomerData') return 0;
  const rules = set.filter(({ name }) => name === 'firstName' || name === 'name');
  const paths = rules.flatMap(({ rule }) => ruleExpressions(rule).flatMap(each => placedPaths(each)));
  return ownersNamed(paths.flatMap(({ steps }) => steps));
}
