import { expect, test } from 'vitest';
import { spreadWorks, type WorkCandidate } from '../../../src/inbox/decide/spread-works.ts';

const light = ['upkeep', 'messages'];

function processesWith(count: number, destinations: readonly string[], from = 0): readonly WorkCandidate[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `process-${from + index}`,
    destinations: new Set(destinations),
  }));
}

function salons(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `salon-${index}`);
}

/** The number of works of each process, counting those that `isCounted` accepts. */
function loads(doneBy: ReadonlyMap<string, string>, count: number, isCounted: (work: string) => boolean) {
  const counted = [...doneBy].filter(([work]) => isCounted(work)).map(([, id]) => id);
  return processesWith(count, []).map(({ id }) => counted.filter(each => each === id).length);
}

const isLight = (work: string) => light.includes(work);

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [3, 8],
  [4, 100],
  [5, 2],
])('distributes evenly over %i processes the works of %i destinations', (count, size) => {
  const doneBy = spreadWorks(processesWith(count, salons(size)));
  expect(doneBy.size).toBe(size + 3);
  const heavy = loads(doneBy, count, work => !isLight(work));
  expect(Math.max(...heavy) - Math.min(...heavy)).toBeLessThanOrEqual(1);
  const light = loads(doneBy, count, isLight);
  expect(Math.max(...light) - Math.min(...light)).toBeLessThanOrEqual(count === 1 ? 0 : 1);
});

test('gives the same result in every order of the processes', () => {
  const processes = processesWith(4, salons(20));
  expect(spreadWorks([...processes].reverse())).toEqual(spreadWorks(processes));
});

test('moves little more than its share when a process is added', () => {
  const before = spreadWorks(processesWith(3, salons(100)));
  const after = spreadWorks(processesWith(4, salons(100)));
  const moved = [...before].filter(([work, id]) => after.get(work) !== id);
  expect(moved.length).toBeGreaterThanOrEqual(25);
  expect(moved.length).toBeLessThan(50);
});

test('assigns a destination to a process that knows it, and the planning to one that knows most destinations', () => {
  const old = processesWith(1, salons(3));
  const knowing = processesWith(2, [...salons(3), 'new'], 1);
  const doneBy = spreadWorks([...old, ...knowing]);
  expect(['process-1', 'process-2']).toContain(doneBy.get('planning'));
  expect(['process-1', 'process-2']).toContain(doneBy.get('destination new'));
  expect(new Set(doneBy.values()).size).toBe(3);
});

test('assigns the work of a destination that no process knows to one of them', () => {
  const processes = processesWith(2, salons(3));
  const doneBy = spreadWorks(processes, ['planning', 'destination salon-1', 'destination gone']);
  expect(['process-0', 'process-1']).toContain(doneBy.get('destination gone'));
  expect(doneBy.size).toBe(3 + 3 + 1);
});

test('assigns nothing if there is no process', () => {
  expect(spreadWorks([]).size).toBe(0);
});
