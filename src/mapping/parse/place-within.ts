import type { Place } from '../../diagnostics/diagnostic.ts';
import { readYaml, type YamlSource } from '../../diagnostics/yaml/source.ts';
import type { ExpressionUse } from '../expression-uses.ts';
import { isMap } from './parsing.ts';

/** Returns the place of a part of an expression in its file; `offset` and `length` count characters of its source. */
export type PlaceWithin = (use: ExpressionUse, offset: number, length: number) => Place;

/** Places in mapping files with these texts. A file is read again only when a place in it is needed. */
export function placesWithin(texts: ReadonlyMap<string, string>): PlaceWithin {
  const sources = new Map<string, YamlSource | undefined>();
  const sourceOf = (file: string) => {
    if (!sources.has(file)) sources.set(file, readYaml(file, texts.get(file) ?? '').source);
    return sources.get(file);
  };
  return (use, offset, length) => {
    const source = sourceOf(use.place.file);
    if (!source) return use.place;
    if (use.expression.answer !== undefined) return use.place;
    const { path, text } = writtenAt(source, use);
    const start = text.indexOf(use.expression.source);
    return start < 0 ? use.place : source.placeWithin(path, start + offset, length);
  };
}

/** Returns the text with an expression: in a rule that is a map, the text at `from` or `template`. */
function writtenAt(
  { value }: YamlSource,
  { at }: ExpressionUse,
): { path: ExpressionUse['at']; text: string } {
  const found = at.reduce<unknown>((inside, step) => (isMap(inside) ? inside[step] : undefined), value);
  if (!isMap(found)) return { path: at, text: String(found) };
  const key = typeof found.from === 'string' ? 'from' : 'template';
  return { path: [...at, key], text: String(found[key]) };
}
