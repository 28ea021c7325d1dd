import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { EntryFault } from './entry-fault.ts';
import { checkHeaderName } from './header-name.ts';
import type { JwtEntry } from './verify-schema.ts';

/** Finds what the keys of a `jwt` entry need of each other. */
export function checkJwt({ in: where, name }: JwtEntry): readonly EntryFault[] {
  if (where === 'header') return name === undefined ? [] : checkHeaderName(name, ['name']);
  if (name !== undefined) return [];
  const hint = 'add `name: ...` with the key that the token stands under in the query of the URL';
  return [
    { path: ['name'], fault: diagnostic('yaml/missing-key', 'a token in the query needs "name"', { hint }) },
  ];
}
