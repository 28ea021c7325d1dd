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
  /** The questions that share its key, by their displayed names: a sender may rename a question. */
  readonly shownAs: Map<string, ShownQuestion>;
}

/** A question under one of its displayed names. */
export interface ShownQuestion {
  readonly times: number;
  readonly events: number;
  readonly names: readonly string[];
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
      shownAs: new Map<string, ShownQuestion>(),
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
    const same = known.shownAs.get(known.shown) ?? { times: 0, events: 0, names };
    if (!known.shownAs.has(known.shown) && known.shownAs.size >= mostShown) continue;
    known.shownAs.set(known.shown, { ...same, times: same.times + 1, events: same.events + 1 });
  }
}

/** A key with more displayed names is not that of one question. */
const mostShown = 20;
