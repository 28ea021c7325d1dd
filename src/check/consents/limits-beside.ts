import { onceFor } from '../../diagnostics/once-for.ts';
import { onceForText } from '../../diagnostics/once-for-text.ts';
import { spellings } from '../../diagnostics/spellings.ts';
import type { Expression } from '../../expressions/expression.ts';
import { pathText } from '../../expressions/paths/path-text.ts';
import { ownValue } from '../../expressions/plain-value.ts';
import { consentAnswer } from '../../mapping/convert/consent-answer.ts';
import { samplePayloads } from '../../mapping/doubts/named-positions.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { concerns, type PurposeId, purposesRefused } from '../../mapping/purposes.ts';
import { isPlainObject } from '../../receive/answers/inside.ts';

/** A text beside a consent that may limit it: `photosScope: "internal only"`. */
export interface LimitBeside {
  readonly at: string;
  readonly value: string;
}

/**
 * Returns the text beside the value of a consent that has the purpose of the consent in its key, and that no sample of the mapping
 * has: neither a yes nor a no, nor the time, the place or the text of the question.
 */
export function limitBeside(
  mapping: Mapping,
  { path }: Expression,
  purposes: ReadonlySet<PurposeId>,
  payload: unknown,
): LimitBeside | undefined {
  const name = path?.at(-1);
  if (!path || name === undefined) return undefined;
  const around = path.slice(0, -1);
  const object = around.reduce<unknown>(ownValue, payload);
  if (!isPlainObject(object)) return undefined;
  const known = keysInSamples(mapping)(path);
  const key = Object.keys(object)
    .slice(0, mostKeys)
    .find(
      each =>
        each !== name &&
        !known.has(each) &&
        !isHarmless(each) &&
        isAbout(each, purposes) &&
        mayLimit(ownValue(object, each)),
    );
  return key === undefined
    ? undefined
    : { at: pathText([...around, key]), value: String(ownValue(object, key)) };
}

function isAbout(key: string, purposes: ReadonlySet<PurposeId>): boolean {
  const named = purposesRefused([key]);
  return named.size > 0 && concerns(named, purposes);
}

const mostKeys = 200;

const keysInSamples = onceFor((mapping: Mapping) =>
  onceFor((path: readonly string[]): ReadonlySet<string> => {
    const around = path.slice(0, -1);
    const objects = samplePayloads(mapping).map(each => around.reduce<unknown>(ownValue, each));
    return new Set(objects.flatMap(each => (isPlainObject(each) ? Object.keys(each) : [])));
  }),
);

/** Keys for the time, the place, the text and the technical data of a consent. */
const isHarmless = onceForText((key: string): boolean =>
  (spellings(key)[0] ?? '').split(' ').some(word => harmless.has(word)),
);

const harmless: ReadonlySet<string> = new Set(
  (
    'at am on date datum day tag time timestamp zeit zeitpunkt since seit ip source quelle method methode channel kanal language sprache locale version ' +
    'text label question frage wording url link page seite form formular id ids key name by von agent user email mail address adresse list liste type typ ' +
    'frequency haufigkeit interval intervall topic topics thema themen interest interests interessen segment confirmed bestatigt optin proof nachweis hash token'
  ).split(' '),
);

function mayLimit(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > longestLimit || !/\p{L}{2}/u.test(value)) return false;
  return consentAnswer(value) !== true && !/^\d{1,4}[-./]|^(?:https?|mailto):|@/i.test(value.trim());
}

const longestLimit = 200;
