import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { type DoubtfulReading, doubtsOf, isExpected } from '../../expressions/convert/doubts.ts';
import { type Doubt, doubtOfFormat } from '../../expressions/convert/pattern-doubts.ts';
import { elementsOf } from '../../expressions/convert/presence.ts';
import { staysText } from '../convert/stays-text.ts';
import type { FoundBase } from '../evaluate/evaluate-base.ts';
import type { Given, RuleAbout } from '../evaluate/given-value.ts';
import type { Rule } from '../mapping.ts';
import { ownerWords } from '../rule-defaults.ts';
import { unreadPaths } from '../unread/unread-path.ts';
import { meansComingDay } from './coming-day.ts';
import { otherGender } from './comparisons/other-gender.ts';
import { yesByPart } from './comparisons/part-of-consent.ts';
import { yesBesideNo } from './comparisons/yes-beside-no.ts';
import { cutThousand } from './converted/cut-thousand.ts';
import { dayOrderBeside } from './converted/day-order-beside.ts';
import { lostDigits } from './converted/lost-digits.ts';
import { millisDoubt } from './converted/millis-doubt.ts';
import { otherCountry } from './converted/other-country.ts';
import { resizedNumber } from './converted/resized-number.ts';
import {
  joinedEmpty,
  joinedNull,
  madeOfNothing,
  yesDespiteNo,
  yesDespiteRevocation,
} from './hidden-values.ts';
import { noticeDoubt } from './notice-doubts.ts';
import { oneOfSeveral } from './other-value/one-of-several.ts';
import { severalFit } from './other-value/several-fit.ts';
import { receivedAt } from './received-at.ts';
import { composedDoubts, textDoubts } from './text-doubts.ts';

/** An existing value, after applying the table of its rule. */
export interface Present extends Given {
  readonly value: unknown;
  readonly isLooked: boolean;
}

/** Returns the reasons why a value of the payload or a text of the rule is probably not intended. */
export function valueDoubts(
  { value, isLooked }: Present,
  base: FoundBase,
  rule: Rule,
  about: RuleAbout,
): readonly Diagnostic[] {
  const isGiven = !isLooked && base.origin === 'data';
  const isGivenText = isGiven && isText(rule);
  const found = [
    isGivenText ? doubtsOfText(value, base.parts, rule, about) : none,
    unreadPaths(rule, about.path, about.scope, ({ key, text }) => {
      if (key === 'values' || key === 'otherwise') return isLooked && elementsOf(value).includes(text);
      return key !== 'default';
    }),
    isGivenText ? joinedNull(value, rule, about) : none,
    isGivenText ? joinedEmpty(value, rule, about) : none,
    isGiven ? orElse(yesDespiteNo(value, rule, about), () => yesBesideNo(value, rule, about)) : none,
    base.origin === 'data' ? yesDespiteRevocation(value, rule, about) : none,
    base.origin === 'data' ? yesByPart(value, rule, about) : none,
    base.origin === 'data' ? oneOfSeveral(rule, about.path, about.scope) : none,
    otherGender(value, rule, about),
  ];
  // Every value passes here, and hardly any has a doubt.
  if (found.some(each => each.length > 0)) return found.flat();
  return isGivenText ? madeOfNothing(value, rule, about) : none;
}

const none: readonly Diagnostic[] = [];

/** Returns the further doubts only if there are no first ones: both may be about the same answer. */
function orElse(first: readonly Diagnostic[], further: () => readonly Diagnostic[]): readonly Diagnostic[] {
  return first.length > 0 ? first : further();
}

/** Returns the doubts about a text. Each part of a template is checked separately, but not phone numbers. */
function doubtsOfText(
  value: unknown,
  parts: readonly unknown[] | undefined,
  rule: Rule,
  { path, empty }: RuleAbout,
): readonly Diagnostic[] {
  if (!parts) return textDoubts(value, rule, path, empty);
  const ofParts = textDoubts(parts, rule, path, empty).filter(({ code }) => code !== 'mapping/not-a-phone');
  return [...ofParts, ...composedDoubts(value, parts, rule, path)];
}

function isText({ as }: Rule): boolean {
  return staysText(as);
}

/** The reasons why a value may have been misread. */
interface Ambiguities {
  readonly doubts: readonly Diagnostic[];
  /** The doubt among them that concerns the rule's format for any value. */
  readonly formatDoubt?: Diagnostic;
}

/** Returns the reasons why a value may have been misread. */
export function ambiguities(
  value: unknown,
  rule: Rule,
  base: FoundBase,
  { path, scope }: RuleAbout,
): Ambiguities {
  const surely =
    millisDoubt(value, rule) ??
    cutThousand(value, rule, scope) ??
    lostDigits(rule, scope) ??
    resizedNumber(value, rule, path, scope) ??
    otherCountry(value, rule, scope) ??
    dayOrderBeside(value, rule, scope) ??
    noticeDoubt(value, rule, path, base.noticed ?? []) ??
    severalFit(base, rule, path);
  const warn = ({ message, hint }: Doubt) =>
    diagnostic('mapping/ambiguous-value', `${path}: ${message}`, { hint, place: rule.base.place, path });
  if (surely) return { doubts: [warn(surely)] };
  const found = doubtsOf(value, withZoneOwner(rule), receivedAt(scope));
  const isComing = found.length > 0 && meansComingDay(rule, path);
  const doubts = found
    .filter(each => !isExpected(each, { isComing, hasReason: rule.because !== undefined }))
    .map(warn);
  const ofFormat =
    rule.as === 'date' && rule.because === undefined ? doubtOfFormat(rule.date.format) : undefined;
  if (!ofFormat) return { doubts };
  const formatDoubt = warn(ofFormat);
  return { doubts: [...doubts, formatDoubt], formatDoubt };
}

/** Adds the defaults that set the zone of a rule, which a person would look for at the rule. */
function withZoneOwner(rule: Rule): DoubtfulReading {
  const owner = rule.given?.find(({ key }) => key === 'zone');
  return owner ? { ...rule, zoneOwner: ownerWords(owner) } : rule;
}
