import { describe, expect, it } from 'vitest';
import { differencesAmong } from '../../../src/inbox/decide/common-things.ts';
import { mappingsThatHold, sumTally } from '../../../src/inbox/decide/sum-tally.ts';

describe('counts', () => {
  const counts = sumTally(
    [
      { destination: '', mapping: '', status: 'held', calls: 2 },
      { destination: '', mapping: '', status: 'skipped', calls: 3 },
      { destination: 'salon', mapping: 'intake', status: 'held', calls: 4 },
      { destination: 'branch', mapping: 'intake', status: 'delivered', calls: 5 },
      { destination: 'salon', mapping: '__proto__', status: 'failed', calls: 1 },
    ],
    { unplanned: 9, fresh: 7 },
  );

  it('have events without calls in the totals only', () => {
    expect(counts.statuses).toEqual({
      uncertain: 0,
      failed: 1,
      held: 6,
      queued: 7,
      discarded: 0,
      delivered: 5,
      skipped: 3,
    });
    expect(counts).toMatchObject({ unplanned: 9, unclaimed: 2 });
    expect(Object.keys(counts.byDestination)).toEqual(['salon', 'branch']);
  });

  it('are kept apart by destination and by mapping, whatever their names are', () => {
    expect(counts.byDestination.salon).toMatchObject({ held: 4, failed: 1, delivered: 0 });
    expect(counts.byMapping.intake).toMatchObject({ held: 4, delivered: 5 });
    expect(Object.keys(counts.byMapping)).toEqual(['intake', '__proto__']);
  });

  it('name the mappings that hold calls', () => {
    expect(mappingsThatHold(counts)).toEqual(['intake']);
  });
});

it('finds in what processes differ', () => {
  const one = { version: '1', mappings: 'a', config: 'x' };
  expect(differencesAmong([])).toEqual([]);
  expect(differencesAmong([one, one])).toEqual([]);
  expect(differencesAmong([one, { ...one, version: '2', config: 'y' }])).toEqual(['version', 'config']);
});
