import { presenceOf } from '../../expressions/convert/presence.ts';
import type { Expression, Scope } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/path-text.ts';
import { pathsRead } from '../../expressions/placed-paths.ts';
import { ownValue } from '../../expressions/plain-value.ts';

/**
 * Returns the value beside a consent that says that it was revoked: `revoked_at` beside `granted_at`. Undefined if the
 * consent was given again later.
 */
export function revokedBeside(
  expression: Expression,
  { input }: Pick<Scope, 'input'>,
): { readonly at: string; readonly value: unknown } | undefined {
  for (const steps of pathsRead(expression)) {
    const parent = steps.slice(0, -1);
    const record = parent.reduce<unknown>(ownValue, input);
    if (typeof record !== 'object' || record === null || Array.isArray(record)) continue;
    const given = ownValue(record, steps.at(-1) ?? '');
    const key = Object.keys(record).find(each => {
      const value = ownValue(record, each);
      return revocations.test(each) && value !== false && value !== 0 && presenceOf(value) === 'present';
    });
    if (key === undefined || steps.at(-1) === key || given === undefined) continue;
    const value = ownValue(record, key);
    const times = Object.keys(record).filter(each => grants.test(each));
    const isLater = [given, ...times.map(each => ownValue(record, each))].some(
      time => typeof time === 'string' && typeof value === 'string' && moment.test(time) && time > value,
    );
    if (!isLater) return { at: pathText([...parent, key]), value };
  }
  return undefined;
}

const moment = /^\d{4}-\d\d/;
const grants =
  /^(?:consent_?)?(?:granted|given|subscribed|opted_?in|opt_?in|confirmed|accepted|erteilt|angemeldet)_?(?:at|on|date|am)$/i;
const revocations =
  /^(?:consent_?)?(?:revoked|withdrawn|unsubscribed|opted_?out|opt_?out|widerrufen|abgemeldet)(?:_?(?:at|on|date|am))?$/i;
