import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codes, type DiagnosticCode } from '../src/diagnostics/codes.ts';
import { type GoldenCase, goldenCases, goldenFolder } from '../test/golden/golden-case.ts';

/**
 * The page about every diagnostic code, made of the table of codes and of the golden pairs, whose outputs a test holds
 * to what the program prints.
 */
export function diagnosticsPage(): string {
  const cases = goldenCases();
  const sections = Object.entries(codes).map(([code, entry]) =>
    section(
      code as DiagnosticCode,
      entry,
      cases.filter(({ name }) => name.split('--')[0] === code),
    ),
  );
  return `${[introduction(), contents(), ...sections].join('\n\n')}\n`;
}

const areas: Readonly<Record<string, string>> = {
  yaml: 'Files that are not YAML, or do not have the expected form',
  config: 'The config',
  expression: 'Expressions',
  links: 'Lists of links to import',
  mapping: 'Mappings, and their results for an event',
  check: 'Mappings and calls against the account, the samples and the stored events',
  intake: 'Problems found while a webhook is received',
  call: 'Calls for which the mapping has ignoreOlder',
  delivery: 'Results of calls',
};

function introduction(): string {
  const config = readFileSync(join(goldenFolder, 'config.yaml'), 'utf8');
  return `# Diagnostics

Every message about a file or an event has a code that never changes its meaning. This page shows each code with a real input
and the real output. \`npm run docs\` generates it, and a test checks that it is true.

\`fieldbridge check\` finds all faults at once, sorted by their places. Its exit status is 1 if there is an error (with
\`--strict\`, also if there is a warning), and 2 if the config cannot be used. \`--fix\` corrects faults that have only one possible
correction. \`--json\` and \`--format github\` are for programs. Notes (\`info\`) never cause a failure.

If an example shows no config, it uses this one, with the account of the sandbox:

${fence('yaml', config)}`;
}

function contents(): string {
  const byArea = Map.groupBy(Object.keys(codes), code => code.split('/')[0] ?? '');
  return [...byArea]
    .map(([area, listed]) => {
      const links = listed.map(code => `- [${code}](#${code.replace('/', '')}): ${titleOf(code)}`);
      return `${areas[area] ?? area}:\n\n${links.join('\n')}`;
    })
    .join('\n\n');
}

function titleOf(code: string): string {
  const { title } = codes[code as DiagnosticCode];
  return /^[A-Z]{2}/.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}

function section(
  code: DiagnosticCode,
  { severity, title, advice }: (typeof codes)[DiagnosticCode],
  cases: readonly GoldenCase[],
): string {
  return [`## ${code}`, `**${title}** (${severity}). ${advice}`, ...cases.map(example)].join('\n\n');
}

function example({ about, files, out }: GoldenCase): string {
  const inputs = [...files].map(([path, text]) => {
    const words = special(path, text);
    if (words !== undefined) return words;
    return `${path}:\n\n${fence(path.endsWith('.json') ? 'json' : 'yaml', text)}`;
  });
  return [about, ...inputs, ...(out === undefined ? [] : [fence('text', out)])].join('\n\n');
}

/** Describes a file of a golden pair that is not a file of a user. */
function special(path: string, text: string): string | undefined {
  switch (path) {
    case 'command':
      return `With \`fieldbridge ${text.trim()}\`:`;
    case 'account.yaml':
      return `After this change of the account:\n\n${fence('yaml', text)}`;
    case 'statuses.yaml':
      return `When a bridge has learned this about the status names before:\n\n${fence('yaml', text)}`;
    case 'known.csv':
      return `When a bridge knows these links:\n\n${fence('csv', text)}`;
    case 'stored.json':
      return `When a bridge has stored these webhooks:\n\n${fence('json', text)}`;
    case 'event.json':
      return `${text.trim().includes('\n') ? 'The webhooks' : 'The webhook'}:\n\n${fence('json', text)}`;
    default:
      return undefined;
  }
}

function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
