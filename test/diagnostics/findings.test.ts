import { describe, expect, it } from 'vitest';
import { diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { createFindings, reportedPerFile } from '../../src/diagnostics/findings.ts';

const at = (line: number) => diagnostic('yaml/syntax', 'm', { place: { file: 'f', line, column: 1 } });

describe('the findings about a file', () => {
  it('are returned unchanged if there are few', () => {
    const findings = createFindings([at(1)]);
    findings.add('error', () => at(2));
    expect(findings.all('f')).toEqual([at(1), at(2)]);
    expect(findings.errors()).toBe(2);
  });

  it('are only counted after the first hundred of a severity, and not created', () => {
    const findings = createFindings();
    let made = 0;
    for (let line = 1; line <= 50_000; line += 1) {
      findings.add('error', () => {
        made += 1;
        return at(line);
      });
    }
    findings.add('warning', () => ({ ...at(7), severity: 'warning' }));
    const all = findings.all('f');
    expect(made).toBe(reportedPerFile);
    expect(all).toHaveLength(reportedPerFile + 2);
    expect(all.at(-1)).toMatchObject({
      code: 'yaml/more-problems',
      severity: 'error',
      message: 'and 49,900 more, which are not shown',
      place: { file: 'f', line: 100, column: 1 },
    });
    expect(findings.errors()).toBe(50_000);
  });

  it('do not fail if only warnings are left out', () => {
    const findings = createFindings();
    findings.count('warning', 3);
    expect(findings.errors()).toBe(0);
    expect(findings.all('f')).toMatchObject([{ code: 'yaml/more-problems', severity: 'warning' }]);
  });
});
