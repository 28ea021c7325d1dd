import * as z from 'zod';
import type { Answer } from '../../http/answer.ts';
import { ok, problem } from '../../http/answer.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { eventNotFound } from './events-read.ts';

/** The maximum size of a mapping. */
const longestText = 256 * 1024;

const position = z.strictObject({
  line: z.int().min(1).describe('From 1'),
  column: z.int().min(1).describe('From 1, in UTF-16 units'),
});

const textKeys = {
  file: z
    .string()
    .min(1)
    .max(1000)
    .describe('The path of the file: `config.yaml`, or `mappings/…` for a mapping. It need not exist'),
  text: z.string().max(longestText).describe('The whole text as it is in the editor, at most 256 KiB'),
  eventId: z
    .string()
    .max(100)
    .optional()
    .describe('The id of a stored event whose values are used as examples'),
};

const textBody = z.strictObject(textKeys);
const placeBody = z.strictObject({ ...textKeys, position: position.describe('The place in the text') });
const actionsBody = z.strictObject({
  ...textKeys,
  position: position.describe('The start of the selection'),
  end: position.optional().describe('The end of the selection; default: the line of `position`'),
});

type TextBody = z.infer<typeof textBody>;

/** The routes for editors about a text that is being typed. Nothing is stored and nothing is sent. */
export function languageRoutes(parts: ApiParts): readonly ApiRoute[] {
  // Loaded at the first request: an idle bridge does not need it.
  const load = once(async () => {
    const { createLanguageAnswers } = await import('./language-answers.ts');
    return createLanguageAnswers(parts);
  });
  const ask = async (
    body: TextBody & { readonly position?: z.infer<typeof position> },
    masked: boolean,
    answer: (
      answers: Awaited<ReturnType<typeof load>>,
      context: Parameters<Answers['diagnostics']>[0],
    ) => Promise<unknown>,
  ): Promise<Answer> => {
    const answers = await load();
    const context = await answers.contextOf(body, masked);
    if (context === 'no such event') return eventNotFound(body.eventId ?? '');
    if (context === 'too much') return tooLongAnswer;
    return ok(await answer(answers, context));
  };
  const common = { onlyReads: true } as const;
  return [
    apiRoute({
      ...common,
      key: 'POST /language/diagnostics',
      body: textBody,
      answer: ({ body, masked }) => ask(body, masked, (answers, context) => answers.diagnostics(context)),
    }),
    apiRoute({
      ...common,
      key: 'POST /language/complete',
      body: placeBody,
      answer: ({ body, masked }) =>
        ask(body, masked, (answers, context) => answers.complete(context, body.position)),
    }),
    apiRoute({
      ...common,
      key: 'POST /language/hover',
      body: placeBody,
      answer: ({ body, masked }) =>
        ask(body, masked, (answers, context) => answers.hover(context, body.position)),
    }),
    apiRoute({
      ...common,
      key: 'POST /language/actions',
      body: actionsBody,
      answer: ({ body, masked }) =>
        ask(body, masked, (answers, context) =>
          answers.actions(context, { start: body.position, end: body.end ?? body.position }),
        ),
    }),
    apiRoute({
      ...common,
      key: 'POST /language/definition',
      body: placeBody,
      answer: ({ body, masked }) =>
        ask(body, masked, (answers, context) => answers.definition(context, body.position)),
    }),
  ];
}

type Answers = import('./language-answers.ts').LanguageAnswers;

const tooLongAnswer = problem(413, 'the text is larger than 256 KiB', 'Part the file into several mappings.');

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
