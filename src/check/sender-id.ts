import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import { pathText } from '../expressions/path-text.ts';
import type { Mapping } from '../mapping/mapping.ts';

/**
 * Warns if a customer number is read from the sender's own id of the person, since in the account such
 * numbers belong to other customers. `because` confirms that the sender uses the numbers of the account.
 */
export function senderId({ set, link }: Mapping): readonly Diagnostic[] {
  return set.flatMap(({ name, rule: { base, because } }) => {
    const path =
      (name === 'id' || name === 'customerId') && base.kind === 'expression' ? base.expression.path : null;
    if (!path || because !== undefined || base.kind !== 'expression') return [];
    const written = pathText(path);
    const isLinked = link?.value.path && pathText(link.value.path) === written;
    if (!isLinked && !sendersOwn.test(path.at(-1)?.replace(/[^\p{L}]/gu, '') ?? '')) return [];
    const message = isLinked
      ? `link and ${name} are both ${written}: a link is the id at the sender, ${name} the number at the calendar`
      : `${written} is by its name the id of the person at the sender, not the customer number of the calendar`;
    const cure = isLinked
      ? `write ${name}: $linked`
      : `write ${name}: $linked, and add link: ${written} above set:`;
    const hint = `${cure}; if the sender has the customer numbers, write ${name}: {from: ${written}, because: "…"} with the reason`;
    return [diagnostic('mapping/sender-id', message, { hint, place: base.place, path: name })];
  });
}

/** Names that CRMs and form tools give to their own ids. A "customer id" may be a number of the calendar. */
const sendersOwn =
  /^(?:object|hsobject|contact|kontakt|person|lead|record|subscriber|submission|response|respondent|entry|event|user|visitor|deal|profile|wa|canonicalv)_?id$|^(?:vid|uuid|guid|gid)$/i;
