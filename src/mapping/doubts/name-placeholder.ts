import { namesAField, type PlaceholderKind } from '../../diagnostics/placeholder.ts';

/**
 * Returns the kind of placeholder that a text is only as the name of a person. A sender may compose a name of parts:
 * `Anna undefined`.
 */
export function namePlaceholder(value: string): PlaceholderKind | undefined {
  const name = value.trim();
  if (!/\p{L}|\d{3}/u.test(name) || noNames.has(name.toLowerCase())) return 'nothing';
  if (/(?:^|[\s,])(?:undefined|null|NaN)(?:$|[\s,])/.test(value)) return 'failed';
  return isFieldName(name) ? 'unfilled' : undefined;
}

/** True for the name of a field, with a sign or in the form of programs: `#name`, `first_name`, `{{ name`. */
function isFieldName(name: string): boolean {
  const inner = name.replace(/^[^\p{L}\p{N}]{1,4}/u, '').replace(/[^\p{L}\p{N}]{1,4}$/u, '');
  const isMarked = inner !== name || /[\p{L}\p{N}][_.][\p{L}\p{N}]|\p{Ll}\p{Lu}/u.test(inner);
  return isMarked && inner.length <= 80 && namesAField(inner);
}

/** The texts that people and forms write for a missing name. */
const noNames: ReadonlySet<string> = new Set(
  (
    'unbekannt unknown anonym anonymous keine keiner kein niemand nobody nichts nothing tbd xx xxx xxxx asdf qwertz ' +
    'qwerty test testname vorname nachname name falsch wahr true onbekend inconnu'
  ).split(' '),
);
