import { comparedEmail } from '../../../booking/answers/person-addresses.ts';
import { onceFor } from '../../../diagnostics/once-for.ts';
import { placedPaths } from '../../../expressions/placed-paths.ts';
import { ownDigits } from '../../../inbox/finding/phone-number.ts';
import { lettersOfKey } from '../../../inbox/named-person.ts';
import { comparedName } from '../../../receive/answers/find-answer.ts';
import { samplePayloads } from '../../doubts/named-positions.ts';
import type { Mapping } from '../../mapping.ts';
import { namedRules, ruleExpressions } from '../../rules-of.ts';
import { allTexts, type EventText } from './event-texts.ts';

/** The texts that are not those of the person of an event. */
export interface Elsewhere {
  readonly sample: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
  readonly senders: ReadonlySet<string>;
}

/** Returns the paths and questions whose values the mapping reads as such: in its condition, or as a field's own value. */
export const readAsValues = onceFor((mapping: Mapping): ReadonlySet<string> => {
  const rules = namedRules(mapping).filter(({ path }) => path !== 'id' && path !== 'note');
  const single = rules.map(({ rule }) => ruleExpressions(rule)).filter(({ length }) => length === 1);
  const expressions = [...single.flat(), ...(mapping.when ? [mapping.when.value] : [])];
  return new Set(
    expressions.flatMap(expression => {
      const paths = placedPaths(expression).filter(({ from }) => from === 0);
      const answers = paths.flatMap(({ steps: [root, name] }) => (root === '$answers' && name ? [name] : []));
      const asked = [...answers, ...(expression.answer === undefined ? [] : [expression.answer])];
      return [...paths.map(({ steps }) => JSON.stringify(steps)), ...asked.map(comparedName)];
    }),
  );
});

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

/** True for the key of somebody else: an employee, a partner, a company. */
export function isOfElse(key: string): boolean {
  return ofElse.test(lettersOfKey(key));
}

/** True for the key of another text in capitals: a city, a course. */
export function isOfThing(key: string): boolean {
  return ofThing.test(lettersOfKey(key));
}

const ofElse =
  /partner|spouse|parent|eltern|mutter|vater|mother|father|child|kind(?!ly)|owner|staff|employee|mitarbeit|betreu|therap|stylist|behandl|doctor|arzt|agent|assign|creat|author|editor|updatedby|sender|support|salon|praxis|practice|studio|shop|store|compan|firma|business|office|hotline|emergency|notfall|recommend|empfehl|freund|friend|referr|^b?cc$|admin|team|location|standort|branch|filiale|provider|merchant|vendor|host|organi[sz]er|coach|trainer|lehrer|teacher|consultant|berater|djelatnik|radnik|zaposlen|angajat|darbuotoj|tootaja|pegawai|nhanvien|terapeut|frizer|lije?car|lijecnik|dokt|medic$|gydytoj|^arst|bacsi/;
/** Keys of other texts in capitals, in languages that have keys for names too and in some that have none. */
const ofThing =
  /service|produ[ck]t|course|class|kurs|event|street|strasse|address|adress|city|^ort$|stadt|town|country|^land|region|state|status|source|quelle|campaign|channel|medium|utm|typ|categor|kategor|plan|tier|level|tag|label|titel|title|subject|betreff|package|paket|treatment|leistung|dienst|form|list|group|gruppe|segment|interest|language|sprache|gender|day|tag|month|monat|colou?r|farbe|size|brand|marke|model|uslug|tretman|^grad$|drzav|ulic|oras|strad|servici|miest|gatv|paslaug|^linn|tanav|teenus|^kota|jalan|layanan|thanhpho|duong|dichvu/;
