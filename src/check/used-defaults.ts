import type { DestinationSettings } from '../mapping/evaluate/evaluation.ts';
import type { Mapping } from '../mapping/mapping.ts';
import {
  type GivenDefault,
  ownerWords,
  withDestinationDefaults,
  writtenDefault,
} from '../mapping/rule-defaults.ts';
import { namedRules } from '../mapping/rules-of.ts';

/** A default that rules of a mapping use. */
export interface UsedDefault extends GivenDefault {
  readonly mapping: string;
  /** As it is written. */
  readonly value: string;
  /** The parameters whose rules use it; a field as `additionalFields.` and its keyName. */
  readonly rules: readonly string[];
}

/** The defaults that the rules of a mapping use for the destinations that it can reach. */
export function usedDefaults(
  mapping: Mapping,
  destinations: ReadonlyMap<string, DestinationSettings>,
): readonly UsedDefault[] {
  const found = new Map<string, UsedDefault>();
  const wholes = [...destinations].map(([name, { defaults }]) =>
    withDestinationDefaults(mapping, name, defaults),
  );
  for (const whole of wholes.length > 0 ? wholes : [mapping]) {
    for (const { path, rule } of namedRules(whole)) {
      for (const given of rule.given ?? []) {
        const id = `${given.of} ${given.name} ${given.key}`;
        const rules = [...(found.get(id)?.rules ?? []), path];
        const value = writtenDefault(rule, given.key);
        found.set(id, { mapping: mapping.name, ...given, value, rules: [...new Set(rules)] });
      }
    }
  }
  return [...found.values()];
}

/** A default that is used, on a line: `intake: country: AT, from the defaults of the destination salon, for phone`. */
export function usedDefaultWords(used: UsedDefault): string {
  const names = used.rules.map(each => each.replace(/^additionalFields\./, ''));
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  const rules = names.slice(0, 5).join(', ') + more;
  return `${used.mapping}: ${used.key}: ${used.value}, from the ${ownerWords(used)}, for ${rules}`;
}
