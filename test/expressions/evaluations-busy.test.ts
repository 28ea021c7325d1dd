import { expect, it } from 'vitest';
import { EvaluationsBusy } from '../../src/expressions/thread/evaluate-elsewhere.ts';
import { evaluate, failureOf } from './expression-of.ts';

const endless = '$sum([1..9000].$sum([1..9000]))';

it('makes evaluations of expensive expressions wait only for each other, and refuses more than a few', async () => {
  expect((await failureOf(endless)).code).toBe('expression/too-slow');
  const dear = Array.from({ length: 40 }, () => evaluate(endless).catch((error: unknown) => error));
  const cheap = evaluate('$uppercase("a")').then(() => 'cheap');
  expect(await Promise.race([cheap, dear[0]])).toBe('cheap');
  const refused = (await Promise.all(dear.slice(33))).filter(each => each instanceof EvaluationsBusy);
  expect(refused).toHaveLength(7);
});
