import { join } from 'node:path';
import type { Chance } from '../../torture/chance.ts';
import { type Scene, setScene } from '../syscalls/scene.ts';
import { type Contents, type Senders, startSenders } from '../syscalls/senders.ts';
import { createPlatter, type Disk, type Platter } from './disk.ts';
import { createEraser, type Erasure } from './eraser.ts';
import { memoryAt, type PowerOn } from './memory.ts';
import { type Run, recordPower } from './record-power.ts';
import { remainsOf } from './remains.ts';

/** The life of one bridge over several power cuts, recorded so that any number of other cuts can be made from it. */
export interface Recording {
  readonly scene: Scene;
  readonly platter: Platter;
  readonly powers: readonly PowerOn[];
  readonly senders: Pick<Senders, 'sent' | 'posted'>;
  /** In the order of the requests. */
  readonly erasures: readonly Erasure[];
}

/** How each process of a power-on period ends; the power is cut after the last one. */
export type Lives = readonly (readonly Run['end'][])[];

/** The options of a recording. */
export interface RecordingOptions {
  readonly chance: Chance;
  readonly eventsInRun: number;
  readonly lives?: Lives;
  /** Changes the disk between two power-on periods; returns the new disk. */
  readonly between?: (disk: Disk, scene: Scene) => Disk;
  /** Node arguments that replace the built program. */
  readonly program?: readonly string[];
}

const manyLives: Lives = [['SIGTERM', 'SIGKILL', 'SIGKILL'], ['SIGKILL'], ['SIGTERM', 'SIGKILL']];

const kinds = ['booking', 'update', 'booking', 'note'];

const contents: Contents = number => ({
  kind: kinds[number % kinds.length],
  customer: String(1 + (number % 7)),
  filler: 'x'.repeat((number * 37) % 3_000),
});

/**
 * Without pauses, many events share one commit. With pauses, each makes several commits, and the log has time to
 * restart.
 */
const longestRestMs = 300;
const restsMs = [0, longestRestMs];

/**
 * Records a bridge from its very first start; each power-on period starts with the disk after a cut of the previous
 * one.
 */
export async function recordLives(options: RecordingOptions): Promise<Recording> {
  const { chance, eventsInRun, lives = manyLives, between = disk => disk, program } = options;
  const scene = await setScene(() => chance.int(20));
  const platter = createPlatter(scene.disk, join(scene.folder, 'kept'));
  const senders = startSenders(scene, 8, contents);
  const eraser = createEraser(scene);

  async function during(): Promise<void> {
    for (const restMs of restsMs) {
      senders.rest(restMs);
      const goal = senders.answered.length + Math.ceil(eventsInRun / restsMs.length);
      const erased = eraser.erase();
      while (senders.answered.length < goal) await new Promise(done => setTimeout(done, 10));
      // An erasure takes long: without pauses, a thousand events would be sent meanwhile.
      senders.rest(longestRestMs);
      await erased;
    }
  }

  const start: Run['start'] = record => scene.start({ record, ...(program && { program }) });
  const powers: PowerOn[] = [];
  async function live(ends: Lives[number], isLast: boolean): Promise<void> {
    const runs = ends.map((end, index): Run => {
      const finish = isLast && index === ends.length - 1;
      return { start, during: finish ? () => during().then(senders.stop) : during, end };
    });
    const power = await recordPower(scene, runs);
    powers.push(power);
    const left = remainsOf(memoryAt(power, Number.POSITIVE_INFINITY), chance);
    platter.lay(left);
    platter.lay(between(left, scene));
  }

  try {
    for (const [index, ends] of lives.entries()) await live(ends, index === lives.length - 1);
  } catch (error) {
    await scene.close();
    throw error;
  }
  return { scene, platter, powers, senders, erasures: eraser.erasures };
}
