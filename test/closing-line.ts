import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';

/**
 * Ends a test run with a line for programs: `N passed, N failed`. The names of skipped tests precede it; if a pattern
 * selected the tests, only their number.
 */
export default class ClosingLine implements Reporter {
  private isChosenByName = false;

  onInit(vitest: Vitest): void {
    this.isChosenByName = vitest.config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    let passed = 0;
    let failed = unhandledErrors.length;
    const skipped: TestCase[] = [];
    for (const module of modules) {
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) failed += 1;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'passed') passed += 1;
        else if (state === 'failed') failed += 1;
        else skipped.push(test);
      }
    }
    for (const line of skippedLines(skipped, this.isChosenByName)) console.log(line);
    console.log(`${passed} passed, ${failed} failed`);
  }
}

function skippedLines(skipped: readonly TestCase[], isChosenByName: boolean): readonly string[] {
  if (skipped.length === 0) return [];
  const names = skipped.map(test => `  ${test.module.relativeModuleId}: ${test.fullName}`);
  return isChosenByName ? [`${skipped.length} skipped`] : [`${skipped.length} skipped:`, ...names];
}
