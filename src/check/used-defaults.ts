import type { CatalogSnapshot } from '../booking/catalog/field.ts';
import type { DestinationSettings } from '../mapping/evaluate/evaluation.ts';
import type { Mapping } from '../mapping/mapping.ts';
import {
  type GivenDefault,
  ownerWords,
  withDestinationDefaults,
  writtenDefault,
} from '../mapping/rule-defaults.ts';
import { namedRules } from '../mapping/rules-of.ts';
import { withAccountFormat } from './call/days/account-dates.ts';
import { findField } from './call/field-key.ts';

/** A default that the rules of a mapping use. */
export interface UsedDefault extends GivenDefault {
  readonly mapping: string;
  /** The value as it is written. */
  readonly value: string;
  /** The parameters whose rules use it; a field is `additionalFields.` and its keyName. */
  readonly rules: readonly string[];
}

/** Returns the defaults that a mapping's rules use, including formats of fields in the `catalogs`. */
export function usedDefaults(
  mapping: Mapping,
  destinations: ReadonlyMap<string, DestinationSettings>,
  catalogs: ReadonlyMap<string, CatalogSnapshot | null> = new Map(),
): readonly UsedDefault[] {
  const found = new Map<string, UsedDefault>();
  const wholes = [...destinations].map(([name, { defaults }]) =>
    asAccountSays(withDestinationDefaults(mapping, name, defaults), name, catalogs.get(name)),
  );
  for (const whole of wholes.length > 0 ? wholes : [mapping]) {
    for (const { path, rule } of namedRules(whole)) {
      for (const given of rule.given ?? []) {
        const value = writtenDefault(rule, given.key);
        const id = `${given.of} ${given.name} ${given.key} ${value}`;
        const rules = [...(found.get(id)?.rules ?? []), path];
        found.set(id, { mapping: mapping.name, ...given, value, rules: [...new Set(rules)] });
      }
    }
  }
  return [...found.values()];
}

/** Returns a mapping with the formats of the fields of an account. */
function asAccountSays(mapping: Mapping, name: string, catalog: CatalogSnapshot | null | undefined): Mapping {
  if (!catalog) return mapping;
  const additionalFields = mapping.additionalFields.map(each => {
    const field = findField(each.key, catalog);
    const rule = field ? withAccountFormat(each.rule, field) : each.rule;
    if (rule === each.rule) return each;
    const others = (rule.given ?? []).filter(({ key }) => key !== 'format');
    return {
      ...each,
      rule: { ...rule, given: [...others, { key: 'format', of: 'account', name } as const] },
    };
  });
  return { ...mapping, additionalFields };
}

/** Describes a used default: `intake: country: AT, from the defaults of the destination salon, for phone`. */
export function usedDefaultWords(used: UsedDefault): string {
  const names = used.rules.map(each => each.replace(/^additionalFields\./, ''));
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  const rules = names.slice(0, 5).join(', ') + more;
  return `${used.mapping}: ${used.key}: ${used.value}, from the ${ownerWords(used)}, for ${rules}`;
}
