import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { onceForText } from '../../../diagnostics/once-for-text.ts';
import type { Scope } from '../../../expressions/expression.ts';
import { pathText } from '../../../expressions/paths/path-text.ts';
import { pathsRead } from '../../../expressions/paths/placed-paths.ts';
import { ownValue } from '../../../expressions/plain-value.ts';
import type { Mapping } from '../../mapping.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../../rules-of.ts';
import { changeParts } from './change-parts.ts';

/**
 * Returns warnings about rules that send the value of a record before a change, although the event also has the new
 * one: `previous.status` and `current.status`, `oldValue` and `newValue`. Includes rules that send a part of a change.
 */
export function formerValues(mapping: Mapping, scope: Pick<Scope, 'input'>): readonly Diagnostic[] {
  return [...valuesBefore(mapping, scope), ...changeParts(mapping, scope)];
}

function valuesBefore(mapping: Mapping, { input }: Pick<Scope, 'input'>): readonly Diagnostic[] {
  return readBefore(mapping).flatMap(({ path, rule, steps, at }) => {
    const record = steps.slice(0, at).reduce(ownValue, input);
    if (typeof record !== 'object' || record === null) return [];
    const former = steps[at] ?? '';
    const present = Object.keys(record).find(key => isCounterpart(key, former));
    const isSure = snapshots.test(plain(former)) && ownValue(record, former) !== undefined;
    if (present === undefined && !isSure) return [];
    const meant = present === undefined ? undefined : pathText(steps.with(at, present));
    const message = `${path}: ${pathText(steps)} is by its name the value before the change${meant === undefined ? '' : `, and the event has ${meant}`}`;
    const cure = meant === undefined ? 'read the value after the change' : `write ${meant}`;
    const hint = `${cure}; if the former value is meant, add because: with the reason`;
    return [diagnostic('mapping/former-value', message, { hint, place: rule.base.place, path })];
  });
}

interface ReadBefore extends NamedRule {
  readonly steps: readonly string[];
  /** The index of the step that stands for the earlier record or value. */
  readonly at: number;
}

/** Cached, since every event passes here. A rule that reads both values is left out, as it compares them. */
const readBefore = onceFor((mapping: Mapping): readonly ReadBefore[] =>
  namedRules(mapping).flatMap(named => {
    const paths = ruleExpressions(named.rule).flatMap(pathsRead);
    const isPair = paths.some(steps => steps.some(step => presents.test(plain(step))));
    if (named.rule.because !== undefined || isPair) return [];
    return paths.flatMap(steps => {
      const at = steps.findIndex(namesFormer);
      if (at === -1 || steps[0]?.startsWith('$')) return [];
      const own = withoutFormer(steps[at] ?? '');
      const isCompared = own !== '' && paths.some(each => plain(each[at] ?? '') === own);
      return isCompared ? [] : [{ ...named, steps, at }];
    });
  }),
);

/** True for the name of a record or value before a change: `PreEntityImages`, `previous`, `oldValues`. */
export const namesFormer = onceForText(
  (step: string): boolean => formers.test(plain(step)) || snapshots.test(plain(step)),
);

function plain(step: string): string {
  return step.replace(/[^\p{L}]/gu, '').toLowerCase();
}

/** Names of the whole record before the change, which stand for nothing else. */
const snapshots =
  /^pre(?:entity)?images?$|^(?:previous|prev|old|former|before)(?:values|attributes|properties|fields|data|record|row|image|state|object|entity|document|version|item|snapshot)$/;
const formers =
  /^(?:previous|prev|old|former|before|original|last|vorher|vorherige[rs]?|alt|ehemalige[rs]?)(?:value|values|wert|werte|attributes|properties|fields|data|record|stage|status)?$|^(?:from|alte[rs]?)(?:value|values|wert|werte|attributes|properties|fields|data|record|stage|status)$/;
const presents =
  /^post(?:entity)?images?$|^(?:current|curr|new|after|updated|aktuell|aktuelle[rs]?|nachher|neue?[rs]?)(?:value|values|wert|werte|attributes|properties|fields|data|record|row|image|state|object|entity|document|version|item|snapshot|stage|status)?$|^to(?:value|values|wert|werte|attributes|properties|fields|data|record|stage|status)$/;

/** Returns the name of the present value that has no word for it: `value` for Monday's `previousValue`; else the empty text. */
function withoutFormer(former: string): string {
  return /^(?:previous|prev|old|former|before)(.+)$/.exec(plain(former))?.[1] ?? '';
}

/** True if a key has the new value for an old one: `newValue` for `oldValue`, `to` for `from`. */
function isCounterpart(key: string, former: string): boolean {
  const [one, other] = [plain(key), plain(former)];
  if (one !== '' && one === withoutFormer(former)) return true;
  return presents.test(one) && one.startsWith('to') === other.startsWith('from');
}
