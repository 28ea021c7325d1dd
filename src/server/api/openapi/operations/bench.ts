import * as z from 'zod';
import type { TextEdit } from '../../../../check/starter/put-rule.ts';
import type { EarlierEvent, EarlierPart, TextTrial } from '../../../../deliver/planning/try-text.ts';
import type { KeptVersion } from '../../../../edit/versions.ts';
import type { Kept } from '../../../../history/capture/anonymise.ts';
import type { JudgedTest, RedFinding, TextJudgement } from '../../../../history/green/judge-text.ts';
import type { OpenLine, OpenLines } from '../../../../history/green/open-lines.ts';
import type { ReadValue } from '../../../../mapping/explain/origins.ts';
import type { Mismatch } from '../../../../mapping/tests/differences.ts';
import { masked } from '../../roles.ts';
import type { MappingFileView } from '../../routes/bench/file.ts';
import type { SuggestedRule } from '../../routes/bench/suggest.ts';
import { diagnosticSchema, placeSchema } from '../answers/diagnostic.ts';
import { type Keys, time } from '../answers/keys.ts';
import { type ApiOperations, noEvent } from '../operation.ts';
import { diffKeys, previewKeys } from './mappings.ts';

const earlierPart = z.object({
  part: z.string(),
  kind: z.enum(['used', 'cleared', 'left-out', 'wrong', 'waits']),
  text: z.string().optional().meta(masked),
} satisfies Keys<EarlierPart>);

const earlierEvent = z.object({
  id: z.string(),
  receivedAt: time,
  wanted: z.boolean().describe('Whether the mapping wants it'),
  parts: z.array(earlierPart).describe('The result of each rule'),
} satisfies Keys<EarlierEvent>);

const trial = z.object({
  ...previewKeys,
  usable: z.boolean().describe('Whether the text can be used as a mapping'),
  findings: z.array(diagnosticSchema).describe('Diagnostics of the text, with their places'),
  sample: z
    .object({ test: z.string(), payload: z.unknown().meta(masked) })
    .optional()
    .describe('Where no event is given: the payload of its first test, on which it was tried'),
  earlier: z.array(earlierEvent).describe('What it makes of the last five other events of the source'),
} satisfies Keys<TextTrial>);

const readValue = z.object({
  what: z.string().describe('The path or the question, as the rule names it'),
  question: z.string().optional().describe('The label of the question, if the rule names it otherwise'),
  value: z.string().meta(masked),
} satisfies Keys<ReadValue>);

const mismatch = z.object({
  name: z
    .string()
    .describe('A parameter, or additionalFields. and a keyName; of a table of cases, also the input')
    .meta(masked),
  expected: z.string().optional().meta(masked),
  actual: z.string().optional().meta(masked),
  reads: z.array(readValue).optional().describe('The values that the rule read for the actual one'),
} satisfies Keys<Mismatch>);

const judgedTest = z.object({
  name: z.string(),
  place: placeSchema,
  passed: z.boolean(),
  values: z.array(mismatch).describe('The values that are not as expected'),
} satisfies Keys<JudgedTest>);

const redFinding = z
  .object({
    kind: z.enum(['check', 'test', 'differences']),
    name: z.string().describe('The text that confirms it'),
    code: z.string().optional().describe('Of a check: the code of its diagnostic'),
    path: z.string().optional().describe('Of a check: the part that it concerns'),
  } satisfies Keys<RedFinding>)
  .meta({ id: 'RedFinding' });

const openLines = z
  .object({
    lines: z.array(
      z.object({
        part: z.string().describe('A parameter, or additionalFields. and a keyName'),
        from: z.string().describe('The path or the question that the rule reads'),
        key: z.string(),
        result: z.string(),
        place: placeSchema,
      } satisfies Keys<OpenLine>),
    ),
    confirmed: z.string().describe('The text with a test that has these lines').meta(masked),
  } satisfies Keys<OpenLines>)
  .describe(
    'The lines of look-up tables that no test has, and whose words do not show that they are right; left out without any',
  );

const judgement = z.object({
  findings: z.array(diagnosticSchema),
  tests: z.array(judgedTest),
  differences: z
    .object(diffKeys)
    .optional()
    .describe('How the calls of the newest 200 events of the source would differ from those that were made'),
  renewed: z
    .string()
    .optional()
    .describe(
      'The text in which failing tests expect the calls that are made now; left out where that cannot be known',
    )
    .meta(masked),
  open: openLines.optional(),
  red: z.array(redFinding).describe('Everything that is not green'),
} satisfies Keys<TextJudgement>);

const edit = z.object({
  from: z.int().describe('Counted from 0 in UTF-16 units'),
  to: z.int(),
  text: z.string(),
} satisfies Keys<TextEdit>);

const kept = z.object({
  path: z.string(),
  text: z.string().meta(masked),
  why: z.string(),
} satisfies Keys<Kept>);

