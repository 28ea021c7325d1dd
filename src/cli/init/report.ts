import { basename, resolve } from 'node:path';
import { styleText } from 'node:util';
import type { PayloadPath } from '../../check/starter/payload-path.ts';
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

/** The result of `init`. */
export interface Done {
  /** As shown to a person: relative to the present folder. */
  readonly folder: string;
  readonly files: readonly NewFile[];
  /** The earlier files, with their new names. */
  readonly kept: readonly KeptFile[];
  readonly calendar: FoundCalendar;
  readonly sender: FoundSender;
  readonly written: Extract<StarterMapping, { kind: 'written' }>;
  readonly origin: 'package' | 'captured';
}

/** Describes for a person what was written, what was suggested, and the next steps. */
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
      ({ path, isSecret }) =>
        `  ${shortPath(path, surroundings)}${isSecret ? '  (readable by you only)' : ''}`,
    ),
    ...keptLines(done, surroundings, paint),
    '',
    paint('bold', 'Fields and their sources:'),
    ...fieldRows(done.written, columns, paint),
    '',
    paint('bold', 'Next steps:'),
    ...steps,
    '',
  ].join('\n');
}

/** Returns the result for a program. */
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
    return `  ${shortPath(keptAs, surroundings)}  (the earlier ${basename(path)})`;
  });
  return ['', paint('bold', 'Earlier files, kept beside the new ones:'), ...lines];
}

const marks = { sure: ['green', '✓'], likely: ['yellow', '~'], unsure: ['dim', '?'] } as const;

/** Lists the suggestions, each with its mark and the field's kind of personal data. */
export function fieldRows(
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
    const path = cut(escapeText(best ? sourceWords(best.path) : ''), columns - width - 7);
    return paint(style, `  ${mark} ${field.keyName.padEnd(width)}  ${path}`);
  });
  const whose = customer.kind === 'none' ? 'not found: write it in the mapping' : sourceWords(customer.path);
  const other = customer.kind === 'number' ? customer.other : undefined;
  const isUnsure = other !== undefined || (customer.kind === 'link' && customer.sureness === 'unsure');
  const what = customer.kind === 'number' ? 'The customer number' : "The person's id at the sender";
  const who = `${what} ${isUnsure ? 'may be' : 'is'}`;
  return [
    ...rows,
    '',
    `  ${wrap(summary(suggestions), columns, 2)}`,
    `  ${cut(escapeText(`${who} ${whose}${other ? `, or ${sourceWords(other)}` : ''}${isUnsure ? ': please check' : ''}`), columns - 2)}`,
  ];
}

/** Returns the name of a question, or the path of any other value. */
function sourceWords({ answer, expression }: PayloadPath): string {
  return answer === undefined ? expression : `the answer to ${JSON.stringify(answer)}`;
}

function summary(suggestions: readonly Suggestion[]): string {
  const legend = {
    sure: '✓ sure',
    likely: '~ likely, please check',
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

/** Returns a command as one line to be typed in the new folder. */
function typedThere(
  folder: string,
  { program = byName, directory }: Surroundings,
): (words: string) => string {
  const there = folder === '.' ? program.here : calledIn(resolve(directory, folder), program);
  return words => unbroken(`${there} ${words}`);
}

/** The command is the last line of each step, so that it can be copied. */
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
    ...(folder === '.' ? [] : [`Change to the folder: ${unbroken(`cd ${shellWord(folder)}`)}`]),
    ...(kept.length > 0 ? ['Copy your own changes from the .bak files into the new files.'] : []),
    ...(toDo ? [`Open mappings/${source}.yaml: likely and unsure lines are marked there.`] : []),
    ...(origin === 'package'
      ? [
          `The mapping uses the names of an example. Correct them by hand, or start again in another folder with a webhook of yours: ${command('init --wait --folder NAME')}`,
        ]
      : [`mappings/samples/${source}.* contains data of a real person: keep it private, or replace it.`]),
    ...(sender.publicUrl === 'https://hooks.example.com'
      ? ['Correct publicUrl in config.yaml: this sender signs the address that it posts to.']
      : []),
    ...unset.map(name => `Set the environment variable: ${unbroken(`export ${name}=...`)}`),
    ...(secret.isNew ? [`Enter the secret from secrets/${source}-secret at the sender.`] : []),
    ...(calendar.isSandbox
      ? [`Start the simulated calendar in a second terminal: ${command('sandbox')}`]
      : []),
    `Check the config and the mapping: ${command('check')}`,
    `Run the test of the mapping: ${command('test')}`,
    `Start the bridge: ${command('start')}`,
    `List the events, in another terminal: ${command('events list')}`,
    ...(written.customer.kind === 'number'
      ? []
      : [
          `Webhooks of a person wait until the customer number is known, from a booking or from an imported list: ${command('help links import')}`,
        ]),
    ...('preset' in sender.sender
      ? [`Connect the sender; the steps: ${command(`sources ${sender.sender.preset.name}`)}`]
      : [`Let the sender post to https://YOUR-SERVER/hooks/${source}`]),
  ];
}
