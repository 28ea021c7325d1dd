import { onceFor } from '../../../diagnostics/once-for.ts';
import { calledWithPath } from '../../../expressions/comparisons/called-with-path.ts';
import type { Expression } from '../../../expressions/expression.ts';
import { type PathReader, pathReader } from '../../../expressions/paths/path-values.ts';

/** A text that `$contains` searches for in the values of a path. */
export interface ContainedText {
  readonly read: PathReader;
  /** The path as it is written. */
  readonly text: string;
  readonly literal: string;
}

/** Returns the paths that `$contains` searches for a literal. */
export const containedTexts = onceFor((expression: Expression): readonly ContainedText[] =>
  calledWithPath(expression, ['contains']).flatMap(({ steps, text, offset }) => {
    const behind = expression.source.slice(offset + text.length);
    const [, , literal] = /^\s*,\s*(["'])([^"']{1,80})\1\s*\)/.exec(behind) ?? [];
    return literal === undefined ? [] : [{ read: pathReader({ steps, text }), text, literal }];
  }),
);
