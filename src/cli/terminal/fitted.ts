import { stripVTControlCharacters } from 'node:util';
import { wrap } from './wrap.ts';

/**
 * Breaks each line of a text between words if it is too long for the terminal, except in frames, which show lines
 * of a file unchanged. Nothing is broken if the width is unknown.
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
