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
  /** When it was, for the one who looks for its reason. */
  readonly name: string;
  /** What it left. */
  readonly disk: Disk;
  readonly known: Known;
}

/** Cuts the power at some moment of a recording. */
export function cutPower(recording: Recording, chance: Chance, trust?: Trust): Cut {
  const { powers } = recording;
  const index = chance.int(powers.length);
  const call = pickCall(powers[index] as PowerOn, chance);
  const moment = chance.maybe(0.5) ? call.began : (call.ended ?? call.began);
  const cut = cutAt(recording, { index, moment }, chance, trust);
  return { ...cut, name: `${cut.name}, at ${call.name} ${call.path}` };
}

/** Cuts the power of a recording that is on for the so many-th time, at a moment. */
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

/** Of each time of power what was asked last: several cuts are made at one moment. */
const lastAsked = new WeakMap<PowerOn, { moment: number; trust: Trust; memory: Memory }>();

function memoryOf(power: PowerOn, moment: number, trust: Trust = 'every sync'): Memory {
  const last = lastAsked.get(power);
  if (last?.moment === moment && last.trust === trust) return last.memory;
  const memory = memoryAt(power, moment, trust);
  lastAsked.set(power, { moment, trust, memory });
  return memory;
}

/** Any call, or one of any kind: what is done once only, such as making the store, is looked at often. */
function pickCall({ calls }: PowerOn, chance: Chance): RecordedCall {
  if (chance.maybe(0.5)) return chance.pick(calls);
  return chance.pick(chance.pick([...Map.groupBy(calls, kindOf).values()]));
}

function kindOf({ name, path, found = {} }: RecordedCall): string {
  return path.startsWith('tcp ') ? `says ${Object.keys(found)}` : `${name} ${path}`;
}
