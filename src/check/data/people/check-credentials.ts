import type { SourceConfig } from '../../../config/config.ts';
import { type Diagnostic, diagnostic, type Place } from '../../../diagnostics/diagnostic.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { type ExpressionUse, expressionUses } from '../../../mapping/expression-uses.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import type { PlaceWithin } from '../../../mapping/parse/place-within.ts';
import { isTaken, namesCredential, showsCredential } from '../../../receive/redaction/credentials.ts';
import { pathsIn, wholePath } from '../paths/paths-in.ts';
import type { Patience } from '../patience.ts';
import { sortEvents, type Trial, tryOn, type Wanted } from '../trial.ts';

/** The number of samples, and of newest events, that show the kind of a path's values. */
const eventsTried = 25;
/** Expressions that are not paths take time, so they are evaluated for only this many events. */
const eventsCalculated = 3;

/**
 * Returns a warning for each rule that reads a credential: by the name of its path, or by a value in a sample
 * or a stored event. A token in a URL of another server, such as that of an uploaded file, is only a note.
 * Messages contain no values.
 */
export async function checkCredentials(
  mapping: Mapping,
  source: SourceConfig | undefined,
  trials: readonly Trial[],
  { within, patience }: { readonly within: PlaceWithin; readonly patience: Patience },
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  const open: ExpressionUse[] = [];
  for (const use of expressionUses(mapping).filter(({ path }) => path !== 'when')) {
    const named = pathsIn(use, within).filter(path => namesCredential(wholePath(path), source?.verify));
    for (const path of named) found.push(told(use, pathText(wholePath(path)), path.place()));
    if (named.length === 0) open.push(use);
  }
  if (open.length === 0) return found;
  const some = new Set([...trials.slice(0, eventsTried), ...trials.slice(-eventsTried)]);
  const { wanted } = await sortEvents(mapping, [...some], patience);
  for (const use of open) found.push(...(await checkValues(use, source, wanted)));
  return found;
}

async function checkValues(
  use: ExpressionUse,
  source: SourceConfig | undefined,
  wanted: readonly Wanted[],
): Promise<readonly Diagnostic[]> {
  let noted: Diagnostic | undefined;
  const events = use.expression.evaluateDirectly ? wanted : wanted.slice(0, eventsCalculated);
  for (const { scope } of events) {
    const tried = await tryOn(use.expression, scope);
    if ('failed' in tried || !showsCredential(tried.value, source)) continue;
    const isOwn = [tried.value].flat().some(each => isTaken(String(each), source));
    if (isOwn) return [told(use, use.expression.source, use.place)];
    noted ??= { ...told(use, use.expression.source, use.place), severity: 'info' };
  }
  return noted ? [noted] : [];
}

function told({ path }: ExpressionUse, text: string, place: Place): Diagnostic {
  return diagnostic('check/reads-credential', `${text} contains a credential, and ${path} sends it`, {
    hint: 'take it out: a password, a token or a secret address opens something to everybody who reads it later',
    place,
    path,
  });
}
