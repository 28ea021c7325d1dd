import * as z from 'zod';
import type { Action, RangeEdit } from '../../../../language/actions.ts';
import type { CompletionItem, CompletionList } from '../../../../language/complete/complete.ts';
import type { Definition } from '../../../../language/definition.ts';
import type { GivenIn, Hover } from '../../../../language/hover.ts';
import type { PlacedDiagnostic } from '../../../../language/service.ts';
import type { Position, Range } from '../../../../language/text-lines.ts';
import { masked } from '../../roles.ts';
import { diagnosticSchema } from '../answers/diagnostic.ts';
import type { Keys } from '../answers/keys.ts';
import { type ApiOperations, noEvent } from '../operation.ts';

const position = z.object({ line: z.int(), column: z.int() } satisfies Keys<Position>);

const range = z
  .object({ start: position, end: position } satisfies Keys<Range>)
  .meta({ id: 'Range' })
  .describe('Lines and columns count from 1, columns in UTF-16 units; `end` is behind the last character');

const item = z.object({
  label: z.string(),
  kind: z.enum([
    'key',
    'value',
    'field',
    'choice',
    'status',
    'name',
    'path',
    'answer',
    'variable',
    'function',
    'file',
    'code',
  ]),
  detail: z.string().optional().describe('A few words: the type of a field, the signature of a function'),
  documentation: z.string().optional().describe('Markdown'),
  example: z.string().optional().meta(masked).describe('A value that the path has in an event'),
  alsoCalled: z.string().optional().describe('The display name of a field, other names of a question'),
  filter: z.string().optional().describe('What to compare with the typed word; left out: the label'),
  insert: z.object({ text: z.string(), range }),
} satisfies Keys<CompletionItem>);

const completion = z.object({
  items: z.array(item).describe('The likeliest first'),
  incomplete: z.boolean().describe('There is more; another letter finds it'),
} satisfies Keys<CompletionList>);

const hover = z.object({
  range,
  contents: z.string().describe('Markdown'),
  values: z
    .array(z.object({ event: z.string(), value: z.string().meta(masked) } satisfies Keys<GivenIn>))
    .optional()
    .describe('The result of the path or rule in the last events'),
} satisfies Keys<Hover>);

const edit = z.object({ range, text: z.string() } satisfies Keys<RangeEdit>);

const action = z.object({
  title: z.string(),
  code: z.string().describe('The code of the diagnostic that it corrects'),
  preferred: z.boolean().describe('`true`: it corrects for certain'),
  edits: z.array(edit),
} satisfies Keys<Action>);

const definition = z.object({
  file: z.string().describe('The file itself, or a payload as the test names it'),
  range,
} satisfies Keys<Definition>);

const placed = diagnosticSchema.extend({ range } satisfies Partial<Keys<PlacedDiagnostic>>);

/** The operations for editors on a text. */
export const languageOperations = {
  'POST /language/diagnostics': {
    name: 'languageDiagnostics',
    does: 'Checks a config or a mapping while it is typed. It changes nothing.',
    answer: '`{"diagnostics": […]}`: each also has `range`',
    otherwise: noEvent,
    schema: z.object({ diagnostics: z.array(placed) }),
  },
  'POST /language/complete': {
    name: 'languageComplete',
    does: 'Lists the completions at a place: keys, values, fields, choices, paths of the payload, functions.',
    answer:
      '`{"items": […], "incomplete"}`: each with `label`, `kind`, `detail`, `documentation`, `example`, `insert`',
    otherwise: noEvent,
    schema: completion,
  },
  'POST /language/hover': {
    name: 'languageHover',
    does: 'Describes a place: a key, a field, a function, and the values of a path or a rule in the last five events.',
    answer: '`{"hover"}`: `range`, `contents`, `values`; `null` if nothing is known',
    otherwise: noEvent,
    schema: z.object({ hover: hover.nullable() }),
  },
  'POST /language/actions': {
    name: 'languageActions',
    does: 'Lists edits that correct the faults of a line or a selection.',
    answer: '`{"actions": […]}`: each with `title`, `code`, `preferred`, `edits`',
    otherwise: noEvent,
    schema: z.object({ actions: z.array(action) }),
  },
  'POST /language/definition': {
    name: 'languageDefinition',
    does: 'Finds the value in a sample to which a path or a rule leads.',
    answer: '`{"definition"}`: `file`, `range`; `null` if no sample has it',
    otherwise: noEvent,
    schema: z.object({ definition: definition.nullable() }),
  },
} satisfies ApiOperations;
