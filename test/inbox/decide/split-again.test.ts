import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../../src/diagnostics/diagnostic.ts';
import { beforeSplit, isUnsplit } from '../../../src/inbox/decide/split-again.ts';

const code = 'intake/json-field-failed';

describe('a webhook that is split again', () => {
  it.each([
    [diagnostic(code, 'x'), 0, true],
    [diagnostic(code, 'x'), 1, false],
    [diagnostic('intake/split-failed', 'x'), 0, true],
    [diagnostic('intake/event-id-failed', 'x'), 0, true],
    [diagnostic(code, 'x', { severity: 'info' }), 0, false],
    [diagnostic(code, 'x', { severity: 'warning' }), 0, false],
    [diagnostic('intake/split-nothing', 'x'), 0, false],
  ])('has an error about its items and no call: %j with %i calls', (given, calls, isSearched) => {
    expect(isUnsplit(calls, [given])).toBe(isSearched);
    expect(beforeSplit([given])).toEqual(isSearched || calls > 0 ? [] : [given]);
  });
});
