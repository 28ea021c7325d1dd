import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/deliver/report.ts';
import { type SharingChange, tellChanges } from '../../../src/deliver/sharing/tell-changes.ts';
import type { ProcessRecord } from '../../../src/inbox/shared-work.ts';

function processRecord(id: string, more: Partial<ProcessRecord> = {}): ProcessRecord {
  return {
    id,
    name: `${id}:1`,
    startedAt: 0,
    seenAt: 20_000,
    version: '1.0.0',
    mappings: 'm1',
    config: 'c1',
    works: [],
    delivers: [],
    ...more,
  };
}

function told(before: readonly ProcessRecord[], after: readonly ProcessRecord[]): readonly Report[] {
  const reports: Report[] = [];
  const change: SharingChange = { before, after, own: 'one' };
  tellChanges(change, report => reports.push(report));
  return reports;
}

const one = processRecord('one');
const two = processRecord('two');

describe('what is told of the processes that share a store', () => {
  it('is nothing while nothing changes', () => {
    expect(told([one, two], [{ ...two, seenAt: 21_000 }, one])).toEqual([]);
  });

  it('is who came', () => {
    expect(told([one], [one, two])).toEqual([
      {
        what: 'process joined',
        details: { process: 'two:1', version: '1.0.0', number: 2 },
      },
    ]);
  });

  it('is who left, and who said nothing any more before it was gone', () => {
    const details = { process: 'two:1', number: 1 };
    expect(told([one, { ...two, seenAt: 18_500 }], [one])).toEqual([{ what: 'process left', details }]);
    expect(told([one, { ...two, seenAt: 11_000 }], [one])).toEqual([{ what: 'process lost', details }]);
  });

  it('is what this process does, at the first look too, whatever the others do', () => {
    const busy = { ...one, works: ['planning'], delivers: ['salon', 'annex'] };
    const what = 'leases changed';
    const details = { works: ['planning'], delivers: ['annex', 'salon'] };
    expect(told([], [busy])).toEqual([{ what, details }]);
    expect(told([busy], [{ ...busy, delivers: ['annex', 'salon'] }])).toEqual([]);
    expect(told([busy], [one])).toEqual([{ what, details: { works: [], delivers: [] } }]);
    expect(told([one, two], [one, { ...two, works: ['planning'] }])).toEqual([]);
  });

  it('is in what they differ, once, and that they are alike again', () => {
    const other = { ...two, mappings: 'm2', version: '1.1.0' };
    const what = 'processes differ';
    expect(told([one, two], [one, other])).toEqual([
      { what, details: { differIn: ['version', 'mappings'] } },
    ]);
    expect(told([one, other], [one, other])).toEqual([]);
    expect(told([one, other], [one, { ...other, config: 'c2' }])).toEqual([
      { what, details: { differIn: ['version', 'mappings', 'config'] } },
    ]);
    expect(told([one, other], [one, two])).toEqual([{ what: 'processes agree again' }]);
  });
});
