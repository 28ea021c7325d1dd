import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { classWords } from '../../../scripts/failure-page.ts';
import { failureTable, type RowName, relatedRows } from '../../../src/booking/answers/failure-table.ts';
import type { Operation } from '../../../src/inbox/call.ts';
import { openScene, type Scene } from '../scene.ts';
import { endings, type FailureCase, failureCases, provokedElsewhere, unprovokable } from './failure-cases.ts';
import { failureClasses } from './failure-classes.ts';

describe('the failure table, through the whole bridge', () => {
  const named = failureCases.map(each => [each.row, each.operation, each.by, each] as const);

  it.each(named)('%s of %s: %s', async (row, operation, _by, each) => {
    const { payload: further, slot, provoke, mend, ...options } = each;
    const scene = await openScene(options);
    const { harness } = scene;
    const payload = { ...scene.payload(operation, slot), ...further };
    await provoke?.(scene);
    const id = await harness.send(payload);
    await harness.run();
    const { outcome, status, destination, received, later } = endings[each.ending];
    expect([await scene.state(id), await scene.lastOutcome(id), scene.received(operation)]).toEqual([
      `${status} ${destination}`,
      `${outcome} ${row}`,
      received,
    ]);
    expect(await nextSteps(id, scene)).toEqual(
      ['held', 'failed', 'uncertain'].includes(status) ? [expect.any(String)] : [],
    );

    harness.sandbox.clearFaults();
    await mend?.(scene);
    expect(await scene.rested(id)).toBe(later);
    if (later === 'delivered') {
      expect(scene.received(operation)).toBe(status === 'delivered' ? received : received + 1);
    } else if (later === 'failed') await goesOnByReplay(id, each, scene);
    else await isNeverSentAgain(id, payload, scene, received);
    await scene.othersGoOn();
    const { applied } = harness.sandbox.state().calls.persistCustomerData;
    expect(applied).toBeLessThan(2);
  });
});

/** The advice to a person: the reason of a held destination, or else the hint of the first error. */
async function nextSteps(id: string, { harness }: Scene): Promise<readonly string[]> {
  const { status, reason = '', diagnostics } = await harness.event(id);
  const [, next] = reason.split('; next: ');
  if (status === 'held' && next !== undefined) return [next];
  return diagnostics
    .filter(each => each.severity === 'error')
    .slice(0, 1)
    .flatMap(each => each.hint ?? []);
}

async function goesOnByReplay(id: string, { operation }: FailureCase, scene: Scene): Promise<void> {
  const before = scene.received(operation);
  await scene.harness.store.replay({ id }, { force: false });
  expect(await scene.rested(id)).toBe('delivered');
  expect(scene.received(operation)).toBe(before + 1);
}

/** Checks that no replay, other event or restart sends again a booking that may have been made. */
async function isNeverSentAgain(id: string, payload: object, scene: Scene, received: number): Promise<void> {
  const { harness } = scene;
  await harness.store.replay({ id }, { force: true });
  const again = await harness.send(payload);
  await harness.run();
  await harness.restart();
  await harness.later(60_000);
  expect([await scene.rested(id), await scene.rested(again)]).toEqual(['uncertain', 'uncertain']);
  expect(scene.received('persistCustomerData')).toBe(received);
}

const operations: readonly Operation[] = ['updateCustomer', 'persistCustomerData'];

describe('the cases of the failure table', () => {
  it('exist for each row and both operations, or a reason for having none', () => {
    const all = Object.keys(failureTable).flatMap(row => operations.map(operation => `${row} ${operation}`));
    const covered = new Set(failureCases.map(each => `${each.row} ${each.operation}`));
    const elsewhere = Object.keys(provokedElsewhere).filter(key => key.includes(' '));
    const excused = [...Object.keys(unprovokable), ...elsewhere];
    expect(all.filter(key => !covered.has(key) && !excused.includes(key))).toEqual([]);
    expect(excused.filter(key => covered.has(key) || !all.includes(key))).toEqual([]);
  });

  it.each(Object.entries(provokedElsewhere))(
    'that are provoked elsewhere exist: %s',
    (_key, [file, words]) => {
      expect(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')).toContain(words);
    },
  );

  it('include every row that has no case of its own', () => {
    const elsewhere = Object.keys(provokedElsewhere).filter(key => !key.includes(' '));
    expect(elsewhere.sort()).toEqual(Object.keys(relatedRows).sort());
  });
});

describe('the classes of the failure table', () => {
  const stated = Object.entries(failureClasses).flatMap(([row, classes]) =>
    operations.map((operation, index) => [row, operation, classes[index] ?? ''] as const),
  );

  it('are stated by hand for every row, and for no other', () => {
    expect(Object.keys(failureClasses)).toEqual(Object.keys(failureTable));
  });

  it.each(stated)('%s of %s is %s', (row, operation, expected) => {
    expect(classWords(row as RowName, operation)).toBe(expected);
  });

  it.each(
    stated.filter(([row, operation]) =>
      failureCases.some(each => each.row === row && each.operation === operation),
    ),
  )('%s of %s ends as %s says, at least in one case', (row, operation, expected) => {
    const cases = failureCases.filter(each => each.row === row && each.operation === operation);
    const first = cases.map(each => firstClassOf[endings[each.ending].outcome]);
    expect(first.some(each => expected.includes(each))).toBe(true);
  });

  it('with only one class have no case with another ending, except by data of the event', () => {
    const only = new Set(['DONE', 'DONE+', 'AGAIN', 'UNKNOWN', 'DATA', 'HOLD']);
    const astray = stated
      .filter(([, , expected]) => only.has(expected))
      .flatMap(([row, operation, expected]) =>
        failureCases
          .filter(each => each.row === row && each.operation === operation)
          .filter(each => each.destination === undefined)
          .filter(each => !expected.startsWith(firstClassOf[endings[each.ending].outcome])),
      );
    expect(astray.map(each => `${each.row} ${each.operation} ${each.by}`)).toEqual([]);
  });
});

const firstClassOf = {
  done: 'DONE',
  again: 'AGAIN',
  unknown: 'UNKNOWN',
  data: 'DATA',
  mapping: 'MAP',
  hold: 'HOLD',
} as const;
