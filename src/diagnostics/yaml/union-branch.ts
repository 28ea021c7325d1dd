import type { ShapeIssue } from './shape-words.ts';

/**
 * The branch of a union that was meant: one whose own type fits and that has the fewest and deepest faults. None where
 * no branch has the type that was found; then all of them together say what is allowed.
 */
export function bestBranch(branches: readonly (readonly ShapeIssue[])[]): readonly ShapeIssue[] | undefined {
  const fitting = branches
    .flatMap(flatten)
    .filter(issues => issues.length > 0 && !issues.some(isAboutTheWhole));
  const cost = (issues: readonly ShapeIssue[]): number =>
    issues.reduce(
      (sum, { code, path }) => sum + (code === 'invalid_value' ? 3 : 1) / Math.max(path.length, 1),
      0,
    );
  return fitting.sort((a, b) => cost(a) - cost(b))[0];
}

/** The branches of a union inside a union count like its own. */
function flatten(issues: readonly ShapeIssue[]): readonly (readonly ShapeIssue[])[] {
  const [only] = issues;
  const isNested = issues.length === 1 && only?.code === 'invalid_union' && only.path.length === 0;
  return isNested ? only.errors.flatMap(flatten) : [issues];
}

function isAboutTheWhole({ code, path }: ShapeIssue): boolean {
  return path.length === 0 && ['invalid_type', 'invalid_value', 'invalid_union'].includes(code);
}

/** Describes the values that a union allows, if no branch has the found type: in words that fit after "must be". */
export function unionWords({ message, errors }: ShapeIssue & { code: 'invalid_union' }): string {
  if (message !== '') return message;
  const words = errors.flatMap(issues =>
    issues
      .filter(isAboutTheWhole)
      .slice(0, 1)
      .map(each => (each.code === 'invalid_union' ? unionWords(each) : each.message)),
  );
  return joinWords([...new Set(words)]);
}

function joinWords(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? 'something else';
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
