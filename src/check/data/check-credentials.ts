import type { SourceConfig } from '../../config/config.ts';
import { type Diagnostic, diagnostic, type Place } from '../../diagnostics/diagnostic.ts';
import { pathText } from '../../expressions/path-text.ts';
import { type ExpressionUse, expressionUses } from '../../mapping/expression-uses.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { PlaceWithin } from '../../mapping/parse/place-within.ts';
import { isTaken, namesCredential, showsCredential } from '../../receive/redaction/credentials.ts';
import { pathsIn, wholePath } from './paths-in.ts';
import type { Patience } from './patience.ts';
import { sortOut, type Trial, tryOn, type Wanted } from './trial.ts';

/** So many samples, and as many of the newest events, show well enough what kind of value a path has. */
const eventsTried = 25;
/** What is more than a path takes its time, and is tried on so many. */
const eventsCalculated = 3;

/**
 * A warning for each rule that reads what opens something to whoever has it: by the name of what it reads, or as the
 * value shows that a sample or a stored event gives it. Where an address of somebody else has a token in it, as that
 * of an uploaded file may, it is only noted. No message shows a value.
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
  const { wanted } = await sortOut(mapping, [...some], patience);
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
  return diagnostic('check/reads-credential', `${text} carries a credential, and ${path} takes it over`, {
    hint: 'take it out: a password, a token or a secret address opens something to everybody who reads it later',
    place,
    path,
  });
}
