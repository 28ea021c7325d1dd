import type { Chance } from '../../torture/chance.ts';
import type { RecordedCall } from '../syscalls/tracer/recorded-call.ts';
import type { Disk } from './disk.ts';
import type { Known } from './judge-disk.ts';
import { type Memory, memoryAt, type PowerOn, type Trust } from './memory.ts';
import type { Recording } from './recording.ts';
import { remainsOf } from './remains.ts';
import { testimonyAt, together } from './testimony.ts';

/** A power cut. */
export interface Cut {
  /** The moment of the cut, to find its reason. */
  readonly name: string;
  /** The disk after the cut. */
  readonly disk: Disk;
  readonly known: Known;
}

/** Cuts the power at a random moment of a recording. */
export function cutPower(recording: Recording, chance: Chance, trust?: Trust): Cut {
  const { powers } = recording;
  const index = chance.int(powers.length);
  const call = pickCall(powers[index] as PowerOn, chance);
  const moment = chance.maybe(0.5) ? call.began : (call.ended ?? call.began);
  const cut = cutAt(recording, { index, moment }, chance, trust);
  return { ...cut, name: `${cut.name}, at ${call.name} ${call.path}` };
}

/** Cuts the power of a recording at a moment of its power-on period `index`. */
export function cutAt(
  { powers, scene, senders, erasures }: Recording,
  { index, moment }: { index: number; moment: number },
  chance: Chance,
  trust?: Trust,
): Cut {
  const power = powers[index] as PowerOn;
  const watched = {
    port: scene.port,
    destinationPort: Number(new URL(scene.truth.url).port),
    eventOf: new Map([...senders.sent].map(([event, sender]) => [sender, event] as const)),
  };
  const known = together([
    ...powers.slice(0, index).map(({ calls }) => testimonyAt(calls, Number.POSITIVE_INFINITY, watched)),
    testimonyAt(power.calls, moment, watched),
  ]);
  return {
    name: `stop ${moment} of power ${index + 1}`,
    disk: remainsOf(memoryOf(power, moment, trust), chance),
    known: {
      ...known,
      sent: senders.sent,
      posted: new Set([...senders.posted, ...erasures.map(({ sender }) => sender)]),
      erasures,
    },
  };
}

/** The last result for each power-on period, since several cuts are made at one moment. */
const lastMemory = new WeakMap<PowerOn, { moment: number; trust: Trust; memory: Memory }>();

function memoryOf(power: PowerOn, moment: number, trust: Trust = 'every sync'): Memory {
  const last = lastMemory.get(power);
  if (last?.moment === moment && last.trust === trust) return last.memory;
  const memory = memoryAt(power, moment, trust);
  lastMemory.set(power, { moment, trust, memory });
  return memory;
}

/** Picks any call, or one of a random kind, so that rare kinds, such as making the store, are picked often. */
function pickCall({ calls }: PowerOn, chance: Chance): RecordedCall {
  if (chance.maybe(0.5)) return chance.pick(calls);
  return chance.pick(chance.pick([...Map.groupBy(calls, kindOf).values()]));
}

function kindOf({ name, path, found = {} }: RecordedCall): string {
  return path.startsWith('tcp ') ? `says ${Object.keys(found)}` : `${name} ${path}`;
}
