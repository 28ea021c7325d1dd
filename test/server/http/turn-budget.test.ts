import { describe, expect, it } from 'vitest';
import { createTurnBudget } from '../../../src/server/http/turn-budget.ts';

const turn = () => new Promise<void>(resolve => setImmediate(resolve));

describe('a budget for each turn of the event loop', () => {
  it('lets a number begin in each turn, and the others in the next turns, in their order', async () => {
    const budget = createTurnBudget(3);
    const begun: number[] = [];
    const turns = [1, 2, 3, 4, 5, 6, 7].map(number => budget.next().then(() => begun.push(number)));
    await turn();
    const inTurns = [[...begun]];
    for (let turns = 0; turns < 2; turns += 1) {
      await turn();
      inTurns.push([...begun]);
    }
    await Promise.all(turns);
    expect(inTurns[0]?.length).toBeLessThanOrEqual(6);
    expect(inTurns[0]?.length).toBeGreaterThanOrEqual(3);
    expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('puts a later request behind those that wait', async () => {
    const budget = createTurnBudget(2);
    const begun: string[] = [];
    const early = ['a', 'b', 'c', 'd', 'e'].map(name => budget.next().then(() => begun.push(name)));
    await turn();
    const late = ['f', 'g'].map(name => budget.next().then(() => begun.push(name)));
    await Promise.all([...early, ...late]);
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  });

  it('delays nobody if there are few', async () => {
    const budget = createTurnBudget(2);
    for (let count = 0; count < 10; count += 1) {
      let hasBegun = false;
      void budget.next().then(() => {
        hasBegun = true;
      });
      await Promise.resolve();
      await Promise.resolve();
      expect(hasBegun).toBe(true);
      await turn();
      await turn();
    }
  });
});
