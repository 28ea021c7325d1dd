import { expect, onTestFinished, vi } from 'vitest';
import type { MappingFolder } from '../../src/mapping/folder.ts';
import { folderOf, type Harness, type HarnessOptions, startHarness } from './harness.ts';

/** Webhooks that come as fast as they are planned, on a store that takes a while for each statement. */
export interface Flood {
  readonly harness: Harness;
  /**
   * How many batches are planned from now on until something is so; as many as the flood brings at most, where it never is.
   * It is looked at before each batch.
   */
  batchesUntil(isSo: () => boolean): Promise<number>;
  end(): void;
}

const second = 1_000;
/** What each batch takes of the store. */
const statementMs = 10;
/** So many batches take a second. */
export const batchesOfASecond = second / statementMs;
/** After so many the flood is over, so that a worker that does nothing else ends too. */
const mostBatches = 4 * batchesOfASecond;

/** It is not planned as it comes, since its note is no plain lookup. */
const update = `
source: crm
destination: salon
operation: updateCustomer
set: {id: customer, note: '$uppercase(note)'}
`;
/** Nothing that comes is for it. */
const idle = (field: string) => `
source: crm
destination: salon
when: kind = "nothing"
operation: updateCustomer
set: {id: customer, note: note, additionalFields: {${field}: {value: none}}}
`;

/** The mappings of the flood; with a field that the account does not have, one of them can only fail. */
export const floodMappings = (field = 'allergies'): MappingFolder => folderOf({ update, idle: idle(field) });

/** Starts a bridge and lets its worker run in the flood. It is ended with the test. */
export async function startFlood(options: Partial<HarnessOptions> = {}): Promise<Flood> {
  const harness = await startHarness({ mappings: { update, idle: idle('allergies') }, ...options });
  const { store, bridge } = harness;
  let isFlowing = true;
  let batches = 0;
  const watches = new Set<() => void>();
  const plannable = store.plannable.bind(store);
  vi.spyOn(store, 'plannable').mockImplementation(async limit => {
    harness.pass(statementMs);
    batches += 1;
    for (const watch of watches) watch();
    if (isFlowing && batches < mostBatches)
      await harness.send({ customer: 1002 + (batches % 50), note: `n${batches}` });
    return plannable(limit);
  });
  onTestFinished(async () => {
    isFlowing = false;
    vi.restoreAllMocks();
    await harness.close();
  });
  await harness.send({ customer: 1002, note: 'the first' });
  bridge.worker.start();

  return {
    harness,
    batchesUntil(isSo) {
      const before = batches;
      return new Promise(resolve => {
        const watch = () => {
          if (!isSo() && batches < mostBatches) return;
          watches.delete(watch);
          resolve(isSo() ? batches - before : Number.POSITIVE_INFINITY);
        };
        watches.add(watch);
      });
    },
    end() {
      isFlowing = false;
    },
  };
}

/** Waits until some batches were planned, so that the flood is under way. */
export async function underWay({ batchesUntil }: Flood): Promise<void> {
  let batches = 0;
  const seen = await batchesUntil(() => {
    batches += 1;
    return batches > batchesOfASecond / 4;
  });
  expect(seen).toBeLessThan(mostBatches);
}
