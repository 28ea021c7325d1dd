import * as z from 'zod';
import { withoutBlankEnds } from '../../diagnostics/blank-ends.ts';
import { composedText } from '../../diagnostics/composed.ts';
import { addFault } from '../../diagnostics/yaml/shape.ts';
import { compile } from '../../expressions/compile.ts';
import { defaultsSchema } from '../defaults.ts';
import { networkList } from '../networks.ts';
import { builtOnce } from '../schema/built-once.ts';
import { duration } from '../schema/duration.ts';
import { asText, flag, number, text } from '../schema/plain-values.ts';
import { notifySchema } from '../schema/receiver-schema.ts';
import { secrets } from '../secrets/secret-schema.ts';
import { answersSchema } from './answers-schema.ts';
import { handshakeSchema } from './handshake.ts';

const pathWords = 'a path such as /in/crm: letters, digits, and . _ ~ - between slashes, no slash at its end';

/** The schema of an entry of `sources` without `verify`, whose schema depends on its type. */
export const sourceSchema = builtOnce(() =>
  z.strictObject({
    preset: text()
      .optional()
      .describe(
        'A known sender. It sets the signature, the body, the ids and the response; other keys of this entry override it',
      ),
    secret: secrets()
      .optional()
      .describe('The secret with which the sender signs. Give a list while you replace one by another')
      .meta({
        written: [`\${FORM_SECRET}`, [`\${NEW_SECRET}`, `\${OLD_SECRET}`], { file: '/run/secrets/form' }],
      }),
    version: z
      .union([text().transform(one => [one]), z.array(text()).min(1, 'a list that is not empty')])
      .optional()
      .describe('The accepted versions of the sender if its preset has several, such as v1'),
    verifyToken: secrets()
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
        'true: webhooks get 503 with Retry-After, so that their sender retries. They are kept among the refusals and can be accepted there',
      ),
    handshake: handshakeSchema.optional(),
    ...eventKeys,
    ...answerKeys,
    notify: notifySchema().optional(),
  }),
);

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
      'A JSONata expression for the whole body. Each element of the list that it returns becomes a separate event. An object whose keys are all numbers and whose values are objects counts as a list: events[5][name] of a form',
    )
    .meta({ written: ['events'] }),
  eventId: z
    .union([expression().transform(one => [one]), z.array(expression()).min(1, 'a list that is not empty')])
    .optional()
    .describe(
      'A JSONata expression for one event that returns its id, or a list of expressions. An event with a known id is a duplicate; the Unicode form (NFC) does not matter. If a part is missing, empty or a placeholder, there is no id',
    )
    .meta({ written: ['delivery_id', ['objectId', 'occurredAt']] }),
  eventType: expression()
    .optional()
    .describe('A JSONata expression for one event that returns its type. Mappings read it as $event.type'),
  occurredAt: expression()
    .optional()
    .describe(
      'A JSONata expression for one event that returns the time when it happened. `ignoreOlder` of a mapping uses it',
    )
    .meta({ written: ['submitted_at'] }),
  answers: answersSchema.optional(),
  empty: z
    .array(z.union([z.string(), z.number(), z.boolean(), z.null()]), emptyWords)
    .transform(words => new Set(words.map(each => composedText(withoutBlankEnds(String(each ?? ''))))))
    .optional()
    .describe(
      'The values that this sender writes for "empty". They count as empty in every rule, template and link. They are compared as texts; upper and lower case matter. false stays a no for a checkbox, and in a rule with as: boolean',
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
      'The field of a form or of a JSON body whose text is JSON. The parsed JSON replaces the text. In JSON it may be a path: data.payload',
    ),
};

/** The keys about the person, the answers, and messages to the sender. */
const answerKeys = {
  people: text()
    .optional()
    .describe(
      'The name of the group of people whose ids `link` of a mapping returns. Sources with the same name share their links. Default: the name of the source',
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
    .describe('With respond: outcome, the longest time that the response waits'),
  limits: z
    .strictObject({
      perSecond: number(0.01, 1_000_000)
        .optional()
        .describe(
          'The number of webhooks that are accepted in a second. Further ones get 429. Unverified webhooks do not count. Default: no limit',
        )
        .meta({ written: [50] }),
      from: networkList()
        .min(1, 'a list that is not empty')
        .optional()
        .describe(
          'The addresses that may send webhooks. Other addresses get 403. Behind a proxy, set server.trustProxy. Default: any address',
        )
        .meta({ written: [['203.0.113.0/24']] }),
    })
    .prefault({})
    .describe('Limits for the webhooks of this source'),
};

function expression() {
  return text('a JSONata expression').transform((source, context) => {
    const compiled = compile(source);
    if ('expression' in compiled) return compiled.expression;
    addFault(context, compiled.diagnostic, compiled);
    return z.NEVER;
  });
}
