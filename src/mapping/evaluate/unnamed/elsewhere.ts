import { comparedEmail } from '../../../booking/answers/person-addresses.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { onceForText } from '../../../diagnostics/once-for-text.ts';
import { placedPaths } from '../../../expressions/paths/placed-paths.ts';
import { ownDigits } from '../../../inbox/finding/phone-number.ts';
import { isOfElse } from '../../../inbox/keys-of-others.ts';
import { lettersOfKey } from '../../../inbox/named-person.ts';
import { comparedName } from '../../../receive/answers/find-answer.ts';
import { samplePayloads } from '../../doubts/named-positions.ts';
import type { Mapping } from '../../mapping.ts';
import { type NamedRule, namedRules, ruleExpressions } from '../../rules-of.ts';
import { allTexts, type EventText } from './event-texts.ts';

/** The texts that are not those of the person of an event. */
export interface Elsewhere {
  readonly sample: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
  readonly senders: ReadonlySet<string>;
}

/** Returns the paths and questions whose values the mapping reads as such: in its condition, or as a field's own value. */
export const readAsValues = onceFor(
  (mapping: Mapping): ReadonlySet<string> =>
    readBy(
      mapping,
      namedRules(mapping).filter(({ path }) => path !== 'id' && path !== 'note'),
    ),
);

/** Returns those whose values the mapping reads as such for somebody else: for a field of the parents. */
export const readForOthers = onceFor(
  (mapping: Mapping): ReadonlySet<string> =>
    readBy(
      { when: undefined },
      namedRules(mapping).filter(({ path }) => isOfElse(path.replace(/^additionalFields\./, ''))),
    ),
);

function readBy({ when }: Pick<Mapping, 'when'>, rules: readonly NamedRule[]): ReadonlySet<string> {
  const single = rules.map(({ rule }) => ruleExpressions(rule)).filter(({ length }) => length === 1);
  const expressions = [...single.flat(), ...(when ? [when.value] : [])];
  return new Set(
    expressions.flatMap(expression => {
      const paths = placedPaths(expression).filter(({ from }) => from === 0);
      const answers = paths.flatMap(({ steps: [root, name] }) => (root === '$answers' && name ? [name] : []));
      const asked = [...answers, ...(expression.answer === undefined ? [] : [expression.answer])];
      return [...paths.map(({ steps }) => JSON.stringify(steps)), ...asked.map(comparedName)];
    }),
  );
}

/** True for a text at one of these paths, or the answer to one of these questions. */
export function isRead({ steps, key }: EventText, read: ReadonlySet<string>): boolean {
  return read.has(JSON.stringify(steps)) || read.has(comparedName(key));
}

/**
 * Returns the texts of the samples, the digits of their phone numbers and the domains of their addresses (`@salon.example`).
 * If an event has them too, they are those of the sender, of an employee or of a test.
 */
export const sampleTexts = onceFor((mapping: Mapping): ReadonlySet<string> => {
  const texts = samplePayloads(mapping).flatMap(each => allTexts([each], new Set()) ?? []);
  return new Set(
    texts.flatMap(text => {
      const plain = comparedEmail(text);
      const digits = ownDigits(text);
      return [
        plain,
        ...(digits === undefined ? [] : [digits]),
        ...(plain.includes('@') ? [`@${domainOf(plain)}`] : []),
      ];
    }),
  );
});

/** Returns the part of an e-mail address after the @. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1);
}

/** True for the key of another text in capitals: a city, a course. */
export const isOfThing = onceForText((key: string): boolean => ofThing.test(lettersOfKey(key)));

/** Keys of other texts in capitals, in languages that have keys for names too and in some that have none. */
const ofThing =
  /service|produ[ck]t|course|class|kurs|event|street|strasse|address|adress|city|^ort$|stadt|town|country|^land|region|state|status|source|quelle|campaign|channel|medium|utm|typ|categor|kategor|plan|tier|level|tag|label|titel|title|subject|betreff|package|paket|treatment|leistung|dienst|form|list|group|gruppe|segment|interest|language|sprache|gender|day|tag|month|monat|colou?r|farbe|size|brand|marke|model|uslug|tretman|^grad$|drzav|ulic|oras|strad|servici|miest|gatv|paslaug|^linn|tanav|teenus|^kota|jalan|layanan|thanhpho|duong|dichvu/;
