import { expect, onTestFinished, vi } from 'vitest';
import type { MappingFolder } from '../../src/mapping/folder.ts';
import { folderOf, type Harness, type HarnessOptions, startHarness } from './harness.ts';

/** Webhooks that arrive as fast as they are planned, and a store with slow statements. */
export interface Flood {
  readonly harness: Harness;
  /**
   * Returns the number of batches planned from now until `isSo` returns true, at most the rest of the flood. Checks
   * before each batch.
   */
  batchesUntil(isSo: () => boolean): Promise<number>;
  end(): void;
}

const second = 1_000;
/** The duration of each batch in the store. */
const statementMs = 10;
/** The number of batches a second. */
export const batchesOfASecond = second / statementMs;
/** The flood ends after this many, so that a worker that does nothing else also ends. */
const mostBatches = 4 * batchesOfASecond;

/** Not planned on arrival, since the note is no plain lookup. */
const update = `
source: crm
destination: salon
operation: updateCustomer
set: {id: customer, note: '$uppercase(note)'}
`;
/** No event of the flood is for this mapping. */
const idle = (field: string) => `
source: crm
destination: salon
when: kind = "nothing"
operation: updateCustomer
set: {id: customer, note: note, additionalFields: {${field}: {value: none}}}
`;

/** The mappings of the flood. With a field that the account does not have, one of them must fail. */
export const floodMappings = (field = 'allergies'): MappingFolder => folderOf({ update, idle: idle(field) });

/** Starts a bridge and runs its worker during the flood. It ends with the test. */
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

/** Waits until some batches were planned. */
export async function underWay({ batchesUntil }: Flood): Promise<void> {
  let batches = 0;
  const seen = await batchesUntil(() => {
    batches += 1;
    return batches > batchesOfASecond / 4;
  });
  expect(seen).toBeLessThan(mostBatches);
}
