import type { Mapping } from '../../mapping/mapping.ts';
import { rulesOf } from '../../mapping/rules-of.ts';

/** The languages in which these mappings need the fields: `as: choice` accepts names in all. */
export function neededLanguages(mappings: readonly Mapping[]): 'own' | 'all' {
  const readsChoices = mappings.some(each =>
    rulesOf(each).some(({ as }) => as === 'choice' || as === 'choices'),
  );
  return readsChoices ? 'all' : 'own';
}
