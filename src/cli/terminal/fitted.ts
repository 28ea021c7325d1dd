import { stripVTControlCharacters } from 'node:util';
import { wrap } from './wrap.ts';

/**
 * A text of several lines, each broken between words where it is too long for a terminal, but for the frames, which
 * show the lines of a file as they are. Where the width is not known, nothing is broken.
 */
export function fitted(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  return text
    .split('\n')
    .map(line => fittedLine(line, columns))
    .join('\n');
}

function fittedLine(line: string, columns: number): string {
  if (/^ *\d* \|/.test(stripVTControlCharacters(line))) return line;
  const [indent = ''] = /^ */.exec(line) ?? [];
  const further = indent === '' ? 4 : 'hint: '.length;
  return indent + wrap(line.slice(indent.length), columns, indent.length + further);
}
