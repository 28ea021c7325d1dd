import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadConfig } from '../../../src/config/load-config.ts';
import type { Destination } from '../../../src/deliver/destinations/destination.ts';
import { restoreDestinations } from '../../../src/deliver/destinations/restore-destinations.ts';
import { createMappingSet } from '../../../src/deliver/mappings/mapping-set.ts';
import { createWorkSharing, type WorkSharing } from '../../../src/deliver/sharing/share-work.ts';
import { systemTime } from '../../../src/deliver/time/time.ts';
import { defaultLeaseTimes } from '../../../src/inbox/postgres/ownership/lease-times.ts';
import { createMetrics } from '../../../src/metrics/metrics.ts';
import { presets } from '../../../src/receive/senders/senders.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { rowsOf } from '../../inbox/postgres/queries.ts';
import { postgresScene } from '../../inbox/postgres/scene.ts';
import { folderOf } from '../harness.ts';

/** A process that shares work. It looks at the other processes only when the test says so. */
interface Sharer {
  readonly sharing: WorkSharing;
  readonly salon: Destination;
  look(): Promise<void>;
  delivers(): boolean;
}

const scene = postgresScene();
let sandbox: Sandbox;

beforeEach(async () => {
  sandbox = await startSandbox();
});

afterEach(() => sandbox.close());

it('starts with the last catalog of the previous owner if it takes over a destination in the same look', async () => {
  const { owner, other } = await ownerAndOther();
  sandbox.control('fields', { action: 'archive', keyName: 'allergies' });
  await owner.salon.probe('now');
  await owner.sharing.leave();
  await other.look();
  expect(other.delivers()).toBe(true);
  expect(keysOf(other.salon)).not.toContain('allergies');
});

it('learns of a catalog even if the look in which it first read it failed', async () => {
  const { owner, other } = await ownerAndOther();
  sandbox.control('fields', { action: 'archive', keyName: 'allergies' });
  await owner.salon.probe('now');
  const move = (from: string, to: string) =>
    rowsOf(scene.url, `ALTER TABLE ${scene.schema}.${from} RENAME TO ${to}`);
  await move('mapping_hold', 'elsewhere');
  await other.look();
  await move('elsewhere', 'mapping_hold');
  expect(keysOf(other.salon)).toContain('allergies');
  // The store may need a moment until it is available again.
  await expect
    .poll(async () => {
      await other.look();
      return keysOf(other.salon);
    })
    .not.toContain('allergies');
});

/** Two processes that know each other and the fields of the account. */
async function ownerAndOther(): Promise<{ owner: Sharer; other: Sharer }> {
  const sharers = [await createSharer(), await createSharer()] as const;
  await expect
    .poll(async () => {
      for (const each of sharers) await each.look();
      return sharers.map(each => each.delivers()).sort();
    })
    .toEqual([false, true]);
  const [first, second] = sharers;
  const [owner, other] = first.delivers() ? [first, second] : [second, first];
  await owner.salon.probe('now');
  await other.look();
  expect(keysOf(other.salon)).toContain('allergies');
  return { owner, other };
}

async function createSharer(): Promise<Sharer> {
  // Allows asking again at once for a lease that another process just had.
  const store = await scene.open({ leaseTimes: { ...defaultLeaseTimes, askEveryMs: 0 } });
  const { shared } = store;
  if (!shared) throw new Error('a store on PostgreSQL is shared');
  const config = configOf();
  const parts = {
    // It looks only when the test says so.
    time: { ...systemTime, after: () => () => {} },
    random: () => 0.5,
    report: () => {},
  };
  const destinations = await restoreDestinations({
    ...parts,
    config,
    store,
    metrics: createMetrics(),
    observeDate: () => {},
    changed: () => {},
  });
  const salon = destinations.get('salon');
  if (!salon) throw new Error('the config has no salon');
  const sharing = createWorkSharing({
    ...parts,
    shared,
    destinations,
    mappings: createMappingSet(folderOf({}), []),
    self: () => ({ version: '1', config: '', mappings: '', destinations: ['salon'] }),
    beginPlanning: async () => {},
    wake: () => {},
  });
  return { sharing, salon, look: sharing.start, delivers: () => shared.delivers('salon') };
}

function configOf() {
  const text = `
store: sqlite:unused.db
destinations:
  salon: {baseUrl: "${sandbox.url}", token: "${sandbox.tokens.mitte}"}
sources:
  crm: {verify: {type: none}}
`;
  const { config, diagnostics } = loadConfig('/config.yaml', { env: {}, readFile: () => text, presets });
  if (!config) throw new Error(JSON.stringify(diagnostics));
  return config;
}

function keysOf({ catalog }: Destination): readonly string[] | undefined {
  return catalog.snapshot?.fields.map(({ keyName }) => keyName);
}
