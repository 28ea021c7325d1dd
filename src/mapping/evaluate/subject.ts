import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { placeholderIn } from '../../diagnostics/placeholder.ts';
import { presenceOf } from '../../expressions/convert/presence.ts';
import { scalarText, shown } from '../../expressions/convert/scalar-text.ts';
import { type Expression, ExpressionFailed, type Scope } from '../../expressions/expression.ts';
import { type Link, longestId } from '../../inbox/call.ts';
import { isYesOrNo } from '../convert/convert-boolean.ts';
import { damagedText } from '../convert/damaged-text.ts';
import { wordOf } from '../convert/empty-words.ts';
import { trimmedValue } from '../convert/trim-value.ts';
import { placeholderHint, placeholderWords } from '../doubts/text-doubts.ts';
import { type Note, noteFor } from '../explain/recorder.ts';
import type { Mapping } from '../mapping.ts';
import { evaluateRule, type RuleSurroundings } from './evaluate-rule.ts';
import type { ChoicesOf, FindLink, FindNearLink, SettingsOf, SharedLink } from './evaluation.ts';
import { lackingParts } from './lacking-parts.ts';
import { listHint } from './list-hint.ts';
import { runExpression } from './run-expression.ts';
import { mappingUses } from './variables.ts';

/** The inputs of an evaluation besides the event: the owner of the `link` ids, and the known links. */
export interface MappingSurroundings extends RuleSurroundings {
  readonly people: string;
  readonly findLink: FindLink;
  readonly sharedLink?: SharedLink | undefined;
  readonly nearLink?: FindNearLink | undefined;
  /** The settings of a destination for rules: defaults, and the language of months and days (or English). */
  readonly settingsOf?: SettingsOf | undefined;
  /** The choices that a hint about a look-up table may name. */
  readonly choicesOf?: ChoicesOf | undefined;
}

/** The destination and the person of a call. `destination` is empty if its rule failed. */
export interface Subject {
  readonly destination: string;
  readonly link: Link | undefined;
  /** The customer number that is known for the link. */
  readonly linked: string | undefined;
  /** The parts of the link that the event does not have, as they are written. */
  readonly lacking?: readonly string[];
  readonly faults: readonly Diagnostic[];
}

/** Evaluates the destination and the link of a call, and looks the link up if the mapping uses `$linked`. */
export async function evaluateSubject(
  mapping: Mapping,
  scope: Scope,
  surroundings: MappingSurroundings,
): Promise<Subject> {
  const { people, findLink, record } = surroundings;
  const faults: Diagnostic[] = [];
  const destination = await evaluateDestination(mapping, scope, faults, surroundings);
  const lacking = mapping.link ? await lackingParts(mapping.link.value, scope, surroundings.empty) : [];
  const id = lacking.length > 0 ? undefined : await evaluateLink(mapping, scope, faults, surroundings);
  const link = id === undefined ? undefined : { people, id };
  const isAsked = link && destination !== '' && mappingUses(mapping, 'linked');
  const linked = isAsked ? await findLink(link, destination) : undefined;
  if (isAsked) record?.('link', { kind: 'linked', link, destination, number: linked });
  return { destination, link, linked, faults, ...(lacking.length > 0 && { lacking }) };
}

async function evaluateDestination(
  { destination }: Mapping,
  scope: Scope,
  faults: Diagnostic[],
  surroundings: RuleSurroundings,
): Promise<string> {
  if ('name' in destination) return destination.name;
  const result = await evaluateRule(destination.rule, 'destination', scope, surroundings);
  if (result.kind === 'value') {
    const doubt = (result.doubts ?? []).find(({ code }) => code === 'mapping/ambiguous-value');
    if (!doubt) return result.value.text;
    // The call would reach a customer of another account.
    faults.push({ ...doubt, severity: 'error' });
  } else if (result.kind === 'invalid' || result.kind === 'missing') faults.push(result.diagnostic);
  else {
    const message = 'destination: the rule gives no name for this event';
    const hint = 'give the rule a default, or leave such events out with when';
    faults.push(
      diagnostic('mapping/missing-value', message, {
        hint,
        place: destination.rule.place,
        path: 'destination',
      }),
    );
  }
  return '';
}

/**
 * Evaluates the sender's own id of the person, trimmed. A bad id is always a fault, whatever onInvalid is,
 * because it identifies the person.
 */
async function evaluateLink(
  { link }: Mapping,
  scope: Scope,
  faults: Diagnostic[],
  { record, empty, isWhole = () => false }: RuleSurroundings,
): Promise<string | undefined> {
  if (!link) return undefined;
  const found = await attempt(link.value, scope, noteFor(record, 'link'));
  const value = trimmedValue(found);
  const where = { place: link.place, path: 'link' };
  if (value instanceof ExpressionFailed) {
    faults.push(diagnostic(value.code, `link: ${value.message}`, { ...where, hint: value.hint }));
    return undefined;
  }
  if (presenceOf(value) !== 'present' || empty?.has(wordOf(value) ?? '')) return undefined;
  const text = scalarText(value);
  if (typeof value === 'string' && isYesOrNo(value)) {
    const message = `link: ${shown(value)} is a yes or no and no id, so it would be the same for many people`;
    const hint = "write the path to the sender's own id of the person";
    faults.push(diagnostic('mapping/invalid-value', message, { ...where, hint }));
    return undefined;
  }
  const placeholder = typeof value === 'string' ? placeholderIn(value) : undefined;
  if (typeof value === 'string' && placeholder !== undefined) {
    const message = `link: ${placeholderWords(value, placeholder)}, so it would be the same for many people`;
    const hint = placeholderHint(value, placeholder);
    faults.push(diagnostic('mapping/placeholder-value', message, { ...where, hint, severity: 'error' }));
    return undefined;
  }
  const damaged = typeof value === 'string' ? damagedText(value) : undefined;
  if (damaged?.isLost) {
    const message = `link: ${shown(value)} ${damaged.what}, so several people may have the same`;
    faults.push(
      diagnostic('mapping/damaged-text', message, { ...where, hint: damaged.hint, severity: 'error' }),
    );
    return undefined;
  }
  if ('value' in text && typeof value !== 'boolean') {
    if (text.value.length <= longestId) return text.value;
    faults.push(diagnostic('mapping/invalid-value', tooLongId('link', text.value), where));
    return undefined;
  }
  const message = `link: ${shown(value)} is not an id; it must be one text or number`;
  const hint = listHint(value, link.value, { scope, isWhole });
  faults.push(diagnostic('mapping/invalid-value', message, { ...where, hint }));
  return undefined;
}

/** Returns the message for an id with too many characters. `what`: the name of its rule. */
export function tooLongId(what: string, text: string): string {
  return `${what} has ${text.length} characters; an id of a person has at most ${longestId}`;
}

/** Runs an expression; returns its failure instead of throwing it. */
export async function attempt(
  expression: Expression,
  scope: Scope,
  note: Note | undefined,
): Promise<unknown> {
  try {
    return await runExpression(expression, scope, note);
  } catch (error) {
    if (error instanceof ExpressionFailed) return error;
    throw error;
  }
}
