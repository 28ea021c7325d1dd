import type { Mapping } from '../../mapping/mapping.ts';
import { rulesOf } from '../../mapping/rules-of.ts';

/** In which languages the fields must be read for these mappings: `as: choice` finds choices by their names in all. */
export function neededLanguages(mappings: readonly Mapping[]): 'own' | 'all' {
  const readsChoices = mappings.some(each =>
    rulesOf(each).some(({ as }) => as === 'choice' || as === 'choices'),
  );
  return readsChoices ? 'all' : 'own';
}
