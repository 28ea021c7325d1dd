import * as z from 'zod';
import { addFault } from '../../diagnostics/yaml/shape.ts';
import { compile } from '../../expressions/compile.ts';
import { duration } from '../duration.ts';
import { madeOnce } from '../made-once.ts';
import { asText, text } from '../plain-values.ts';
import { type SecretFiles, secrets } from '../secret-schema.ts';

const pathWords = 'a path such as /in/crm: letters, digits, and . _ ~ - between slashes, no slash at its end';

/** An entry of `sources`, but for `verify`, which is read by its type. */
export const sourceSchema = madeOnce((files: SecretFiles) => {
  return z.strictObject({
    preset: text()
      .optional()
      .describe('A known sender; any key of this entry overrides what the preset says'),
    secret: secrets(files)
      .optional()
      .describe('The secret that the sender signs with, or several while one is being rotated')
      .meta({
        written: [`\${FORM_SECRET}`, [`\${NEW_SECRET}`, `\${OLD_SECRET}`], { file: '/run/secrets/form' }],
      }),
    version: z
      .union([text().transform(one => [one]), z.array(text()).min(1, 'a list that is not empty')])
      .optional()
      .describe('Which of the ways to sign that the sender has is accepted, such as v1, or several of them'),
    verifyToken: secrets(files)
      .optional()
      .describe("What the sender's check of the URL must bring as hub.verify_token"),
    path: asText(z.string(pathWords).regex(/^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._~-]+)+$/, pathWords))
      .optional()
      .describe('The path of its URL; default /hooks/ and the name of the source')
      .meta({ written: ['/in/crm'] }),
    verify: z.unknown().optional(),
    body: z
      .enum(['auto', 'json', 'form', 'multipart', 'xml', 'text'])
      .optional()
      .describe('What the body really is, whatever its content type says; default auto'),
    split: expression()
      .optional()
      .describe('JSONata; each element of the list that it gives is an event of its own')
      .meta({ written: ['events'] }),
    eventId: z
      .union([expression().transform(one => [one]), z.array(expression()).min(1, 'a list that is not empty')])
      .optional()
      .describe('JSONata on one event, or a list of them; the same id again is a duplicate')
      .meta({ written: ['delivery_id', ['objectId', 'occurredAt']] }),
    eventType: expression().optional().describe('JSONata on one event: what kind of event it is'),
    occurredAt: expression()
      .optional()
      .describe('JSONata on one event: when it happened, as its sender says')
      .meta({ written: ['submitted_at'] }),
    jsonField: text()
      .transform(name => ({ name, whole: false }))
      .optional()
      .describe('A form field whose text is JSON, to be read as such'),
    people: text().optional().describe('Whose ids `link` speaks of; default: the name of the source'),
    respond: z
      .enum(['accepted', 'outcome'])
      .prefault('accepted')
      .describe('outcome: the answer waits for what became of the event')
      .meta({
        enumDescriptions: [
          'The answer comes as soon as the event is on disk',
          'The answer waits for what became of the event, as long as respondWithin says',
        ],
      }),
    respondWithin: duration('100ms', '5m')
      .prefault('10s')
      .describe('How long the answer waits, with respond: outcome'),
  });
});

function expression() {
  return text('a JSONata expression').transform((source, context) => {
    const compiled = compile(source);
    if ('expression' in compiled) return compiled.expression;
    addFault(context, compiled.diagnostic, compiled);
    return z.NEVER;
  });
}
