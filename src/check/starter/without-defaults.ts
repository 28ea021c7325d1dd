import type { Defaults } from '../../config/defaults.ts';
import { convertDate } from '../../expressions/convert/convert-date.ts';
import { defaultDateFormat } from '../../expressions/convert/read-date.ts';
import type { StarterRule } from './starter-rule.ts';

/**
 * Returns a rule without the keys that these defaults set anyway. `value`: the value of the payload. If the
 * defaults read it differently than the rule, the rule keeps its key.
 */
export function withoutDefaults(rule: StarterRule, defaults: Defaults, value: unknown): StarterRule {
  const { parse: _, ...others } = rule;
  const parse = neededPattern(rule, defaults, value);
  const own = Object.entries({ ...others, ...(parse !== undefined && { parse }) });
  return Object.fromEntries(own.filter(([key, text]) => !isGiven(key, text, defaults)));
}

const textKeys = ['format', 'zone', 'separator'] as const;

function isGiven(key: string, text: unknown, defaults: Defaults): boolean {
  const isText = (textKeys as readonly string[]).includes(key);
  return isText && defaults[key as (typeof textKeys)[number]] === text;
}

/** Returns the pattern that a rule for a date must set itself. */
function neededPattern(
  { as, parse, zone }: StarterRule,
  defaults: Defaults,
  value: unknown,
): string | undefined {
  if (as !== 'date' || defaults.parse === undefined || typeof value !== 'string') return parse;
  const dayBy = (patterns: readonly string[]) => {
    const read = convertDate(value, { parse: patterns, format: undefined, zone: zone ?? defaults.zone });
    return 'value' in read ? read.value : undefined;
  };
  const meant = dayBy(parse === undefined ? [] : [parse]);
  return dayBy(defaults.parse) === meant ? undefined : (parse ?? defaultDateFormat);
}
