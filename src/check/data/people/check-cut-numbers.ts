import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { expressionInYaml } from '../../../diagnostics/yaml/expression-in-yaml.ts';
import { scalarText, shown } from '../../../expressions/convert/scalar-text.ts';
import { withoutZeros } from '../../../inbox/call.ts';
import {
  type CutNumber,
  type CuttingRule,
  cutFrom,
  cutHint,
  cuttingRule,
  lostWords,
} from '../../../mapping/doubts/people/cut-number.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import { endless, type Patience } from '../patience.ts';
import { isOwn, mostTried, showsValues, type Trial, tryOn, type Wanted, whereOf } from '../trial.ts';

interface Cut extends CutNumber {
  readonly trial: Trial;
}

/**
 * Reports a customer number that is cut from a text, with the number that an event shows. It is a warning if digits are
 * left out, or if two texts have the same number: A-1042 and B-1042 are two customers. Otherwise it is a note.
 */
export async function checkCutNumbers(
  mapping: Mapping,
  events: readonly Wanted[],
  patience: Patience = endless,
): Promise<readonly Diagnostic[]> {
  const rule = cuttingRule(mapping);
  if (!rule) return [];
  const cuts: Cut[] = [];
  for (const { trial, scope } of events.slice(0, mostTried)) {
    if (!isOwn(trial, mapping) && !patience()) break;
    const tried = await tryOn(rule.expression, scope);
    const text = 'value' in tried ? scalarText(tried.value) : undefined;
    const cut = text && 'value' in text ? cutFrom(rule, text.value, scope) : undefined;
    if (cut) cuts.push({ ...cut, trial });
  }
  const same = sameNumber(cuts);
  if (same) return [twoTexts(same, rule)];
  const found = shownFirst(cuts.filter(({ losesDigits }) => losesDigits)) ?? shownFirst(cuts);
  return found ? [oneText(found, rule)] : [];
}

function shownFirst(cuts: readonly Cut[]): Cut | undefined {
  return cuts.find(({ trial }) => showsValues(trial)) ?? cuts[0];
}

/** Returns two texts with different letters around the same number. Longer texts around it may be names. */
function sameNumber(cuts: readonly Cut[]): readonly [Cut, Cut] | undefined {
  const first = new Map<string, Cut>();
  for (const cut of cuts) {
    if (cut.losesDigits || cut.rest.some(each => each.length > longestCode)) continue;
    const number = withoutZeros(cut.number);
    const before = first.get(number);
    if (before && codeOf(before) !== codeOf(cut)) return [before, cut];
    first.set(number, cut);
  }
  return undefined;
}

const longestCode = 5;

function codeOf({ rest }: Cut): string {
  return rest
    .join('|')
    .replaceAll(/[^\p{L}\p{N}|]/gu, '')
    .toLowerCase();
}

function twoTexts([one, other]: readonly [Cut, Cut], rule: CuttingRule): Diagnostic {
  const texts =
    showsValues(one.trial) && showsValues(other.trial)
      ? `${shown(one.text)} and of ${shown(other.text)}`
      : 'two different texts of stored events';
  const message = `${rule.name}: the rule makes the same customer number of ${texts}, so two customers of the sender would be one`;
  const hint = `let when: choose one of them, or the rule for destination; if both are one customer, write ${rule.name}: {from: ${expressionInYaml(rule.expression.source)}, because: "…"} with the reason`;
  return diagnostic('mapping/cut-number', message, { hint, place: rule.place, path: rule.name });
}

function oneText(cut: Cut, rule: CuttingRule): Diagnostic {
  const made = showsValues(cut.trial)
    ? `the rule makes ${withoutZeros(cut.number)} of ${shown(cut.text)} in ${whereOf(cut.trial)}, so ${lostWords(cut)}`
    : `the rule cuts the customer number from a text of ${whereOf(cut.trial)}, so ${cut.losesDigits ? 'digits' : 'letters'} of it are left out`;
  return diagnostic('mapping/cut-number', `${rule.name}: ${made}`, {
    hint: cutHint(rule),
    place: rule.place,
    path: rule.name,
    severity: cut.losesDigits ? undefined : 'info',
  });
}
