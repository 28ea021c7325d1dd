import * as z from 'zod';
import {
  type ErasureCounts,
  type ErasureTarget,
  type FoundApart,
  leastErasedText,
  type PersonView,
  type SeveralPeople,
  type WhichPerson,
  wordsApart,
} from '../../../inbox/erasure.ts';
import { textsInXml } from '../../../receive/bodies/texts-in-xml.ts';
import { type Answer, ok, problem } from '../../http/answer.ts';
import { actorKeys, actorOf } from '../actor.ts';
import { type ApiParts, type ApiRoute, apiRoute } from '../api-route.ts';
import { customerId } from '../customer-id.ts';
import { linkId } from '../link-id.ts';
import { namesWords } from '../names-words.ts';

const bodySchema = z
  .strictObject({
    ...actorKeys,
    reason: z
      .string()
      .trim()
      .min(1, 'must say why')
      .max(1000)
      .optional()
      .describe('The reason, for the audit log. Required, unless `preview` is set'),
    event: z.string().min(1).max(200).optional().describe('The id of an event'),
    refusal: z.string().min(1).max(200).optional().describe('The id of a refused webhook'),
    customerId: customerId.optional().describe('A customer number'),
    destination: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('The destination of the customer number; needed if several destinations have it'),
    link: linkId.optional().describe("A sender's id of a person"),
    people: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('The group of people to which the link belongs; required if several groups have it'),
    q: z
      .string()
      .trim()
      .min(leastErasedText, `must be a text of at least ${leastErasedText} characters`)
      .max(200)
      .refine(
        text => text.isWellFormed(),
        'must be a whole text: half of a character (a lone surrogate) is in it',
      )
      .optional()
      .describe(`A text of at least ${leastErasedText} characters, such as an e-mail address`),
    apart: z
      .boolean()
      .default(false)
      .describe(
        '`true`: also find data that has all words of `q` in several values, such as first and last name; default `false`',
      ),
    person: z
      .boolean()
      .default(false)
      .describe('`true`: erase all data of the person, also data without the text; default `false`'),
    everyone: z
      .boolean()
      .default(false)
      .describe(
        '`true`: erase the data of all people to whom it belongs, if there are several; default `false`',
      ),
    preview: z
      .boolean()
      .default(false)
      .describe('`true`: only show the data and the people to whom it belongs; default `false`'),
  })
  .refine(({ preview, reason }) => preview || reason !== undefined, {
    path: ['reason'],
    message: 'must say why',
  })
  .refine(({ apart, q }) => !apart || q !== undefined, { path: ['apart'], message: 'goes with q only' });

type EraseBody = z.infer<typeof bodySchema>;

/** The routes that erase the stored data of a person, or preview that. */
export function eraseRoutes({ store, ...parts }: ApiParts): readonly ApiRoute[] {
  return [
    apiRoute({
      key: 'POST /erase',
      body: bodySchema,
      async answer({ body, request }) {
        const { person, everyone, preview } = body;
        const [target, ...more] = targetsOf(body);
        if (!target || more.length > 0) return oneTargetAnswer;
        const actor = actorOf(body, request, parts);
        const answer = preview
          ? await store.previewErasure(target, { person, everyone }, textsInXml)
          : await store.erase(target, actor, { person, everyone }, textsInXml);
        switch (answer.kind) {
          case 'which':
          case 'several':
            return askWhich(target, answer);
          case 'preview': {
            const { kind: _, ...found } = answer;
            return ok({ preview: { ...found, ...(await foundApart(target, found, store)) } });
          }
          case 'erased': {
            const { kind: _, further, unsearched, ...erased } = answer;
            parts.log.info({ by: target.by, ...erased, who: actor.who }, 'person erased');
            return ok({
              ...erased,
              ...(further && { further }),
              ...(unsearched && { unsearched }),
              ...(await foundApart(target, erased, store)),
            });
          }
        }
      },
    }),
  ];
}

/** If no value holds the whole text, counts the data with all its words, such as first and last name. */
async function foundApart(
  target: ErasureTarget,
  { events, links, refusals }: ErasureCounts,
  store: ApiParts['store'],
): Promise<{ readonly apart?: FoundApart }> {
  if (target.by !== 'q' || target.apart || events + links + refusals > 0) return {};
  if (wordsApart(target.q).length === 0) return {};
  const found = await store.previewErasure({ ...target, apart: true }, {}, textsInXml);
  if (found.kind !== 'preview') return {};
  const { people, ...counts } = found;
  const apart = { events: counts.events, links: counts.links, refusals: counts.refusals, people };
  return apart.events + apart.links + apart.refusals > 0 ? { apart } : {};
}

const oneTargetAnswer = problem(
  400,
  'give one of customerId, link, event, refusal and q',
  'q is a text: an e-mail address. With it, customerId says who is meant of those who have it.',
);

function askWhich(target: ErasureTarget, answer: WhichPerson | SeveralPeople): Answer {
  const what = 'that is more than one person';
  if (answer.kind === 'which') {
    const key = target.by === 'link' ? 'people' : 'destination';
    return problem(409, what, `Say which "${key}" is meant: ${namesWords(answer.among)}.`);
  }
  const people = answer.people.slice(0, mostNamed).map(nameOf);
  const more = answer.people.length - people.length;
  const names = `${people.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
  const how =
    target.by === 'q'
      ? 'Give the "customerId" (and "destination") of the one who is meant besides'
      : 'Go by the "customerId" (and "destination") of the one who is meant';
  return problem(409, what, `It is ${names}. ${how}, or "everyone": true where all of them are.`);
}

/** The number of people that are listed. */
const mostNamed = 10;

function nameOf({ customers, linked }: PersonView): string {
  const [link] = linked;
  if (customers.length === 0 && link) return `${JSON.stringify(link.link)} of ${link.people}`;
  return customers.map(each => `customer ${each.customerId} at ${each.destination}`).join(' and ');
}

function targetsOf(input: EraseBody): readonly ErasureTarget[] {
  const { event, refusal, customerId: number, destination, link, people, q, apart } = input;
  const customer = {
    ...(number !== undefined && { customerId: number }),
    ...(destination !== undefined && { destination }),
  };
  return [
    ...(event === undefined ? [] : [{ by: 'event' as const, id: event }]),
    ...(refusal === undefined ? [] : [{ by: 'refusal' as const, id: refusal }]),
    ...(number === undefined || q !== undefined
      ? []
      : [{ by: 'customerId' as const, ...customer, customerId: number }]),
    ...(link === undefined ? [] : [{ by: 'link' as const, link, ...(people !== undefined && { people }) }]),
    ...(q === undefined ? [] : [{ by: 'q' as const, q, ...(apart && { apart }), ...customer }]),
  ];
}
