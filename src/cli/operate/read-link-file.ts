import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { composedText } from '../../diagnostics/composed.ts';
import { counted } from '../../diagnostics/counted.ts';
import { type Diagnostic, diagnostic, type Place } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { plainCell } from '../../lists/csv-line.ts';
import { type CsvCell, readCsv } from './csv.ts';
import { type LinkLine, linkColumns } from './write-link-file.ts';

/** The names that a link may contain. */
export interface KnownNames {
  readonly people: readonly string[];
  readonly destinations: readonly string[];
}

/**
 * The contents of a list of links: the valid ones, each with its line and the place of its customer number, and the
 * diagnostics of the others.
 */
export interface LinkFile {
  readonly links: readonly (LinkLine & { readonly line: number; readonly place: Place })[];
  /** The number of wrong lines. */
  readonly bad: number;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a list of links: CSV with the header people,link,destination,customerId (in any order; separated by commas,
 * semicolons or tabs), or JSON lines with these keys. All faults are reported, with their lines. `file` is the
 * displayed name.
 */
export function readLinkFile(file: string, text: string, known: KnownNames): LinkFile {
  const entries = /^\uFEFF?\s*[{[]/.test(text) ? jsonEntries(file, text) : csvEntries(file, text);
  const links: LinkFile['links'][number][] = [];
  const diagnostics: Diagnostic[] = [];
  const seen = new Map<string, { customerId: string; line: number }>();
  const badLines = new Set<number>();
  for (const entry of entries) {
    const found = entry.fault ? [entry.fault] : valueFaults(entry, known);
    const { people = '', link = '', destination = '', customerId = '' } = entry.values;
    const key = JSON.stringify([people, composedText(String(link)), destination]);
    const before = seen.get(key);
    if (found.length === 0 && before && before.customerId !== customerId) {
      const message = `line ${before.line} has another customer number for this link: ${before.customerId}`;
      found.push(bad(message, entry.placeOf('customerId'), 'leave one of the two lines'));
    }
    if (found.length === 0) {
      const { line } = entry;
      const place = entry.placeOf('customerId');
      if (!before) links.push({ people, link: composedText(link), destination, customerId, line, place });
      seen.set(key, before ?? { customerId, line: entry.line });
    } else badLines.add(entry.line);
    diagnostics.push(...found);
  }
  return { links, bad: badLines.size, diagnostics };
}

type Column = (typeof linkColumns)[number];

/** One line, before its values are checked. */
interface Entry {
  readonly line: number;
  readonly values: Partial<Record<Column, string>>;
  readonly placeOf: (column: Column) => Place;
  /** The reason why the line cannot be read at all. */
  readonly fault?: Diagnostic;
}

function csvEntries(file: string, text: string): readonly Entry[] {
  if (text.replace(/^\uFEFF/, '').trim() === '') return [];
  const separator = separatorOf(text);
  const [header = [], ...rows] = readCsv(text, separator);
  const names = header.map(cell => cell.text);
  const missing = linkColumns.filter(column => !names.includes(column));
  if (missing.length > 0) {
    const place = { file, line: header[0]?.line ?? 1, column: 1 };
    const message = `the first line must name the columns ${linkColumns.join(',')}; ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing`;
    const fault = diagnostic('links/bad-header', message, { place, hint: headerHint(names, missing) });
    return [{ line: place.line, values: {}, placeOf: () => place, fault }];
  }
  return rows.map(cells => csvEntry(file, names, cells));
}

function headerHint(names: readonly string[], missing: readonly Column[]): string {
  const meant = missing.flatMap(column => nearest(column, names).map(name => `"${name}" as ${column}`));
  return meant.length > 0 ? `write ${meant.join(', ')}` : 'add it above the first link';
}

function csvEntry(file: string, names: readonly string[], cells: readonly CsvCell[]): Entry {
  const line = cells[0]?.line ?? 1;
  const cellOf = (column: Column) => cells[names.indexOf(column)];
  const placeOf = (column: Column): Place => {
    const cell = cellOf(column) ?? cells.at(-1);
    const length = Math.max(cell?.text.length ?? 1, 1);
    return { file, line: cell?.line ?? line, column: cell?.column ?? 1, length };
  };
  const values = Object.fromEntries(
    linkColumns.map(column => [column, withoutBlankEnds(plainCell(cellOf(column)?.text ?? ''))]),
  );
  const fault = rowFault(file, names, cells);
  return { line, values, placeOf, ...(fault && { fault }) };
}

function rowFault(file: string, names: readonly string[], cells: readonly CsvCell[]): Diagnostic | undefined {
  const open = cells.find(cell => cell.unclosed);
  if (open) return bad('nothing closes this quotation mark', { file, line: open.line, column: open.column });
  if (cells.length === names.length) return undefined;
  const place = { file, line: cells[0]?.line ?? 1, column: 1 };
  const message = `this line has ${counted(cells.length, 'value')}, but there are ${names.length} columns`;
  return bad(message, place, 'put a value that contains a separator in quotation marks: "a,b"');
}

/** Returns the separator in the first line; German spreadsheets write semicolons. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  return [',', ';', '\t'].find(each => first.includes(each)) ?? ',';
}

function jsonEntries(file: string, text: string): readonly Entry[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  return lines.flatMap((content, index) => {
    if (content.trim() === '') return [];
    const line = index + 1;
    const place = { file, line, column: 1 };
    const value = parsed(content);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      const hint = `each line is an object of its own: {"${linkColumns.join('": ..., "')}": ...}`;
      return [
        { line, values: {}, placeOf: () => place, fault: bad('this line is no JSON object', place, hint) },
      ];
    }
    const values = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, textIn(each)]));
    const placeOf = (column: Column) => ({ ...place, column: content.indexOf(`"${column}"`) + 1 || 1 });
    return [{ line, values, placeOf }];
  });
}

/** Removes outer spaces, as in a table, and accepts a number in place of its digits. */
function textIn(value: unknown): unknown {
  if (typeof value === 'string') return withoutBlankEnds(value);
  return Number.isSafeInteger(value) ? String(value) : value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const longest = { people: 100, link: 500, destination: 100, customerId: 18 } as const;

function valueFaults({ values, placeOf }: Entry, known: KnownNames): Diagnostic[] {
  return linkColumns.flatMap(column => {
    const text: unknown = values[column];
    const fault = typeof text === 'string' ? textFault(column, text, known) : noText(column, text);
    return fault ? [bad(fault.message, placeOf(column), fault.hint)] : [];
  });
}

interface Fault {
  readonly message: string;
  readonly hint?: string;
}

function noText(column: Column, value: unknown): Fault {
  return { message: value === undefined ? `${column} is missing` : `${column} must be a text` };
}

function textFault(column: Column, text: string, { people, destinations }: KnownNames): Fault | undefined {
  if (text === '') return { message: `${column} is empty` };
  if ((column === 'link' || column === 'customerId') && shortened.test(text))
    return {
      message: `${quoted(text)} is a long number as a spreadsheet rounds it: its last digits are lost`,
      hint: `in the spreadsheet, give the column ${column} the format "text", fill in the numbers again, and export once more`,
    };
  if (column === 'customerId' && !/^\d{1,18}$/.test(text))
    return { message: `${quoted(text)} is no customer number`, hint: 'it has digits only, at most 18' };
  if (text.includes('\uFFFD'))
    return {
      message: `a letter of ${quoted(text)} was lost (U+FFFD) when this list was written`,
      hint: 'export the list again, in UTF-8',
    };
  if (text.length > longest[column])
    return { message: `${column} is longer than ${longest[column]} characters` };
  if (column === 'people' && !people.includes(text))
    return unknownName(`no source has the people ${quoted(text)}`, text, people);
  if (column === 'destination' && !destinations.includes(text))
    return unknownName(`there is no destination ${quoted(text)}`, text, destinations);
  return undefined;
}

/** `4,91512E+12`: no sender has such ids. */
const shortened = /^-?\d+(?:[.,]\d+)?E\+\d+$/i;

function unknownName(message: string, text: string, names: readonly string[]): Fault {
  const [near] = nearest(text, names);
  const hint =
    near === undefined ? `there is ${names.slice(0, 10).join(', ') || 'none'}` : `did you mean "${near}"?`;
  return { message, hint };
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 59)}…` : text);
}

function bad(message: string, place: Place, hint?: string): Diagnostic {
  return diagnostic('links/bad-line', message, { place, hint });
}
