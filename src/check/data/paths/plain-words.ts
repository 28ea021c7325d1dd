import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';

/** Removes the warning that no event has a path where the path was probably meant as text. */
export function withoutSecondWords(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const words = new Set(diagnostics.filter(({ code }) => code === 'expression/plain-word').map(placeKey));
  return diagnostics.filter(each => each.code !== 'check/path-never-matches' || !words.has(placeKey(each)));
}

function placeKey({ place }: Pick<Diagnostic, 'place'>): string {
  return `${place?.file}:${place?.line}:${place?.column}`;
}
