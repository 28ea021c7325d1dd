import { type Answers, answeredQuestions } from '../../receive/answers/answers.ts';
import { questionNames, shownName } from '../../receive/answers/find-answer.ts';

/** A question in the events, with its count and all its names. */
export interface AskedQuestion {
  times: number;
  events: number;
  /** The displayed name: its label or its title, or else its key. */
  shown: string;
  /** The name of the question in `$answers`. */
  answeredAs: string;
  readonly names: Set<string>;
}

/** The questions in the events by their keys, or by their labels if they have no key. */
export type AskedQuestions = Map<string, AskedQuestion>;

/** Adds the questions of one event. More than `most` different questions are not counted. */
export function addQuestions(asked: AskedQuestions, answers: Answers, most: number): void {
  for (const question of answeredQuestions(answers).questions) {
    if (question.value === undefined) continue;
    const names = questionNames(question);
    const [id] = names;
    if (id === undefined) continue;
    const known = asked.get(id) ?? {
      times: 0,
      events: 0,
      shown: id,
      answeredAs: id,
      names: new Set<string>(),
    };
    if (known.events === 0) {
      if (asked.size >= most) continue;
      asked.set(id, known);
    }
    known.times += 1;
    known.events += 1;
    known.shown = shownName(question);
    known.answeredAs = question.labels[0] ?? id;
    for (const name of names) known.names.add(name);
  }
}
