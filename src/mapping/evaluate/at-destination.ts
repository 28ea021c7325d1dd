import { inLocale } from '../convert/locale-of-names.ts';
import type { Mapping } from '../mapping.ts';
import { withDestinationDefaults } from '../rule-defaults.ts';
import type { DestinationSettings } from './evaluation.ts';

/** Returns a mapping with the defaults of a destination, and with months and days in its language. */
export function atDestination(
  mapping: Mapping,
  name: string,
  settings: DestinationSettings | undefined,
): Mapping {
  return inLocale(withDestinationDefaults(mapping, name, settings?.defaults), settings?.locale);
}
