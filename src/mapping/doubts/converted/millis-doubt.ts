import { compile } from '../../../expressions/compile.ts';
import type { Doubt } from '../../../expressions/convert/pattern-doubts.ts';
import { elementsOf } from '../../../expressions/convert/presence.ts';
import { shown } from '../../../expressions/convert/scalar-text.ts';
import type { Rule } from '../../mapping.ts';
import { ruleExpressions } from '../../rules-of.ts';

/** True if a rule itself converts a number to a day. */
export function countsMillis(rule: Rule): boolean {
  return ruleExpressions(rule).some(({ source }) => source.includes('$fromMillis'));
}

/**
 * Returns the reason why a day from `$fromMillis` is probably wrong: seconds read as milliseconds give days
 * in January 1970, and multiplied milliseconds give days far in the future.
 */
export function millisDoubt(value: unknown, rule: Rule): Doubt | undefined {
  if (rule.because !== undefined || !countsMillis(rule)) return undefined;
  const texts = elementsOf(value).filter(each => typeof each === 'string');
  // If the number is multiplied, its unit was considered.
  const isPlain = ruleExpressions(rule).every(({ source }) => !source.includes('*'));
  const early = texts.find(text => isPlain && /(?<!\d)1970(?!\d)/.test(text));
  if (early !== undefined) {
    return {
      message: `${shown(early)} is a day of 1970, as $fromMillis makes it of seconds: it reads milliseconds`,
      hint: secondsHint(rule),
    };
  }
  const long = texts.find(text => longAgo.test(text));
  if (long !== undefined) {
    return {
      message: `${shown(long)} is a day before 1900: $toMillis reads four digits as a year`,
      hint: 'give $toMillis the text of a whole day, and its second argument how the day is written; if that day is meant, add because: with the reason',
    };
  }
  const late = texts.find(text => farAhead.test(text));
  if (late === undefined) return undefined;
  return {
    message: `${shown(late)} is a day far ahead: the number is more than the milliseconds since 1970`,
    hint: 'give $fromMillis the number of milliseconds since 1970, without * 1000 where the sender sends milliseconds',
  };
}

/** Matches a year from 2200 on, before or after a month and a day. */
const farAhead = /(?<!\d)(?:2[2-9]|[3-9]\d)\d\d-\d\d-\d\d|\d\d[./]\d\d[./](?:2[2-9]|[3-9]\d)\d\d(?!\d)/;

/** Matches a year before 1900, before or after a month and a day. */
const longAgo = /(?<!\d)(?:0\d|1[0-8])\d\d-\d\d-\d\d|(?<!\d)\d\d[./]\d\d[./](?:0\d|1[0-8])\d\d(?!\d)/;

/** Returns the expression that reads the number as seconds, if the number is a path. */
function secondsHint(rule: Rule): string {
  const [expression] = ruleExpressions(rule).filter(({ source }) => source.includes('$fromMillis'));
  const source = expression?.source.trim() ?? '';
  const meant = source.replace(
    /\$fromMillis\(\s*((?:\$?[\p{L}_][\p{L}\p{N}_]*\.){0,20}[\p{L}_][\p{L}\p{N}_]*)\s*(?=[,)])/u,
    '$fromMillis($1 * 1000',
  );
  const reasoned = 'if that day is meant, add because: with the reason';
  if (meant === source || !('expression' in compile(meant)))
    return `multiply the number by 1000 in $fromMillis; ${reasoned}`;
  return `write ${meant}, which reads seconds; ${reasoned}`;
}
