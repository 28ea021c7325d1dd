import { expect, it } from 'vitest';
import { judge } from '../../torture/judge.ts';
import { createScoreboard } from '../../torture/scoreboard.ts';
import type { Sent } from '../../torture/sender.ts';
import { createTruth } from '../../torture/truth.ts';

/** Judges one customer's updates `1-1`, `1-2`, … as applied, with their corrections and the stored values. */
function judged(
  applied: readonly (readonly [number, number])[],
  kept: Readonly<Record<string, number>>,
  skipped: readonly number[] = [],
) {
  const truth = createTruth(() => undefined);
  for (const [place, correction] of applied) {
    const call = { event: `1-${place}`, customer: '1001', booking: undefined, correction };
    truth.close(truth.receive(call, 'well'));
  }
  for (const [event, correction] of Object.entries(kept)) truth.correct(event, correction);
  const places = [...new Set([...applied.map(([place]) => place), ...skipped])].toSorted((a, b) => a - b);
  const sent = places.map((place): Sent => {
    const ids = new Set([`evt_${place}`]);
    return { event: `1-${place}`, customer: '1001', booking: undefined, twin: false, ids };
  });
  const seen = places.map(place => ({
    id: `evt_${place}`,
    source: 'crm',
    status: skipped.includes(place) ? 'skipped' : 'delivered',
  }));
  const scoreboard = createScoreboard();
  judge({ sent, hostileIds: new Set(), seen, truth, givenUp: new Set() }, scoreboard);
  return scoreboard.faults().map(each => each.split(':')[0]);
}

it.each([
  [
    'a correction that was sent',
    [
      [1, 0],
      [1, 3],
    ],
    { '1-1': 3 },
    [],
  ],
  [
    'a correction behind a newer update',
    [
      [1, 0],
      [2, 0],
    ],
    { '1-1': 3 },
    [],
  ],
  ['a newer correction than is known to be kept', [[1, 4]], { '1-1': 3 }, []],
  [
    'a correction that was never sent',
    [
      [1, 0],
      [2, 0],
    ],
    { '1-2': 3 },
    ['lost corrections'],
  ],
  ['an older correction', [[1, 2]], { '1-1': 3 }, ['lost corrections']],
  [
    'a correction that followed a newer update',
    [
      [1, 0],
      [2, 0],
      [1, 3],
    ],
    { '1-1': 3 },
    ['out of order'],
  ],
  [
    'a correction that followed a newer update whose answer was lost',
    [
      [1, 0],
      [2, 0],
      [1, 3],
      [2, 0],
    ],
    { '1-1': 3 },
    [],
  ],
  [
    'a correction that followed a newer update which was corrected itself',
    [
      [1, 0],
      [2, 0],
      [1, 3],
      [2, 4],
    ],
    { '1-1': 3, '1-2': 4 },
    ['out of order'],
  ],
] as const)('the torture judges %s', (_, applied, kept, faults) => {
  expect(judged(applied, kept)).toEqual(faults);
});

it.each([
  ['a corrected update that a newer one has passed', [[2, 0]], { '1-1': 3 }, [1], []],
  ['an update that a newer one has passed without a correction', [[2, 0]], {}, [1], ['lost']],
  ['a corrected update that nothing has passed', [[1, 0]], { '1-2': 3 }, [2], ['lost']],
] as const)('the torture judges %s', (_, applied, kept, skipped, faults) => {
  expect(judged(applied, kept, skipped)).toEqual(faults);
});