const suggestedRule = z.object({
  rule: z.string().describe('In one line'),
  from: z.string().describe('The path or the question that it reads'),
  value: z.string().describe('A value that it has in an event').meta(masked),
  doubtCode: z.string().optional(),
  doubt: z.string().optional().describe('Something to check before it is used'),
  edit,
} satisfies Keys<SuggestedRule>);

const mappingFile = z.object({
  name: z.string(),
  file: z.string().describe('Its path in the folder of the mappings'),
  text: z.string().describe('Empty where there is no file. Payloads may stand in its tests').meta(masked),
  rules: z.string().describe('The text before its tests'),
  version: z.string().nullable().describe('Tells the text from any other; `null` where there is no file'),
  refusal: z
    .string()
    .optional()
    .describe('Why it cannot be written: `edit-off`, `not-writable` or another code; left out where it can'),
} satisfies Keys<MappingFileView>);

const keptVersion = z.object({
  id: z.string(),
  version: z.string(),
  replacedAt: time.describe('When it was replaced'),
  bytes: z.int(),
} satisfies Keys<KeptVersion>);

/** Operations that check or change the text of a mapping before it is saved, and that save it. */
export const benchOperations = {
  'GET /bench/file': {
    name: 'getMappingFile',
    does: 'Shows the file of a mapping as it is on disk. Without such a file, the text is empty.',
    answer: '`{"name", "file", "text", "rules", "version", "refusal"}`',
    schema: mappingFile,
  },
  'GET /bench/versions': {
    name: 'listMappingVersions',
    does: 'Lists the earlier versions of the file of a mapping, the newest first.',
    answer: '`{"versions": […]}`',
    schema: z.object({ versions: z.array(keptVersion) }),
  },
  'POST /bench/version': {
    name: 'getMappingVersion',
    does: 'Shows an earlier version. To restore it, save its text.',
    answer: '`{"text"}`',
    otherwise: { 404: 'there is no earlier version with this id' },
    schema: z.object({ text: z.string().meta(masked) }),
  },
  'POST /bench/save': {
    name: 'saveMapping',
    does: 'Writes the file of a mapping, if `admin.edit` allows it and everything in the judgement of the text is green or confirmed. The earlier version is kept.',
    answer: '`{"version"}`',
    otherwise: {
      403: 'files, or this file, cannot be written; `code` is the reason',
      409: 'the file is not the version on which the text is based: `code` is `changed-meanwhile`',
      422: 'something is red and not confirmed: `code` is `not-green`',
      429: 'another request is reading the stored events; only one may at a time',
    },
    schema: z.object({ version: z.string() }),
  },
  'POST /bench/try': {
    name: 'tryText',
    does: 'Tries the text of a mapping, saved or not, on an event. It shows the errors, the call, the origin of each value, and the value of each rule for the last five events. It sends nothing.',
    answer: '`{"usable", "findings": […], "calls": […], "diagnostics": […], "why": […], "earlier": […]}`',
    otherwise: { ...noEvent, 429: 'four texts are being tried already' },
    schema: trial,
  },
  'POST /bench/judge': {
    name: 'judgeText',
    does: 'Checks the text of a mapping like `fieldbridge check`, also on samples and the last 50 events, runs its tests, and shows the events among the last 200 that it would change. It sends nothing.',
    answer: '`{"findings": […], "tests": […], "differences", "open", "red": […]}`',
    otherwise: { 429: 'another request is reading the stored events; only one may at a time' },
    schema: judgement,
  },
  'POST /bench/rule': {
    name: 'writeRule',
    does: 'Returns the edit that adds a rule for a value of a payload and a field to the text of a mapping. An existing rule is replaced. It saves nothing.',
    answer: '`{"edit": {"from", "to", "text"}, "rule"}`',
    otherwise: {
      ...noEvent,
      422: 'the place has no value that a field accepts, or the text cannot take a rule',
    },
    schema: z.object({ edit, rule: z.string().describe('The rule in one line') }),
  },
  'POST /bench/suggest': {
    name: 'suggestRules',
    does: 'Lists at most three rules that may fill a field of the account, the likeliest first, from an event and the last 20 of its source. It saves nothing.',
    answer: '`{"suggestions": […]}`: each with `rule`, `from`, `value`, `doubt`, `edit`',
    otherwise: noEvent,
    schema: z.object({ suggestions: z.array(suggestedRule) }),
  },
  'POST /bench/test': {
    name: 'makeTest',
    does: 'Returns the edit that adds a test of a stored event to the text of a mapping, with invented values instead of personal ones. It saves nothing.',
    answer: '`{"edit": {"from", "to", "text"}, "name", "kept": […], "replaced", "lost": […]}`',
    otherwise: {
      ...noEvent,
      422: 'no test can be made of this event or added to the text',
      429: 'another request is reading the stored events; only one may at a time',
    },
    schema: z.object({
      edit,
      name: z.string(),
      kept: z.array(kept).describe('Texts that were kept as they were, for a person to look at'),
      replaced: z.int().describe('How many values were replaced'),
      lost: z.array(z.string()).describe('Parameters that are not as for the true values'),
    }),
  },
} satisfies ApiOperations;
