import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { type PostgresServer, startPostgres } from '../../inbox/postgres/server.ts';
import { createSharer, type Sharer } from './shared-scene.ts';

let folder: string;
let postgres: PostgresServer;
let sandbox: Sandbox;
let sharers: readonly [Sharer, Sharer];
let customers: readonly number[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fieldbridge-holds-'));
  mkdirSync(join(folder, 'mappings'));
  writeMapping('allergies');
  postgres = await startPostgres();
  sandbox = await startSandbox();
  customers = Array.from({ length: 12 }, addCustomer);
  const store = await postgres.newDatabase();
  const salon = `  salon: {baseUrl: "${sandbox.url}", token: "${sandbox.tokens.mitte}", catalog: {refresh: 1s}}`;
  const sharer = (name: string) => createSharer(join(folder, name), store, [salon]);
  sharers = [await sharer('one.yaml'), await sharer('other.yaml')];
  await Promise.all(sharers.map(each => each.start()));
  await expect.poll(isSharedOut).toBe(true);
});

afterEach(async () => {
  for (const each of sharers) await each.running().end('SIGKILL');
  await sandbox.close();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** When the owner of the destination learns of the end of a hold is random, so there are several rounds. */
const rounds = 3;

it('delivers everything that a misspelled field held, after the mapping was corrected, with separate processes for planning and delivery', async () => {
  await holdAndRelease(
    () => writeMapping('alergies'),
    () => writeMapping('allergies'),
  );
});

it('delivers everything that an archived field held, after it was restored, with separate processes for planning and delivery', async () => {
  await holdAndRelease(
    () => void sandbox.control('fields', { action: 'archive', keyName: 'allergies' }),
    () => void sandbox.control('fields', { action: 'restore', keyName: 'allergies' }),
  );
});

async function holdAndRelease(spoil: () => void, mend: () => void): Promise<void> {
  for (let round = 1; round <= rounds; round += 1) {
    spoil();
    await expect.poll(() => Promise.all(sharers.map(isHeld))).toEqual([true, true]);
    for (const customer of customers) await post(round, customer);
    const before = { delivered: (round - 1) * customers.length };
    await expect.poll(counts).toEqual({ ...before, held: customers.length });
    mend();
    await expect.poll(counts).toEqual({ delivered: round * customers.length, held: 0 });
    expect(customers.map(allergiesOf)).toEqual(customers.map(customer => allergies(round, customer)));
  }
  // The upkeep did not have to find any of them.
  for (const { running } of sharers) expect(running().output()).not.toContain('stranded calls released');
}

/** Writes a mapping with a single field: if the account does not have it, every call would fail. */
function writeMapping(field: string): void {
  writeFileSync(
    join(folder, 'mappings/update.yaml'),
    `
source: crm
destination: salon
operation: updateCustomer
set: {id: customer, additionalFields: {${field}: allergies}}
`,
  );
}

/** True if one process plans and the other one delivers. */
async function isSharedOut(): Promise<boolean> {
  const { processes } = await sharers[0].ask<{ processes: { works: string[]; delivers: string[] }[] }>(
    'GET',
    '/api/processes',
  );
  const planner = processes.find(({ works }) => works.includes('planning'));
  const owner = processes.find(({ delivers }) => delivers.includes('salon'));
  return planner !== undefined && owner !== undefined && planner !== owner;
}

async function isHeld(sharer: Sharer): Promise<boolean> {
  const { mappings } = await sharer.ask<{ mappings: { held: unknown }[] }>('GET', '/api/mappings');
  return mappings.some(({ held }) => held !== null);
}

function addCustomer(): number {
  const added = sandbox.control('customers', {}) as { customer: { id: number } };
  return added.customer.id;
}

async function post(round: number, customer: number): Promise<void> {
  const sharer = sharers[customer % 2 === 0 ? 0 : 1];
  const event = { id: `${round}-${customer}`, customer, allergies: allergies(round, customer) };
  expect(await sharer.post('crm', event)).toBe(200);
}

function allergies(round: number, customer: number): string {
  return `of ${customer}, ${round}`;
}

function allergiesOf(customer: number): string | undefined {
  return sandbox.customer(customer)?.additionalFields.allergies;
}

async function counts(): Promise<{ delivered: number; held: number }> {
  const count = async (status: string) => {
    const path = `/api/events?status=${status}&limit=100`;
    return (await sharers[0].ask<{ events: unknown[] }>('GET', path)).events.length;
  };
  return { delivered: await count('delivered'), held: await count('held') };
}
