import * as z from 'zod';
import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { composedText } from '../../diagnostics/composed.ts';
import { addFault } from '../../diagnostics/yaml/shape.ts';
import { compile } from '../../expressions/compile.ts';
import { defaultsSchema } from '../defaults.ts';
import { networkList } from '../networks.ts';
import { duration } from '../schema/duration.ts';
import { oncePerReading } from '../schema/once-per-reading.ts';
import { asText, flag, number, text } from '../schema/plain-values.ts';
import { notifySchema } from '../schema/receiver-schema.ts';
import { type SecretFiles, secrets } from '../secrets/secret-schema.ts';
import { answersSchema } from './answers-schema.ts';
import { handshakeSchema } from './handshake.ts';

const pathWords = 'a path such as /in/crm: letters, digits, and . _ ~ - between slashes, no slash at its end';

/** The schema of an entry of `sources` without `verify`, whose schema depends on its type. */
export const sourceSchema = oncePerReading((files: SecretFiles) => {
  return z.strictObject({
    preset: text()
      .optional()
      .describe(
        'A sender that is known: its signature, body, ids and answer. Any other key of this entry overrides it',
      ),
    secret: secrets(files)
      .optional()
      .describe('The secret that the sender signs with; several while one is being replaced by another')
      .meta({
        written: [`\${FORM_SECRET}`, [`\${NEW_SECRET}`, `\${OLD_SECRET}`], { file: '/run/secrets/form' }],
      }),
    version: z
      .union([text().transform(one => [one]), z.array(text()).min(1, 'a list that is not empty')])
      .optional()
      .describe('The accepted versions of the sender if its preset has several, such as v1'),
    verifyToken: secrets(files)
      .optional()
      .describe('The expected hub.verify_token when the sender checks the URL'),
    path: asText(z.string(pathWords).regex(/^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)+$/, pathWords))
      .optional()
      .describe('The path of its URL; default: /hooks/ and the name of the source')
      .meta({ written: ['/in/crm'] }),
    verify: z.unknown().optional(),
    paused: flag()
      .prefault(false)
      .describe(
        'Whether webhooks are refused for now, with 503 and Retry-After, so that their sender sends them again. They are kept among the refusals and can be accepted from there',
      ),
    handshake: handshakeSchema.optional(),
    ...eventKeys,
    ...answerKeys,
    notify: notifySchema(files).optional(),
  });
});

const emptyWords = 'a list of texts, numbers, true, false and null';

/** The keys for finding the events of a body. */
const eventKeys = {
  body: z
    .enum(['auto', 'json', 'form', 'multipart', 'xml', 'text'])
    .optional()
    .describe(
      'The format of the body, regardless of its content type; default: auto, which follows the content type',
    ),
  split: expression()
    .optional()
    .describe(
      'A JSONata expression over the whole body; each element of the list that it gives is an event of its own. An object whose keys are all numbers, with objects at them, is such a list: events[5][name] of a form',
    )
    .meta({ written: ['events'] }),
  eventId: z
    .union([expression().transform(one => [one]), z.array(expression()).min(1, 'a list that is not empty')])
    .optional()
    .describe(
      'A JSONata expression over one event, or a list of them: its id. The same id again is a duplicate, also where its letters are composed otherwise (Unicode NFC). Where a part is missing, empty or a placeholder, there is no id',
    )
    .meta({ written: ['delivery_id', ['objectId', 'occurredAt']] }),
  eventType: expression()
    .optional()
    .describe('A JSONata expression over one event: the type of the event. Mappings read it as $event.type'),
  occurredAt: expression()
    .optional()
    .describe('A JSONata expression over one event: when it happened. `ignoreOlder` of a mapping goes by it')
    .meta({ written: ['submitted_at'] }),
  answers: answersSchema.optional(),
  empty: z
    .array(z.union([z.string(), z.number(), z.boolean(), z.null()]), emptyWords)
    .transform(words => new Set(words.map(each => composedText(withoutBlankEnds(String(each ?? ''))))))
    .optional()
    .describe(
      'What this sender writes for nothing: such a value counts as empty in every rule, template and link. It is compared as a text, upper and lower case count. false stays a no for a checkbox, and where a rule says as: boolean',
    )
    .meta({ allowed: emptyWords, written: [[false, '-', 'n/a']] }),
  defaults: defaultsSchema
    .optional()
    .describe(
      'Default keys for all rules of the mappings of this source. A mapping or a rule overrides them',
    ),
  charset: z
    .enum(['iso-8859-1', 'iso-8859-2', 'iso-8859-15', 'windows-1250', 'windows-1251', 'windows-1252'])
    .optional()
    .describe(
      'The charset of bodies that are not UTF-8, if the sender names none in its content type. Bodies in UTF-8 are read as UTF-8',
    ),
  jsonField: text()
    .transform(name => ({ name, whole: false }))
    .optional()
    .describe(
      'The field of a form or of JSON whose text is JSON; the JSON stands in its place then. In JSON it may be a path: data.payload',
    ),
};

/** The keys about the person, the answers, and messages to the sender. */
const answerKeys = {
  people: text()
    .optional()
    .describe(
      'Whose ids `link` of a mapping speaks of; sources that name the same people share their links. Default: the name of the source',
    ),
  respond: z
    .enum(['accepted', 'outcome'])
    .prefault('accepted')
    .describe('The contents of the response to the sender')
    .meta({
      enumDescriptions: [
        'The answer comes as soon as the event is on disk',
        'The answer waits for what became of the event, as long as respondWithin says',
      ],
    }),
  respondWithin: duration('100ms', '5m')
    .prefault('10s')
    .describe('How long the answer waits at most, with respond: outcome'),
  limits: z
    .strictObject({
      perSecond: number(0.01, 1_000_000)
        .optional()
        .describe(
          'How many webhooks are taken in a second; more are answered 429. Those that are not verified do not count. Default: as many as come',
        )
        .meta({ written: [50] }),
      from: networkList()
        .min(1, 'a list that is not empty')
        .optional()
        .describe(
          'The addresses that webhooks may come from; from others they are answered 403. Behind a proxy, set server.trustProxy. Default: any',
        )
        .meta({ written: [['203.0.113.0/24']] }),
    })
    .prefault({})
    .describe('How much is taken, and from where'),
};

function expression() {
  return text('a JSONata expression').transform((source, context) => {
    const compiled = compile(source);
    if ('expression' in compiled) return compiled.expression;
    addFault(context, compiled.diagnostic, compiled);
    return z.NEVER;
  });
}
