import { counted } from '../../diagnostics/counted.ts';
import { escapeText, visibleNames } from '../../diagnostics/visible-text.ts';
import type { LineFault, ListFault } from '../../lists/list-fault.ts';

const separatorNames: Readonly<Record<string, string>> = { ',': '","', ';': '";"', '\t': 'tab' };

/**
 * Returns the reason why a list cannot be imported, and the next step. `options`: the command has `--encoding` and
 * `--separator`; `none`: it reads a list only as an example.
 */
export function listFaultText(fault: ListFault, name: string, has: 'options' | 'none'): string {
  switch (fault.fault) {
    case 'empty':
      return `${name} is empty; it needs a header and rows`;
    case 'spreadsheet':
      return `${name} is a spreadsheet; save it as "CSV UTF-8" and import that file`;
    case 'no rows':
      return `${name} has no rows`;
    case 'long header':
      return `line 1 of ${name} is too long for a header`;
    case 'not in this encoding':
      return `${name} is not in this encoding\nSave the file as "CSV UTF-8", and import that one.`;
    case 'changed':
      return `${name} was changed while it was read; import it again`;
    case 'not UTF-8':
      return notUtf8Text(fault, name, has);
    case 'UTF-8 after all':
      return (
        `${name} is UTF-8, and not ${fault.stated}, which would damage its letters. As UTF-8, line ${fault.line} reads:\n\n` +
        `  ${escapeText(fault.text).slice(0, 200)}\n\nLeave out --encoding ${fault.stated}.`
      );
    case 'several separators':
      return (
        `the header of ${name} (line 1) has several possible separators: ` +
        `${fault.found.map(({ separator, count }) => `${separatorNames[separator]} ${count} times`).join(', ')}\n` +
        (has === 'options'
          ? 'Name the right one: --separator "," or ";" or tab.'
          : 'Save the file with one separator, such as a semicolon, and no other in the header.')
      );
    case 'faulty lines':
      return faultyLinesText(name, fault.lines, fault.count);
  }
}

/** An old Mac or DOS wrote such a file; `--encoding` was tried with its lines before it is suggested. */
function notUtf8Text(
  { line, text, encoding, stated }: Extract<ListFault, { fault: 'not UTF-8' }>,
  name: string,
  has: 'options' | 'none',
): string {
  const save = 'save the file as "CSV UTF-8", and use that one.';
  const head =
    stated === undefined
      ? `line ${line} of ${name} is not UTF-8\n`
      : `line ${line} of ${name} has no meaning as ${stated}\n`;
  if (encoding === undefined) return `${head}Its encoding is not known: ${save}`;
  const shown = `As ${encoding} the line reads:\n\n  ${escapeText(text).slice(0, 200)}\n\n`;
  if (has === 'none') return `${head}${shown}Please ${save}`;
  return `${head}${shown}If that is right, add --encoding ${encoding}. Else ${save}`;
}

function faultyLinesText(name: string, lines: readonly LineFault[], count: number): string {
  const told = lines.map((each, at) => {
    const isRepeated = lines.slice(0, at).some(before => isOfCells(before) && isOfCells(each));
    return `  ${placeOf(each)}: ${lineFaultText(each)}${isOfCells(each) && !isRepeated ? quoteCells : ''}`;
  });
  const more =
    count > lines.length ? [`  and ${counted(count - lines.length, 'more fault', 'more faults')}`] : [];
  const head = `${name} has ${counted(count, 'fault', 'faults')}; nothing was imported`;
  return [head, ...told, ...more].join('\n');
}

/** A spreadsheet program counts a row with a line break in a cell as one. */
function placeOf(fault: LineFault): string {
  const isOther = 'row' in fault && fault.row !== fault.line;
  return isOther ? `line ${fault.line} (row ${fault.row} in a spreadsheet)` : `line ${fault.line}`;
}

/** Shown once, because a list may have thousands of such lines. */
const quoteCells = ' (a cell with the separator or a line break in it must be in quotation marks)';

function isOfCells({ fault }: LineFault): boolean {
  return fault === 'too few cells' || fault === 'too many cells';
}

function lineFaultText(fault: LineFault): string {
  switch (fault.fault) {
    case 'too few cells':
    case 'too many cells':
      return `${fault.fault}: ${fault.cells} instead of ${fault.columns}`;
    case 'failed formula':
      return `the column "${escapeText(fault.column)}" has "${fault.text}", the error of a formula. Correct the cell or empty it`;
    case 'note for Excel':
      return `"${escapeText(fault.text)}" is a note for Excel, which does not show this line. Delete it in a text editor, or save the file again as "CSV UTF-8"`;
    case 'title':
      return `this line has ${counted(fault.filled, 'cell')} ("${escapeText(fault.text)}"), and line ${fault.next} has ${fault.cells}. If it is a title, delete it: the file must begin with the header`;
    case 'unnamed column':
      return `column ${fault.column} of the header has no name; enter one`;
    case 'repeated columns':
      return `the header has several columns of the same name: ${visibleNames(fault.names)}. Rename or delete all but one of them`;
    case 'quote not closed':
      return `a quotation mark is opened here and not closed before line ${fault.noticedAt}; close it, or write "" for a quotation mark in a cell`;
    case 'quote in a cell':
      return 'a quotation mark stands within a cell; put the whole cell in quotation marks, and write "" for each in it';
    case 'text behind a quote':
      return 'something stands behind a closing quotation mark; write "" for a quotation mark in a cell';
    case 'row too large':
      return `the row is larger than 16 MiB (noticed in line ${fault.noticedAt}); probably a quotation mark is opened here and never closed`;
    case 'no CSV':
      return 'it cannot be read as CSV';
    case 'no JSON':
      return 'it is no JSON value; each line must be one whole value';
  }
}
