import { styleText } from 'node:util';
import { hasErrors } from '../diagnostics/diagnostic.ts';
import type { Mapping, MappingTest } from '../mapping/mapping.ts';
import { readTest } from '../mapping/read-test.ts';
import { runMappingTests, type TestResult } from '../mapping/run-tests.ts';
import type { Arguments } from './command.ts';
import { type ExitStatus, exit, type Surroundings, UsageError, wantsColor } from './surroundings.ts';
import { openWorkspace, shortPath, show, type Workspace } from './workspace.ts';

/** `fieldbridge test`: runs the tests in the mapping files. Exit status 1 where one fails or a file is faulty. */
export async function test(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const workspace = openWorkspace(args, surroundings);
  const mappings = chosen(workspace, args.words);
  const results: { mapping: Mapping; results: readonly TestResult[] }[] = [];
  for (const mapping of mappings) {
    const source = workspace.config.sources.get(mapping.source);
    const surroundingsOfTest = {
      people: source?.people ?? mapping.source,
      read: (each: MappingTest) => readTest(source, each),
    };
    results.push({ mapping, results: await runMappingTests(mapping, surroundingsOfTest) });
  }
  const faulty = workspace.mappings.faulty.filter(
    each => args.words.length === 0 || args.words.map(nameOf).includes(each.name),
  );
  const failed = results.flatMap(each => each.results).filter(each => !each.passed).length + faulty.length;
  if (args.options.json) surroundings.out.write(`${JSON.stringify(asJson(results, faulty), null, 2)}\n`);
  else surroundings.out.write(asText(results, failed, surroundings));
  const faults = faulty.flatMap(each => each.diagnostics);
  if (hasErrors(faults))
    surroundings.err.write(`${show(faults, workspace.texts, surroundings, surroundings.err)}\n`);
  return failed === 0 ? exit.fine : exit.wrong;
}

/** The mapping that a word of the command line means: its name, or its file. */
export function nameOf(word: string): string {
  return (word.split('/').at(-1) ?? word).replace(/\.ya?ml$/, '');
}

function chosen({ mappings }: Workspace, words: readonly string[]): readonly Mapping[] {
  if (words.length === 0) return mappings.mappings;
  const known = [...mappings.mappings, ...mappings.faulty].map(each => each.name);
  const missing = words.map(nameOf).find(name => !known.includes(name));
  if (missing !== undefined)
    throw new UsageError(`there is no mapping "${missing}"; there are ${known.join(', ') || 'none'}`);
  return mappings.mappings.filter(mapping => words.map(nameOf).includes(mapping.name));
}

function asText(
  all: readonly { mapping: Mapping; results: readonly TestResult[] }[],
  failed: number,
  surroundings: Surroundings,
): string {
  const color = wantsColor(surroundings.out, surroundings.env);
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text;
  const lines = all.flatMap(({ mapping, results }) => [
    `${mapping.name}${results.length === 0 ? paint('yellow', '  no tests') : ''}`,
    ...results.flatMap(result => [
      `  ${result.passed ? paint('green', '✓') : paint('red', '✗')} ${result.name}`,
      ...result.differences.map(line => `      ${line}`),
      ...(result.passed
        ? []
        : [paint('gray', `      ${shortPath(result.place.file, surroundings)}:${result.place.line}`)]),
    ]),
  ]);
  const passed = all.flatMap(each => each.results).filter(result => result.passed).length;
  return `${[...lines, '', `${passed} passed, ${failed} failed`].join('\n')}\n`;
}

function asJson(
  all: readonly { mapping: Mapping; results: readonly TestResult[] }[],
  faulty: Workspace['mappings']['faulty'],
): unknown {
  return {
    tests: all.flatMap(({ mapping, results }) =>
      results.map(result => ({ mapping: mapping.name, ...result })),
    ),
    faulty: faulty.map(({ name, file, diagnostics }) => ({ name, file, diagnostics })),
  };
}
