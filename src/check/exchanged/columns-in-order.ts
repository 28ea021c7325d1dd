import type { ChangedColumn } from '../../lists/changed-columns.ts';
import { namesContact } from '../names/other-subject.ts';
import type { PlacedField } from './moved-rows.ts';

/** The values of a row for a comparison with its columns. */
export interface RowInOrder {
  readonly row: number;
  readonly fields: readonly PlacedField[];
  /** The columns of the row as the list has them. */
  readonly columns: Readonly<Record<string, string>>;
}

/**
 * Returns the columns of texts that are in alphabetical order although the rows are in the order of another column, such as that of the
 * customer numbers: they were probably sorted alone. Nothing is known from before. Names, companies and addresses may be in both orders,
 * since customers are often numbered in the order of their names.
 */
export function columnsInOrder(rows: readonly RowInOrder[]): readonly ChangedColumn[] {
  const names = [...new Set(rows.flatMap(({ columns }) => Object.keys(columns)))].slice(0, mostColumns);
  const ordered = names.filter(name => isInOneOrder(rows.map(({ columns }) => columns[name] ?? '')));
  if (ordered.length < 2 || ordered.length > mostOrdered) return [];
  const paths = [...new Set(rows.flatMap(({ fields }) => fields.map(({ path }) => path)))];
  return paths.flatMap((path): readonly ChangedColumn[] => {
    const sent = rows.flatMap(({ row, fields, columns }) => {
      const field = fields.find(each => each.path === path);
      return field ? [{ row, field, columns }] : [];
    });
    const texts = sent.map(({ field }) => field.sent.trim());
    const column = ordered.find(name => sent.every(({ columns }, at) => columns[name]?.trim() === texts[at]));
    if (column === undefined || !isTelling(sent, [column, path])) return [];
    const by = ordered.find(
      name => name !== column && isOfAllRows(rows, name) && !areAlike(sent, column, name),
    );
    return by === undefined ? [] : [{ path, kind: 'ordered', rows: sent.map(({ row }) => row), by }];
  });
}

interface SentValue {
  readonly row: number;
  readonly field: PlacedField;
  readonly columns: Readonly<Record<string, string>>;
}

/** True for different words about the customer, of which the account knows none. */
function isTelling(sent: readonly SentValue[], names: readonly string[]): boolean {
  const [first] = sent;
  if (!first || sent.length < fewestRows || sent.some(({ field }) => field.before !== undefined))
    return false;
  const distinct = new Set(sent.map(({ field }) => field.sent.trim()));
  if (distinct.size < fewestDistinct || distinct.size * 2 < sent.length) return false;
  const areTexts = sent.every(({ field }) => {
    const isText = field.type === undefined || textTypes.has(field.type);
    return isText && /\p{L}{3}/u.test(field.sent) && !/[\d@]/.test(field.sent);
  });
  const all = [...names, ...first.field.names];
  return areTexts && !all.some(name => namesContact(name) || ofNames.test(name));
}

const textTypes: ReadonlySet<string> = new Set(['text', 'textArea', 'other']);

/** Words for names that customers may be numbered by. */
const ofNames =
  /name|firm|compan|kunde|customer|client|klient|mandant|organi[sz]|verein|club|schul|school|praxis|practice|partner|person|kontakt|contact|halter|owner|titel|title|gruppe|group|klasse|class|kurs|course|land|country|region/i;

/** The columns of longer lists are not compared. */
const mostColumns = 60;
/** If most columns are in order, the list is made of them. */
const mostOrdered = 4;
const fewestRows = 8;
const fewestDistinct = 6;

function isOfAllRows(rows: readonly RowInOrder[], name: string): boolean {
  const values = rows.map(({ columns }) => columns[name]?.trim() ?? '');
  return values.every(each => each !== '') && new Set(values).size * 10 >= values.length * 9;
}

/** True for texts that begin alike in several rows: one is made of the other. */
function areAlike(sent: readonly SentValue[], one: string, other: string): boolean {
  const begin = (text = '') => text.trim().slice(0, 2).toLowerCase();
  return (
    sent.filter(({ columns }) => begin(columns[one]) === begin(columns[other])).length * 4 >= sent.length
  );
}

/** True if values are in one order or the other, as a spreadsheet sorts them: with the empty ones at the end. */
function isInOneOrder(values: readonly string[]): boolean {
  const written = values.map(each => each.trim());
  const last = written.findLastIndex(each => each !== '');
  const filled = written.slice(0, last + 1);
  if (filled.length < fewestRows || filled.includes('') || new Set(filled).size < fewestDistinct)
    return false;
  const signs = filled.slice(1).map((each, at) => compareTexts(filled[at] ?? '', each));
  return signs.every(each => each <= 0) || signs.every(each => each >= 0);
}

function compareTexts(one: string, other: string): number {
  return one.localeCompare(other, 'de', { numeric: true, sensitivity: 'base' });
}
