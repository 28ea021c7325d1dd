import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.ts';
import { compile } from '../../../expressions/compile.ts';
import { keyText } from '../../../expressions/paths/path-text.ts';
import { quotedName } from '../../../mapping/answers/answer-expression.ts';
import { type ExpressionUse, expressionUses } from '../../../mapping/expression-uses.ts';
import type { Mapping } from '../../../mapping/mapping.ts';
import { answeredQuestions } from '../../../receive/answers/answers.ts';
import { questionNames, shownName } from '../../../receive/answers/find-answer.ts';
import { isPlainObject } from '../../../receive/answers/inside.ts';
import { answerKeys } from '../../starter/answer-pairs.ts';
import { namingKey } from '../../starter/payload-paths.ts';
import type { Wanted } from '../trial.ts';

/**
 * Warns about rules that read a question instead of its answer, so that they send the same text for everybody: an entry
 * that is found by a key and of which that key is read, or the label or the id of a question that has its value beside
 * it. A table or `because` confirms it.
 */
export function checkQuestions(mapping: Mapping, events: readonly Wanted[]): readonly Diagnostic[] {
  return expressionUses(mapping).flatMap(use => {
    const { rule, expression, path } = use;
    const isMeant = rule === undefined || rule.because !== undefined || rule.lookup !== undefined;
    const read = isMeant ? undefined : entryRead(expression.source);
    if (!read || path === 'destination') return [];
    if (read.by?.key === read.key)
      return [told(use, read, { isQuestion: false, cure: cureIn(read, events) })];
    for (const event of events) {
      const cure = answerBeside(read, event) ?? answerElsewhere(use, read, event);
      if (cure !== undefined) return [told(use, read, { isQuestion: true, cure })];
    }
    return [];
  });
}

/** One key of an entry of a list: `fields[label="Allergies"].id`, `fields[3].label`. */
interface EntryRead {
  readonly list: string;
  /** The key and the value by which the entry is found; undefined for an entry at a position. */
  readonly by: { readonly key: string; readonly value: string } | undefined;
  readonly position: number;
  readonly key: string;
}

/** The path of a list, one of its entries by its position or by a key, and a key of that entry. */
const entry =
  /^((?:[\p{L}\p{N}_$]+|"[^"]*"|`[^`]*`)(?:\.(?:[\p{L}\p{N}_$]+|"[^"]*"|`[^`]*`))*)\[\s*(?:(-?\d{1,6})|([\p{L}\p{N}_$]+|"[^"]*"|`[^`]*`)\s*=\s*("[^"\\]*"|'[^'\\]*'))\s*\]\s*\.\s*([\p{L}\p{N}_$]+|"[^"]*"|`[^`]*`)$/u;

function entryRead(source: string): EntryRead | undefined {
  const [, list, position, by, value, key] = entry.exec(source.trim()) ?? [];
  if (list === undefined || key === undefined) return undefined;
  return {
    list,
    by: by === undefined || value === undefined ? undefined : { key: bare(by), value: value.slice(1, -1) },
    position: Number(position),
    key: bare(key),
  };
}

function bare(text: string): string {
  return text.replace(/^(["`])(.*)\1$/s, '$2');
}

/** Returns the entry that a rule reads, of a list whose entries are all objects. */
function entryIn({ list, by, position }: EntryRead, { scope }: Wanted) {
  const compiled = compile(list);
  const value = 'expression' in compiled ? compiled.expression.evaluateDirectly?.(scope) : undefined;
  const entries = [value].flat().filter(isPlainObject) as readonly Readonly<Record<string, unknown>>[];
  const found = by ? entries.find(each => each[by.key] === by.value) : entries.at(position);
  return found && { found, entries };
}

/** Returns the path of the answer in the same entry, if the rule reads its question. */
function answerBeside(read: EntryRead, event: Wanted): string | undefined {
  const { found, entries = [] } = entryIn(read, event) ?? {};
  const answers = found && answerKeys(found);
  if (!found || !answers?.[0] || answers.includes(read.key)) return undefined;
  if (read.by) return labelKeys.includes(read.by.key) ? selected(read, read.by, answers[0]) : undefined;
  // One entry alone may be anything that has a name and a value.
  if (entries.length < 2 || !entries.every(each => answerKeys(each))) return undefined;
  const key = namingKey(entries);
  const by = key === undefined ? undefined : { key, value: String(found[key]) };
  return by ? selected(read, by, answers[0]) : '{answer: …} with the name of the question';
}

function selected({ list }: EntryRead, by: { readonly key: string; readonly value: string }, key: string) {
  return `'${list}[${keyText(by.key)} = ${JSON.stringify(by.value)}].${keyText(key)}'`;
}

const labelKeys = ['label', 'title', 'name', 'question', 'key', 'ref', 'slug', 'id'];

/** Returns the question whose name a rule reads, if the answer stands elsewhere in the webhook. */
function answerElsewhere(
  { expression }: ExpressionUse,
  { key }: EntryRead,
  { trial, scope }: Wanted,
): string | undefined {
  const { answers } = trial.input;
  if (!answers || !labelKeys.includes(key)) return undefined;
  const value = expression.evaluateDirectly?.(scope);
  if (typeof value !== 'string' || value === '') return undefined;
  const { questions } = answeredQuestions(answers);
  const question = questions.find(each => each.value !== value && questionNames(each).includes(value));
  return question && `{answer: ${quotedName(shownName(question))}}`;
}

/** Returns the path of the other value of an entry, if a sample or an event has such an entry. */
function cureIn(read: EntryRead, events: readonly Wanted[]): string | undefined {
  for (const event of events) {
    const { found } = entryIn(read, event) ?? {};
    const others = Object.keys(found ?? {}).filter(key => key !== read.key && !labelKeys.includes(key));
    const [key] = (found && answerKeys(found)) ?? others;
    if (key !== undefined && read.by) return selected(read, read.by, key);
  }
  return undefined;
}

function told(
  { expression, place, path }: ExpressionUse,
  { key }: EntryRead,
  { isQuestion, cure }: { readonly isQuestion: boolean; readonly cure: string | undefined },
): Diagnostic {
  const source = expression.source.trim();
  const message = isQuestion
    ? `${source} is the ${key} of a question, which is the same for everybody, and not its answer`
    : `${source} finds an entry by its ${key} and reads that ${key}, which is the same for everybody`;
  const hint = `write ${cure ?? 'the key of the value instead'}; if the text itself is meant, add because: with the reason`;
  return diagnostic('check/question-as-answer', message, { hint, place, path });
}
