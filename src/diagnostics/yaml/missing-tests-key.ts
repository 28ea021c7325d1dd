import { LineCounter } from 'yaml';
import { parseYaml, type YamlLimits } from './document.ts';
import type { YamlFault } from './value.ts';

/**
 * Returns the fault of a mapping with an error of the parser if its cause is a test without the key `tests:` above it.
 * The key is added for this, and the text then has no error.
 */
export function* missingTestsKey(text: string, limits: YamlLimits): Generator<void, YamlFault | undefined> {
  const first = firstOfTest.exec(text);
  if (!first || !source.test(text) || tests.test(text)) return undefined;
  const [{ length }, indent = ''] = first;
  const added = `${text.slice(0, first.index)}tests:\n${text.slice(first.index)}`;
  const document = yield* parseYaml(added, new LineCounter(), limits);
  if (document === 'too deep' || document === 'too much' || document.errors.length > 0) return undefined;
  return {
    message: 'a test begins here, and there is no key tests: above it',
    hint: 'write "tests:" on a line of its own above this line, without blanks before it',
    range: [first.index + indent.length, first.index + length],
  };
}

/** Only mappings have this key. */
const source = /^source *:/m;
const tests = /^tests *:/m;
const firstOfTest = /^( *)- +(?:name|payload|headers|linked|expect|includes|fails|skips|cases) *:/m;
