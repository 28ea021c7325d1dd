import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { YamlPath, YamlSource } from '../../diagnostics/yaml/source.ts';
import { swallowedTexts } from '../../diagnostics/yaml/swallowed-text.ts';

/** The result of reading a text. */
interface Read {
  readonly diagnostics: readonly Diagnostic[];
  readonly yaml?: YamlSource;
}

/** The texts that continue after a #: reported if the whole text would be valid as well. */
export function* findSwallowed(
  text: string,
  first: Read,
  read: (text: string) => Generator<void, Read>,
): Generator<void, readonly Diagnostic[]> {
  const lines = text.split('\n');
  const found: Diagnostic[] = [];
  for (const { line, after, found: told } of first.yaml ? swallowedTexts(first.yaml) : []) {
    const whole = yield* read(lines.with(line - 1, after).join('\n'));
    if (whole.diagnostics.length <= first.diagnostics.length) found.push(told);
  }
  return found;
}

/** Quotes in an expression are reported when it is compiled; a test contains texts of a sender. */
export function isExpressionOrTest([section, ...rest]: YamlPath, value: unknown): boolean {
  if (section === 'tests') return true;
  const key = rest.at(-1) ?? section;
  if (key === 'from' || key === 'when' || key === 'link') return true;
  const isRule = section === 'set' && rest.length === (rest[0] === 'additionalFields' ? 2 : 1);
  return isRule && typeof value === 'string';
}
