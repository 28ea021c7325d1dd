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

function reportsOf(before: readonly ProcessRecord[], after: readonly ProcessRecord[]): readonly Report[] {
  const reports: Report[] = [];
  const change: SharingChange = { before, after, own: 'one' };
  tellChanges(change, report => reports.push(report));
  return reports;
}

const one = processRecord('one');
const two = processRecord('two');

describe('the reports about processes that share a store', () => {
  it('are empty while nothing changes', () => {
    expect(reportsOf([one, two], [{ ...two, seenAt: 21_000 }, one])).toEqual([]);
  });

  it('name a process that joined', () => {
    expect(reportsOf([one], [one, two])).toEqual([
      {
        what: 'process joined',
        details: { process: 'two:1', version: '1.0.0', number: 2 },
      },
    ]);
  });

  it('name a process that left, and one that had stopped its heartbeat before', () => {
    const details = { process: 'two:1', number: 1 };
    expect(reportsOf([one, { ...two, seenAt: 18_500 }], [one])).toEqual([{ what: 'process left', details }]);
    expect(reportsOf([one, { ...two, seenAt: 11_000 }], [one])).toEqual([{ what: 'process lost', details }]);
  });

  it('name the leases of this process, also at the first look, and not those of others', () => {
    const busy = { ...one, works: ['planning'], delivers: ['salon', 'annex'] };
    const what = 'leases changed';
    const details = { works: ['planning'], delivers: ['annex', 'salon'] };
    expect(reportsOf([], [busy])).toEqual([{ what, details }]);
    expect(reportsOf([busy], [{ ...busy, delivers: ['annex', 'salon'] }])).toEqual([]);
    expect(reportsOf([busy], [one])).toEqual([{ what, details: { works: [], delivers: [] } }]);
    expect(reportsOf([one, two], [one, { ...two, works: ['planning'] }])).toEqual([]);
  });

  it('name the differences between processes once, and the end of the differences', () => {
    const other = { ...two, mappings: 'm2', version: '1.1.0' };
    const what = 'processes differ';
    expect(reportsOf([one, two], [one, other])).toEqual([
      { what, details: { differIn: ['version', 'mappings'] } },
    ]);
    expect(reportsOf([one, other], [one, other])).toEqual([]);
    expect(reportsOf([one, other], [one, { ...other, config: 'c2' }])).toEqual([
      { what, details: { differIn: ['version', 'mappings', 'config'] } },
    ]);
    expect(reportsOf([one, other], [one, two])).toEqual([{ what: 'processes agree again' }]);
  });
});
