import { counted } from '../../../diagnostics/counted.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { scalarText } from '../../../expressions/convert/scalar-text.ts';
import { lackingParts } from '../../../mapping/evaluate/lacking-parts.ts';
import { mappingUses } from '../../../mapping/evaluate/variables.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import type { Patience } from '../patience.ts';
import { mostTried, sortEvents, type Trial, tryOn } from '../trial.ts';

/** A mapping with a link, and the forms that its link has in events. */
export interface LinkingMapping {
  readonly mapping: Mapping;
  readonly people: string;
  readonly forms: ReadonlySet<LinkForm>;
}

/** The form of a link: an address, an address with a first name behind it, an id. */
type LinkForm = keyof typeof formWords;

const formWords = {
  address: 'an e-mail address',
  'address and more': 'an e-mail address with another part',
  phone: 'a phone number',
  words: 'several words',
  id: 'one id',
} as const;

/** Returns the forms of the link of a mapping in these events; undefined if it has no link. */
export async function linkFormsOf(
  mapping: Mapping,
  people: string,
  trials: readonly Trial[],
  patience: Patience,
): Promise<LinkingMapping | undefined> {
  const { link } = mapping;
  if (!link) return undefined;
  const { wanted } = await sortEvents(mapping, trials, patience);
  const forms = new Set<LinkForm>();
  for (const { scope } of wanted.slice(0, mostTried)) {
    if ((await lackingParts(link.value, scope, undefined)).length > 0) continue;
    const tried = await tryOn(link.value, scope);
    const text = 'value' in tried ? scalarText(tried.value) : undefined;
    if (text && 'value' in text && text.value.trim() !== '') forms.add(formOf(text.value.trim()));
  }
  return { mapping, people, forms };
}

/**
 * Warns if most known links have a form that no mapping of these people writes any more, as after a first name was added to
 * `link`: nobody finds them. Several mappings may have links of different forms. `known`: the ids of the links, by people.
 */
export function orphanedLinks(
  mappings: readonly LinkingMapping[],
  known: ReadonlyMap<string, readonly string[]>,
): readonly Diagnostic[] {
  const groups = Map.groupBy(mappings, ({ people }) => people);
  return [...groups].flatMap(([people, group]) => {
    const ids = known.get(people) ?? [];
    // A link that no event shows may have the form of the known ones.
    if (ids.length === 0 || group.some(({ forms }) => forms.size === 0)) return [];
    const written = new Set(group.flatMap(({ forms }) => [...forms]));
    const orphaned = ids.map(formOf).filter(form => !written.has(form));
    if (orphaned.length * 2 < ids.length) return [];
    return group.flatMap(each => reported(each, orphaned));
  });
}

function reported({ mapping, people, forms }: LinkingMapping, orphaned: readonly LinkForm[]): Diagnostic[] {
  const { link, name } = mapping;
  if (!link || link.because !== undefined || !mappingUses(mapping, 'linked')) return [];
  const before = wordsOf(new Set(orphaned));
  const message = `link of ${name} is ${wordsOf(forms)}, and ${counted(orphaned.length, 'known link')} of ${people} ${orphaned.length === 1 ? 'is' : 'are'} ${before}, so no event finds their customer numbers`;
  const hint =
    'write the ids in the new form into the list of `fieldbridge links export links.csv`, and run `fieldbridge links import links.csv` before new events arrive; if the form of the known links is right, correct link';
  return [diagnostic('check/orphaned-links', message, { hint, place: link.place, path: 'link' })];
}

function wordsOf(forms: ReadonlySet<LinkForm>): string {
  return [...forms].map(form => formWords[form]).join(' or ');
}

function formOf(id: string): LinkForm {
  if (id.includes('@')) return isAddress.test(id) ? 'address' : 'address and more';
  if (/^\+[\d\s()/.-]{6,}$/.test(id)) return 'phone';
  return /\S\s+\S/.test(id) ? 'words' : 'id';
}

const isAddress = /^[^\s@]+@[^\s@]+\.\p{L}{2,}$/u;
