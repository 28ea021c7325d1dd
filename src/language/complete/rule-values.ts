import { askedIn, type FormQuestion } from '../../receive/answers/answers.ts';
import { findAnswer, shownName } from '../../receive/answers/find-answer.ts';
import type { ExampleEvent, Knowledge } from '../knowledge.ts';

/** A question of a form, as some event has it. */
export interface KnownQuestion {
  readonly question: FormQuestion;
  /** A name that means this question alone. */
  readonly name: string;
  /** The answer to it in the first event that has one. */
  readonly value: unknown;
}

const kept = new WeakMap<readonly ExampleEvent[], readonly KnownQuestion[]>();

/** The questions of the events of a source, each once. */
export function knownQuestions({ events, showsName }: Knowledge): readonly KnownQuestion[] {
  return allQuestions(events).flatMap(each => {
    const { keys, labels } = each.question;
    const names = [each.name, ...keys, ...labels].filter(name => name !== undefined);
    return names.every(showsName) ? [each] : [];
  });
}

function allQuestions(events: Knowledge['events']): readonly KnownQuestion[] {
  const before = kept.get(events);
  if (before) return before;
  const found = new Map<string, KnownQuestion>();
  for (const { input } of events) {
    if (!input.answers) continue;
    for (const question of askedIn(input.answers).questions) {
      const name = clearName(question, input.answers);
      if (name === undefined || found.size >= 1_000) continue;
      const known = found.get(name);
      if (!known || known.value === undefined) found.set(name, { question, name, value: question.value });
    }
  }
  const questions = [...found.values()];
  kept.set(events, questions);
  return questions;
}

/** The name by which people know a question, or where several have it, one that it has alone. */
function clearName(question: FormQuestion, answers: NonNullable<Parameters<typeof findAnswer>[0]>) {
  const names = [shownName(question), ...question.keys, ...question.labels];
  return names.find(name => name !== undefined && name !== '' && findAnswer(answers, name).kind === 'found');
}

/** The keys that the expression of a rule leads along, where it is only a path. */
export function pathOfRule(
  { from, answer }: { readonly from?: string; readonly answer?: string },
  knowledge: Pick<Knowledge, 'events'>,
): readonly string[] | undefined {
  if (answer !== undefined) {
    for (const { input } of knowledge.events) {
      const found = findAnswer(input.answers, answer);
      if (found.kind === 'found') return ['$answers', ...found.path];
    }
    return ['$answers', answer];
  }
  if (from === undefined) return undefined;
  return plainSteps(from);
}

/** The steps of an expression that is only a path. */
export function plainSteps(expression: string): readonly string[] | undefined {
  const steps: string[] = [];
  const text = expression.trim();
  const step = /(?:^|\.)(?:(\$?[\p{L}_][\p{L}\p{N}_]*)|"((?:[^"\\]|\\.)*)"|`([^`]*)`)(?:\[\d+\])?/uy;
  for (let at = 0; at < text.length; at = step.lastIndex) {
    step.lastIndex = at;
    const match = step.exec(text);
    if (!match) return undefined;
    steps.push(match[1] ?? match[3] ?? (match[2] ?? '').replace(/\\(.)/gs, '$1'));
  }
  return steps.length === 0 ? undefined : steps;
}
