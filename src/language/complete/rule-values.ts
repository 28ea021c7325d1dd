import { answeredQuestions, type FormQuestion } from '../../receive/answers/answers.ts';
import { findAnswer, shownName } from '../../receive/answers/find-answer.ts';
import type { ExampleEvent, Knowledge } from '../knowledge.ts';

/** A question of a form that occurs in an event. */
export interface KnownQuestion {
  readonly question: FormQuestion;
  /** A name that no other question has. */
  readonly name: string;
  /** The first answer to it in the events. */
  readonly value: unknown;
}

const kept = new WeakMap<readonly ExampleEvent[], readonly KnownQuestion[]>();

/** Returns the questions in the events of a source, each once. */
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
    for (const question of answeredQuestions(input.answers).questions) {
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

/** Returns the display name of a question; if several questions share it, a name that only this question has. */
function clearName(question: FormQuestion, answers: NonNullable<Parameters<typeof findAnswer>[0]>) {
  const names = [shownName(question), ...question.keys, ...question.labels];
  return names.find(name => name !== undefined && name !== '' && findAnswer(answers, name).kind === 'found');
}

/** Returns the keys of the path that a rule reads; undefined if its expression is more than a path. */
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

/** Returns the steps of an expression; undefined if it is more than a path. */
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
