import { isDeepStrictEqual } from 'node:util';
import type { Answers } from '../../receive/answers/answers.ts';

/** Finds out which names of answers are names of one question, as its key and its label are. */
export interface QuestionNames {
  readonly learn: (answers: Answers) => void;
  /** The only other name that had the same answer in every event. */
  readonly otherNameOf: (name: string) => string | undefined;
}

/** Learns from the answers of events, one after another. */
export function createQuestionNames(): QuestionNames {
  const same = new Map<string, ReadonlySet<string>>();
  return {
    learn(answers) {
      const names = Object.keys(answers);
      for (const name of names) {
        const candidates = same.get(name) ?? new Set(names);
        if (candidates.size === 0) continue;
        const left = [...candidates].filter(
          other =>
            other !== name &&
            Object.hasOwn(answers, other) &&
            isDeepStrictEqual(answers[other], answers[name]),
        );
        same.set(name, new Set(left));
      }
    },
    otherNameOf(name) {
      const [other, ...more] = same.get(name) ?? [];
      return more.length === 0 ? other : undefined;
    },
  };
}
