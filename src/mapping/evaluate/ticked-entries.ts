import { isPlainObject } from '../../receive/answers/inside.ts';
import { consentAnswer } from '../convert/consent-answer.ts';

/** The key that says in each entry of a list whether it applies: `checked` in `[{name: "Latex", checked: true}]`. */
export interface TickKey {
  readonly key: string;
  /** The value that means yes, as in an expression. Undefined if no entry has it. */
  readonly yes: string | undefined;
}

/** Returns the key by which entries of a list apply or not, if some of them do not. */
export function tickKey(entries: readonly unknown[]): TickKey | undefined {
  if (entries.length === 0 || !entries.every(isPlainObject)) return undefined;
  const objects = entries as readonly Readonly<Record<string, unknown>>[];
  const key = Object.keys(objects[0] ?? {}).find(
    each =>
      ticks.test(each) &&
      objects.every(entry => consentAnswer(entry[each]) !== undefined) &&
      objects.some(entry => consentAnswer(entry[each]) === false),
  );
  if (key === undefined) return undefined;
  const yes = objects.map(entry => entry[key]).find(value => consentAnswer(value) === true);
  return { key, yes: yes === undefined ? undefined : JSON.stringify(yes) };
}

const ticks =
  /^(?:is_?)?(?:checked|selected|ticked|chosen|ja|yes|wert|value|answer|antwort|response|gew(?:ä|ae)hlt|ausgew(?:ä|ae)hlt|angekreuzt|angehakt|zutreffend|trifft_?zu|active|aktiv|enabled|granted|given|accepted|consent|zugestimmt|opted_?in|subscribed|abonniert)$/i;
