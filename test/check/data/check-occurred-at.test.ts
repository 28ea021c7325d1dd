import { describe, expect, it } from 'vitest';
import { checkOccurredAt } from '../../../src/check/data/people/check-occurred-at.ts';
import type { Trial } from '../../../src/check/data/trial.ts';
import { anExpression } from '../../receive/a-source.ts';

const place = { file: 'config.yaml', line: 3, column: 4 };
const event = { id: 'e1', source: 'form', receivedAt: '2026-01-01T12:00:00.000Z' };
const stored = (payload: unknown): Trial => ({
  input: { payload, answers: undefined, headers: {}, query: {}, body: payload, event },
});
const sample = (payload: unknown, file?: string): Trial => ({
  ...stored(payload),
  test: { mapping: 'form', name: 'one', ...(file !== undefined && { file }) },
});
const found = (written: string, trials: readonly Trial[]) =>
  checkOccurredAt({ name: 'form', occurredAt: anExpression(written), occurredAtPlace: place }, trials);

const real = {
  names: { last: 'Berg' },
  born: '1990-03-14',
  __submission: { created_at: '2026-11-29 06:00:00' },
};

describe('an occurredAt that no event has', () => {
  it.each([
    ['two stored events', 'updated_at', [stored(real), stored(real)]],
    ['a webhook in a file', '$date(updated_at, {"zone": "Europe/Berlin"})', [sample(real, 'form.json')]],
    ['empty texts', 'at', [stored({ ...real, at: '' }), stored({ ...real, at: null })]],
  ])('is reported with the paths that have a time: %s', async (_, written, trials) => {
    const [warning, ...others] = await found(written, trials);
    expect(others).toEqual([]);
    expect(warning).toMatchObject({
      code: 'config/no-event-time',
      message: expect.stringContaining(`occurredAt of "form" is ${written}, which gives nothing`),
      hint: 'name a path with the time of the event; those with a time are __submission.created_at',
      place,
    });
    expect(JSON.stringify(warning)).not.toMatch(/2026|Berg/);
  });

  it.each([
    ['an event has it', 'updated_at', [stored(real), stored({ updated_at: '2026-11-29T06:00:00Z' })]],
    ['it is no time, which each event reports', 'names', [stored(real), stored(real)]],
    ['it fails, which each event reports', '$number(born)', [stored(real), stored(real)]],
    ['one stored event, which may be of another kind', 'updated_at', [stored(real)]],
    ['a payload in a test, which may be shortened', 'updated_at', [sample(real), sample(real)]],
    ['no event', 'updated_at', []],
  ])('is not reported: %s', async (_, written, trials) => {
    expect(await found(written, trials)).toEqual([]);
  });

  it('is not reported for the expression of a preset', async () => {
    const of = { name: 'form', occurredAt: anExpression('updated_at') };
    expect(await checkOccurredAt(of, [stored(real), stored(real)])).toEqual([]);
  });
});
