import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addressOfTheRun, offerToAll } from '../one-of-the-run.ts';
import { bundleSimulation } from './bundle.ts';

const variable = 'SIMULATION_OF_THE_RUN';

/** Bundles the simulation once for all test files of a run. */
export default function offerBundle(): Promise<() => Promise<void>> {
  return offerToAll(variable, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fieldbridge-simulation-'));
    const stop = async () => rmSync(folder, { recursive: true, force: true });
    return { address: await bundleSimulation(folder), stop };
  });
}

/** Returns the program that replaces `run.ts`: the bundle of `bundle.ts`. */
export async function bundledSimulation(): Promise<string> {
  const program = await addressOfTheRun(variable);
  if (program === undefined) throw new Error('the simulation is bundled by a setup of the run only');
  return program;
}
