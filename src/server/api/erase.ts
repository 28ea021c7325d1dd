import * as z from 'zod';
import type { ErasureWish } from '../../inbox/erasure.ts';
import { ok, problem } from '../answer.ts';
import type { ApiParts, ApiRoute } from './api-route.ts';
import { customerId } from './customer-id.ts';
import { deedKeys, deedOf } from './deed.ts';
import { readInput } from './input.ts';
import { namesWords } from './names-words.ts';

const wishSchema = z.strictObject({
  ...deedKeys,
  reason: z.string('must say why').trim().min(1, 'must say why').max(1000),
  event: z.string().min(1).max(200).optional(),
  customerId: customerId.optional(),
  destination: z.string().min(1).max(100).optional(),
  link: z.string().min(1).max(500).optional(),
  people: z.string().min(1).max(100).optional(),
  q: z.string().trim().min(3, 'must be a text of at least 3 characters').max(200).optional(),
});

/** Erases what is kept of a person. */
export function eraseRoutes({ store, ...parts }: ApiParts): readonly ApiRoute[] {
  return [
    {
      method: 'POST',
      url: '/erase',
      async answer(request) {
        const input = await readInput(request.raw, parts, wishSchema);
        if (input.kind === 'answer') return input.answer;
        const [wish, ...more] = wishesOf(input.value);
        if (!wish || more.length > 0) return oneWishAnswer;
        const answer = await store.erase(wish, deedOf(input.value));
        if (answer.kind === 'erased') {
          const { kind: _, ...erased } = answer;
          return ok(erased);
        }
        const key = wish.by === 'link' ? 'people' : 'destination';
        return problem(
          409,
          'that is more than one person',
          `Say which "${key}" is meant: ${namesWords(answer.among)}.`,
        );
      },
    },
  ];
}

const oneWishAnswer = problem(
  400,
  'give one of customerId, link, event and q',
  'q is a text: an e-mail address.',
);

function wishesOf(input: z.infer<typeof wishSchema>): readonly ErasureWish[] {
  const { event, customerId: number, destination, link, people, q } = input;
  return [
    ...(event === undefined ? [] : [{ by: 'event' as const, id: event }]),
    ...(number === undefined
      ? []
      : [
          {
            by: 'customerId' as const,
            customerId: number,
            ...(destination !== undefined && { destination }),
          },
        ]),
    ...(link === undefined ? [] : [{ by: 'link' as const, link, ...(people !== undefined && { people }) }]),
    ...(q === undefined ? [] : [{ by: 'q' as const, q }]),
  ];
}
