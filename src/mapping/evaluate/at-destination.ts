import { inLocale } from '../convert/locale-of-names.ts';
import type { Mapping } from '../mapping.ts';
import { withDestinationDefaults } from '../rule-defaults.ts';
import type { DestinationSettings } from './evaluation.ts';

/** A mapping as it is for a destination: with its defaults, and with months and days in its language. */
export function atDestination(
  mapping: Mapping,
  name: string,
  settings: DestinationSettings | undefined,
): Mapping {
  return inLocale(withDestinationDefaults(mapping, name, settings?.defaults), settings?.locale);
}
