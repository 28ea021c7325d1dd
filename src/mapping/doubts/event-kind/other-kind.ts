import type { Mapping } from '../../mapping.ts';

/**
 * True if an event type (`company.propertyChange`), or the value of a key for the kind of a record
 * (`entity: organization`), names a record that is not a person. `name` is the normalised key of such a value.
 */
export function isOfOtherKind(value: string, name?: string): boolean {
  if (name === 'objecttypeid') return /^[02]-\d+$/.test(value) && value !== '0-1';
  if (name !== undefined && !kindKeys.has(name)) return false;
  if (value.length > longestName) return false;
  const words = value
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  // A person may be of the type `company`: only an event type of several words names the record.
  if (name === undefined && words.length < 2) return false;
  return words.some(each => otherKinds.has(each)) && !words.some(each => people.has(each));
}

const longestName = 80;

/**
 * True if a mapping reads the person from the id of the record itself: `objectId`, `data.id`. The records of a
 * sender are often numbered by kind, so a company and a person can have the same id.
 */
export function readsOwnId(mapping: Mapping): boolean {
  const id = mapping.set.find(({ name }) => name === 'id')?.rule.base;
  const sources = [
    mapping.link?.value.source,
    id?.kind === 'expression' ? id.expression.source : undefined,
  ].filter(each => each !== undefined);
  return sources.some(source => (source.match(paths) ?? []).some(isOwnId));
}

const paths = /[\p{L}_$][\p{L}\p{N}_.$]*/gu;

function isOwnId(path: string): boolean {
  const steps = path.toLowerCase().replaceAll('_', '').split('.');
  return ownIds.has(steps.at(-1) ?? '') && !steps.slice(0, -1).some(each => people.has(each));
}

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const kindKeys = setOf('entity entitytype object objecttype module model resource resourcetype');
const ownIds = setOf('id objectid entityid recordid');
const otherKinds = setOf(
  'company companies organization organizations organisation organisations deal deals opportunity opportunities ticket ' +
    'tickets order orders invoice invoices task tasks product products quote quotes firma firmen unternehmen auftrag ' +
    'aufträge rechnung rechnungen bestellung bestellungen angebot angebote',
);
const people = setOf(
  'person persons people contact contacts customer customers client clients patient patients lead leads user users ' +
    'subscriber subscribers member members kunde kunden kontakt kontakte patienten',
);
