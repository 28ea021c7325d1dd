import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { EntryFault } from './entry-fault.ts';
import { checkHeaderName } from './header-name.ts';
import type { JwtEntry } from './verify-schema.ts';

/** Finds what the keys of a `jwt` entry need of each other, and whether its token covers the body. */
export function checkJwt(entry: JwtEntry): readonly EntryFault[] {
  const faults = checkPlace(entry);
  return faults.length > 0 || entry.body ? faults : [withoutBody()];
}

function withoutBody(): EntryFault {
  const message =
    'the token does not cover the body: anyone who has seen a webhook can send another body with its token';
  const hint =
    'if the sender puts a hash of the body into the token, add `body: {claim: sha256, encoding: hex}` with the name of that claim';
  return { path: ['type'], fault: diagnostic('config/weak-signature', message, { hint }) };
}

function checkPlace({ in: where, name }: JwtEntry): readonly EntryFault[] {
  if (where === 'header') return name === undefined ? [] : checkHeaderName(name, ['name']);
  if (name !== undefined) return [];
  const hint = 'add `name: ...` with the key that the token stands under in the query of the URL';
  return [
    { path: ['name'], fault: diagnostic('yaml/missing-key', 'a token in the query needs "name"', { hint }) },
  ];
}
