import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type EditRefusal, isRefusal } from '../../../../edit/edit-refusal.ts';
import type { EditableFile } from '../../../../edit/editable-file.ts';
import type { FileEditor } from '../../../../edit/file-editor.ts';
import type { KeptVersion } from '../../../../edit/versions.ts';
import { type Answer, codedProblem, ok, problem, unavailable } from '../../../http/answer.ts';
import { actorKeys, actorOf } from '../../actor.ts';
import { type ApiInput, type ApiParts, type ApiRoute, apiRoute } from '../../api-route.ts';
import type { HistoryQuery } from '../history-query.ts';
import { judgeStored } from './judge.ts';
import { textKeys } from './text.ts';

const { mapping } = textKeys;
const ofMapping = z.strictObject({ mapping });
const saveBody = z.strictObject({
  ...actorKeys,
  ...textKeys,
  version: z
    .string()
    .max(100)
    .nullable()
    .describe('The version of the file on which the text is based; `null`: there was no file'),
  confirm: z
    .array(z.string().max(500))
    .max(200)
    .default([])
    .describe('The names of all red findings in the judgement of this text that you accept'),
});

/** The file of a mapping on disk, for editing. */
export interface MappingFileView {
  name: string;
  /** Its path in the folder of the mappings. */
  file: string;
  /** Empty if there is no file. */
  text: string;
  /** The text before its tests, because tests may contain payloads. */
  rules: string;
  /** `null` if there is no file. */
  version: string | null;
  /** The code of the reason why the file cannot be written; absent if it can. */
  refusal?: EditRefusal['code'];
}

/** The routes that read mapping files and earlier versions, and save a text that is green or confirmed. */
export function fileRoutes(parts: ApiParts, queryHistory: HistoryQuery): readonly ApiRoute[] {
  const { editor } = parts;
  const fileOf = (name: string): EditableFile => ({ kind: 'mapping', path: parts.fileName(name) });
  return [
    apiRoute({
      key: 'GET /bench/file',
      query: ofMapping,
      answer: async ({ query }) => showFile(query.mapping, parts.fileName(query.mapping), editor),
    }),
    apiRoute({
      key: 'GET /bench/versions',
      query: ofMapping,
      answer: async ({ query }) =>
        ok({ versions: editor.versions(fileOf(query.mapping)) } satisfies {
          versions: readonly KeptVersion[];
        }),
    }),
    apiRoute({
      key: 'POST /bench/version',
      body: z.strictObject({ mapping, id: z.string().max(100).describe('The `id` of the version') }),
      async answer({ body }) {
        const text = editor.version(fileOf(body.mapping), body.id);
        return text === undefined ? noVersionAnswer : ok({ text });
      },
    }),
    apiRoute({
      key: 'POST /bench/save',
      body: saveBody,
      answer: asked => save(asked, parts, queryHistory),
    }),
  ];
}

function showFile(name: string, path: string, editor: FileEditor): Answer {
  const file: EditableFile = { kind: 'mapping', path };
  const read = editor.read(file);
  if (isRefusal(read)) return refusedAnswer(read);
  const refusal = editor.refusal(file)?.code;
  const text = read.text ?? '';
  const rules = text.replace(/^tests:.*/ms, '');
  return ok({
    name,
    file: path,
    text,
    rules,
    version: read.version,
    ...(refusal && { refusal }),
  } satisfies MappingFileView);
}

async function save(
  { body, request }: ApiInput<unknown, z.infer<typeof saveBody>>,
  parts: ApiParts,
  queryHistory: HistoryQuery,
): Promise<Answer> {
  const { editor, fileName, log } = parts;
  const file: EditableFile = { kind: 'mapping', path: fileName(body.mapping) };
  const before = editor.read(file);
  const why = isRefusal(before) ? before : editor.refusal(file);
  if (why || isRefusal(before)) return refusedAnswer(why as EditRefusal);
  if (before.version !== body.version) return changedAnswer;
  const unconfirmed = await unconfirmedIn(body, request, parts, queryHistory);
  if ('status' in unconfirmed) return unconfirmed;
  if (unconfirmed.names.length > 0) return notGreenAnswer(unconfirmed.names);
  const actor = actorOf(body, request, parts);
  const written = await editor.write(file, { text: body.text, expected: body.version, actor });
  switch (written.kind) {
    case 'written':
      log.info({ mapping: body.mapping, who: actor.who, confirmed: body.confirm.length }, 'mapping saved');
      return ok({ version: written.version });
    case 'conflict':
      return changedAnswer;
    case 'refused':
      return refusedAnswer(written.why);
  }
}

/** Returns the names of the errors in a text that the person has not confirmed. */
async function unconfirmedIn(
  { mapping: name, text, confirm }: z.infer<typeof saveBody>,
  request: FastifyRequest,
  parts: ApiParts,
  queryHistory: HistoryQuery,
): Promise<Answer | { readonly names: readonly string[] }> {
  let red: readonly string[] = [];
  const judged = await judgeStored({ mapping: name, text }, request, parts, async work =>
    queryHistory(request, async archive => {
      const judgement = await work(archive);
      red = judgement.red.map(each => each.name);
    }),
  );
  if (judged.status !== 200) return judged;
  return { names: red.filter(each => !confirm.includes(each)) };
}

const changedAnswer = codedProblem(
  'changed-meanwhile',
  409,
  'the file is not the version that the text was made from',
  'Nothing was written. Look at the file as it is now, then save again with its version.',
);

const noVersionAnswer = problem(
  404,
  'there is no earlier version with this id',
  'GET /api/bench/versions lists them.',
);

function notGreenAnswer(names: readonly string[]): Answer {
  return codedProblem(
    'not-green',
    422,
    `not everything is green: ${names.slice(0, 10).join('; ')}`,
    'Correct the text, or name the accepted findings in `confirm`. POST /api/bench/judge lists them.',
  );
}

function refusedAnswer({ code }: EditRefusal): Answer {
  if (code === 'busy') return unavailable('somebody else is writing right now', hints.busy);
  return codedProblem(code, 403, 'the file cannot be written', hints[code]);
}

const hints: Readonly<Record<EditRefusal['code'], string>> = {
  'edit-off': 'Set `edit: true` under `admin` in the config.',
  'not-writable': 'Let this program write the folder of the mappings.',
  outside: 'Name a mapping of the folder of the mappings.',
  'not-a-name': 'A name has small letters, digits, - and _.',
  'too-large': 'Part the mapping into several.',
  'not-text': 'Save the file as UTF-8.',
  busy: 'Try again in a second.',
};
