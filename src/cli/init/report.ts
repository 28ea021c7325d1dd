import { basename, resolve } from 'node:path';
import { styleText } from 'node:util';
import type { StarterMapping } from '../../check/starter/starter-mapping.ts';
import type { Suggestion } from '../../check/starter/suggest-fields.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import { byName, calledIn, shellWord } from '../started-as.ts';
import { type Surroundings, wantsColor } from '../surroundings.ts';
import { columnsOf, cut, unbroken, wrap } from '../terminal/wrap.ts';
import { shortPath } from '../workspace.ts';
import type { FoundCalendar } from './calendar.ts';
import type { FoundSender } from './sender.ts';
import type { KeptFile, NewFile } from './write-files.ts';

/** What `init` has done. */
export interface Done {
  /** As a person says it: relative to the present folder. */
  readonly folder: string;
  readonly files: readonly NewFile[];
  /** What was there before, under its new name. */
  readonly kept: readonly KeptFile[];
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
  const steps = stepsOf(done, surroundings).map((step, index) => `  ${index + 1}. ${wrap(step, columns, 5)}`);
  return [
    '',
    paint('bold', 'Written:'),
    ...done.files.map(
      ({ path, isSecret }) => `  ${shortPath(path, surroundings)}${isSecret ? '  (for your eyes only)' : ''}`,
    ),
    ...keptLines(done, surroundings, paint),
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
export function reportJson({ files, kept, calendar, sender, written }: Done): unknown {
  const { suggestions, customer } = written;
  return {
    files: files.map(({ path }) => path),
    ...(kept.length > 0 && { kept }),
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

/** Names the files that a person wrote and that were replaced. */
function keptLines(
  { kept }: Done,
  surroundings: Surroundings,
  paint: (style: 'bold', text: string) => string,
): string[] {
  if (kept.length === 0) return [];
  const lines = kept.map(({ path, keptAs }) => {
    return `  ${shortPath(keptAs, surroundings)}  (${basename(path)} as it was)`;
  });
  return ['', paint('bold', 'Replaced, and kept beside the new ones:'), ...lines];
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

/** A command as it is typed in the folder that was written, on one line. */
function typedThere(
  folder: string,
  { program = byName, directory }: Surroundings,
): (words: string) => string {
  const there = folder === '.' ? program.here : calledIn(resolve(directory, folder), program);
  return words => unbroken(`${there} ${words}`);
}

/** Each command ends its step, so that it can be copied. */
function stepsOf(
  { folder, kept, calendar, sender, written, origin }: Done,
  surroundings: Surroundings,
): string[] {
  const { source, secret, verifyToken } = sender;
  const command = typedThere(folder, surroundings);
  const variables = [secret.place.kind === 'environment' ? secret.place.name : undefined, verifyToken];
  const unset = variables.flatMap(name => (name !== undefined && !surroundings.env[name] ? [name] : []));
  const toDo = written.suggestions.some(({ sureness }) => sureness !== 'sure' && sureness !== 'none');
  return [
    ...(folder === '.' ? [] : [`Go there: ${unbroken(`cd ${shellWord(folder)}`)}`]),
    ...(kept.length > 0 ? ['Copy what you had written yourself from the .bak files into the new ones.'] : []),
    ...(toDo ? [`Look into mappings/${source}.yaml: what is likely or unsure is marked there.`] : []),
    ...(origin === 'package'
      ? [
          `The names in the mapping are those of an example. Correct them by hand, or have them read from a webhook of yours, in a folder of its own: ${command('init --wait --folder NAME')}`,
        ]
      : [`mappings/samples/${source}.* holds a real person's data: keep it to yourself, or replace it.`]),
    ...(sender.publicUrl === 'https://hooks.example.com'
      ? ['Correct publicUrl in config.yaml: this sender signs the address that it posts to.']
      : []),
    ...unset.map(name => `Set what the config takes from the environment: ${unbroken(`export ${name}=...`)}`),
    ...(secret.isNew ? [`Enter the secret that stands in secrets/${source}-secret at the sender.`] : []),
    ...(calendar.isSandbox
      ? [`Have the calendar simulated, in a terminal of its own: ${command('sandbox')}`]
      : []),
    `See whether all is right: ${command('check')}`,
    `Run the test of the mapping: ${command('test')}`,
    `Start it: ${command('start')}`,
    `See what came in, in a terminal of its own: ${command('events list')}`,
    ...(written.customer.kind === 'number'
      ? []
      : [
          `Webhooks of a person wait until the customer number is known. It is learned from bookings; or you import the pairs: ${command('help links import')}`,
        ]),
    ...('preset' in sender.sender
      ? [`Connect the sender; how, says: ${command(`sources ${sender.sender.preset.name}`)}`]
      : [`Have the sender post to https://YOUR-SERVER/hooks/${source}`]),
  ];
}
