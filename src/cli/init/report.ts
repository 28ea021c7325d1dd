import { styleText } from 'node:util';
import type { StarterMapping } from '../../check/starter/starter-mapping.ts';
import type { Suggestion } from '../../check/starter/suggest-fields.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import { byName } from '../started-as.ts';
import { type Surroundings, wantsColor } from '../surroundings.ts';
import { columnsOf, cut, wrap } from '../terminal/wrap.ts';
import { shortPath } from '../workspace.ts';
import type { FoundCalendar } from './calendar.ts';
import type { FoundSender } from './sender.ts';
import type { NewFile } from './write-files.ts';

/** What `init` has done. */
export interface Done {
  /** As a person says it: relative to the present folder. */
  readonly folder: string;
  readonly files: readonly NewFile[];
  readonly calendar: FoundCalendar;
  readonly sender: FoundSender;
  readonly written: Extract<StarterMapping, { kind: 'written' }>;
  readonly origin: 'package' | 'captured';
}

/** Tells a person what was written, what was suggested, and what to do now. */
export function reportText(done: Done, surroundings: Surroundings): string {
  const { out, env } = surroundings;
  const columns = Math.min(80, columnsOf(out));
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    wantsColor(out, env) ? styleText(style, text, { validateStream: false }) : text;
  const steps = stepsOf(done, surroundings)
    .map(step => asTypedThere(step, done.folder, surroundings))
    .map((step, index) => `  ${index + 1}. ${wrap(step, columns, 5)}`);
  return [
    '',
    paint('bold', 'Written:'),
    ...done.files.map(
      ({ path, isSecret }) => `  ${shortPath(path, surroundings)}${isSecret ? '  (for your eyes only)' : ''}`,
    ),
    '',
    paint('bold', 'What fills which field:'),
    ...fieldRows(done.written, columns, paint),
    '',
    paint('bold', 'What to do now:'),
    ...steps,
    '',
  ].join('\n');
}

/** The same for a program. */
export function reportJson({ files, calendar, sender, written }: Done): unknown {
  const { suggestions, customer } = written;
  return {
    files: files.map(({ path }) => path),
    destination: calendar.destination,
    source: sender.source,
    customer:
      customer.kind === 'none'
        ? { kind: customer.kind }
        : { kind: customer.kind, path: customer.path.expression },
    fields: suggestions.map(({ field, sureness, candidates }) => ({
      keyName: field.keyName,
      name: field.name,
      sureness,
      candidates: candidates.map(({ path, score }) => ({
        path: path.expression,
        score: Math.round(score * 100) / 100,
      })),
    })),
  };
}

const marks = { sure: ['green', '✓'], likely: ['yellow', '~'], unsure: ['dim', '?'] } as const;

function fieldRows(
  { suggestions, customer }: Done['written'],
  columns: number,
  paint: (style: Parameters<typeof styleText>[0], text: string) => string,
): string[] {
  const shown = (['sure', 'likely', 'unsure'] as const).flatMap(level =>
    suggestions.filter(({ sureness }) => sureness === level),
  );
  const width = Math.max(2, ...shown.map(({ field }) => field.keyName.length));
  const rows = shown.map(({ field, sureness, candidates: [best] }) => {
    const [style, mark] = marks[sureness as keyof typeof marks];
    const path = cut(escapeText(best?.path.expression ?? ''), columns - width - 7);
    return paint(style, `  ${mark} ${field.keyName.padEnd(width)}  ${path}`);
  });
  const whose = customer.kind === 'none' ? 'not found: say it in the mapping' : customer.path.expression;
  const who = customer.kind === 'number' ? 'The customer number is' : "The person's id at the sender is";
  return [
    ...rows,
    '',
    `  ${wrap(summary(suggestions), columns, 2)}`,
    `  ${cut(escapeText(`${who} ${whose}`), columns - 2)}`,
  ];
}

function summary(suggestions: readonly Suggestion[]): string {
  const legend = {
    sure: '✓ sure',
    likely: '~ likely, please look',
    unsure: '? unsure, only in a comment',
    none: 'nothing found',
  };
  return Object.entries(legend)
    .map(
      ([level, words]) => [words, suggestions.filter(({ sureness }) => sureness === level).length] as const,
    )
    .filter(([, count]) => count > 0)
    .map(([words, count]) => `${words} (${count})`)
    .join('; ');
}

/** The commands in a step as they are typed in the folder that was written. */
function asTypedThere(text: string, folder: string, { program = byName }: Surroundings): string {
  const there = folder === '.' ? program.here : program.anywhere;
  return text.replace(/\bfieldbridge (?=[a-z])/g, () => `${there} `);
}

function stepsOf({ folder, calendar, sender, written, origin }: Done, surroundings: Surroundings): string[] {
  const { source, secret, verifyToken } = sender;
  const variables = [secret.place.kind === 'environment' ? secret.place.name : undefined, verifyToken];
  const unset = variables.flatMap(name => (name !== undefined && !surroundings.env[name] ? [name] : []));
  const toDo = written.suggestions.some(({ sureness }) => sureness !== 'sure' && sureness !== 'none');
  return [
    ...(folder === '.' ? [] : [`Go there: cd ${folder}`]),
    ...(toDo ? [`Look into mappings/${source}.yaml: what is likely or unsure is marked there.`] : []),
    ...(origin === 'package'
      ? [
          `The names in the mapping are those of an example. With a webhook of yours it fits: run \`fieldbridge init --force\` again with --wait, or correct them by hand.`,
        ]
      : [`mappings/samples/${source}.* holds a real person's data: keep it to yourself, or replace it.`]),
    ...(sender.publicUrl === 'https://hooks.example.com'
      ? ['Correct publicUrl in config.yaml: this sender signs the address that it posts to.']
      : []),
    ...unset.map(name => `Set what the config takes from the environment: export ${name}=...`),
    ...(secret.isNew ? [`Enter the secret that stands in secrets/${source}-secret at the sender.`] : []),
    ...(calendar.isSandbox
      ? ['Have the calendar simulated, in a terminal of its own: fieldbridge sandbox']
      : []),
    'See whether all is right: fieldbridge check, then fieldbridge test',
    'Start it: fieldbridge start. What came in shows, in a terminal of its own: fieldbridge events list',
    ...(written.customer.kind === 'number'
      ? []
      : [
          'Webhooks of a person wait until the customer number is known. It is learned from bookings; or you import the pairs: fieldbridge help links import',
        ]),
    ...('preset' in sender.sender
      ? [`Connect the sender; how, says: fieldbridge sources ${sender.sender.preset.name}`]
      : [`Have the sender post to https://YOUR-SERVER/hooks/${source}`]),
  ];
}
