import { composedText } from '../../diagnostics/composed.ts';
import type { FieldConfiguration } from './field.ts';
import { type ChoiceName, caseless, singleBlanks } from './meant-choice.ts';

/**
 * Returns the choices of a field as its description lists them (API document 2.6: one choice a line), in the order of
 * its choices. The description is translated, the choices are not (4.3). Undefined if the number of lines is
 * different, or if a line equals a choice with another position.
 */
export function listedChoices(
  { description }: Pick<FieldConfiguration, 'description'>,
  choices: readonly string[],
): readonly string[] | undefined {
  if (description === null || choices.length === 0) return undefined;
  const lines = description.split(/\r?\n/).filter(line => line.trim() !== '');
  if (lines.length !== choices.length) return undefined;
  const places = new Map(choices.map((choice, at) => [compared(choice), at]));
  const isList = lines.every((line, at) => (places.get(compared(line)) ?? at) === at);
  return isList ? lines : undefined;
}

/** Returns the names of a field's choices in all known languages. */
export function translatedChoices(field: FieldConfiguration): readonly ChoiceName[] {
  const choices = field.selectItems ?? [];
  const lists = [listedChoices(field, choices), ...Object.values(field.choiceNames ?? {})];
  return lists.flatMap(list =>
    list === undefined || list.length !== choices.length
      ? []
      : choices.flatMap((choice, at) => {
          const name = list[at];
          return name === undefined || name === choice ? [] : [{ name, choice }];
        }),
  );
}

function compared(text: string): string {
  return caseless(singleBlanks(composedText(text)));
}
