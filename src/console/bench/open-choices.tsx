import { openChoice } from '../../booking/catalog/open-choice.ts';
import type { Diagnostic, Place } from '../../diagnostics/diagnostic.ts';
import type { PartTrace } from '../../mapping/explain/trace.ts';
import { words } from '../words/words.ts';
import type { BenchEdit } from './answers.ts';
import type { Desk } from './desk.ts';

/** The choices of a field or the statuses of the account, with the title of the list. */
export interface Choices {
  readonly title: string;
  readonly choices: readonly string[];
}

/** Returns the choices for a part of a mapping. */
export type ChoicesOf = (part: string) => Choices | undefined;

/** A place in a text where a person must choose the value of a field that an answer stands for. */
export interface AskedChoice {
  readonly answer: string;
  readonly about: Choices;
  /** The range that the choice replaces. */
  readonly from: number;
  readonly to: number;
}

/** Returns the place of a finding that asks for a choice; undefined for others, or if the text has changed. */
export function askedChoice(
  { code, path = '', place }: Diagnostic,
  text: string,
  choicesOf: ChoicesOf,
): AskedChoice | undefined {
  if (!place || !asksForChoice({ code, place }, text)) return undefined;
  const about = choicesOf(path);
  const { from, to } = stretchOf(place, text);
  const [, answer = ''] = /([^{,\n]*):\s*$/.exec(text.slice(0, from)) ?? [];
  return about && { answer: unquoted(answer.trim()), about, from, to };
}

/** True if a finding is about a choice that is still to be made. */
export function asksForChoice({ code, place }: Pick<Diagnostic, 'code' | 'place'>, text: string): boolean {
  if (!isOfChoice(code) || !place) return false;
  const { from, to } = stretchOf(place, text);
  return unquoted(text.slice(from, to)) === openChoice;
}

/** True for a code that reports a choice of a field, or a status, that does not exist. */
export function isOfChoice(code: PartTrace['outcome']['code']): boolean {
  return code === 'check/not-a-choice' || code === 'check/unknown-status';
}

/** True if a part cannot be sent yet because a choice is still to be made for its value in this event. */
export function lacksChoice(
  { part, outcome }: Pick<PartTrace, 'part' | 'outcome'>,
  findings: readonly Diagnostic[],
  text: string,
): boolean {
  if (outcome.text === openChoice) return true;
  return isOfChoice(outcome.code) && asking(findings, text).has(part);
}

/** Returns the parts for which a choice is still to be made. */
export function asking(findings: readonly Diagnostic[], text: string): ReadonlySet<string> {
  return new Set(findings.filter(each => asksForChoice(each, text)).flatMap(({ path }) => path ?? []));
}

function stretchOf({ line, column, length = 0 }: Place, text: string): { from: number; to: number } {
  const before = text.split('\n').slice(0, line - 1);
  const from = before.reduce((sum, each) => sum + each.length + 1, column - 1);
  return { from, to: from + length };
}

function unquoted(text: string): string {
  return text.replace(/^(["'])(.*)\1$/s, '$2');
}

/** Asks which choice of the account an answer stands for; a click writes it into the text. */
export function ChoiceButtons({ asked, desk }: { readonly asked: AskedChoice; readonly desk: Desk }) {
  const { bench: text } = words.value;
  const { answer, about, from, to } = asked;
  const write = (edit: BenchEdit['text']) => desk.apply.value?.({ from, to, text: edit });
  return (
    <fieldset>
      <legend>{text.whichChoice(about.title, answer)}</legend>
      {about.choices.map(choice => (
        <button key={choice} type="button" onClick={() => write(asYaml(choice))}>
          {choice}
        </button>
      ))}
      <button type="button" onClick={() => write('null')}>
        {text.noChoice}
      </button>
    </fieldset>
  );
}

/** Words that YAML or people do not read as text. */
const special = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** A choice as it is written in a table. */
function asYaml(choice: string): string {
  const isPlain = /^\p{L}(?:[\p{L}\p{N} ._-]*[\p{L}\p{N}.])?$/u.test(choice) && !special.test(choice);
  return isPlain ? choice : JSON.stringify(choice);
}
