import { withoutBlankEnds } from '../../../diagnostics/blank-ends.ts';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { elementsOf } from '../../../expressions/convert/presence.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import { answerEntry, answerOfResult, yesOrNoIn } from '../../evaluate/answer-entry.ts';
import { lookupKey } from '../../evaluate/look-up.ts';
import type { Rule } from '../../mapping.ts';

/**
 * Returns a doubt about an answer that a table of yes and no does not have, so that `otherwise` applies: with
 * `values: {"Ja, gerne": true}, otherwise: null`, a "Nein, danke" sends nothing, and an earlier yes stays. A no that is
 * sent for a yes is reported elsewhere.
 */
export function lostAnswer(
  given: unknown,
  { lookup, because, base }: Rule,
  path: string,
): Diagnostic | undefined {
  if (!lookup?.otherwise || because !== undefined) return undefined;
  const result = lookup.otherwise.value;
  for (const element of elementsOf(given)) {
    const text = typeof element === 'boolean' ? String(element) : element;
    if (typeof text !== 'string' || lookup.entries.has(lookupKey(withoutBlankEnds(text), lookup))) continue;
    const answer = yesOrNoIn(text);
    const entry = answer === undefined ? undefined : answerEntry(text, lookup);
    if (entry === undefined || (result !== null && (answer || answerOfResult(result) !== true))) continue;
    const earlier = answer ? 'no' : 'yes';
    const effect = result === null ? `nothing is sent and an earlier ${earlier} stays` : 'the rule says yes';
    const message = `${path}: ${shown(text)} is not a key of the table, so ${effect} (otherwise: ${shown(result)})`;
    const hint = `add ${entry} to the table; to send nothing for it, write null on the right`;
    return diagnostic('mapping/lost-answer', message, { hint, place: base.place, path });
  }
  return undefined;
}
