import { type Running, startProgram } from '../program/program.ts';
import type { Scene } from '../syscalls/scene.ts';
import { type Finding, judgeEvents, judgeIntegrity, type Known, readStore } from './judge-disk.ts';

const restWithinMs = 20_000;

/** Starts the program on the disk after a power cut, lets it finish all work, and returns the faults found. */
export async function judgeStart(scene: Scene, known: Known): Promise<readonly Finding[]> {
  const { config, port, truth, database } = scene;
  const bookedBefore = new Map(truth.bookings);
  let program: Running;
  try {
    program = await startProgram({ config, port });
  } catch (error) {
    return [{ fault: 'refused to start', detail: String(error) }];
  }
  try {
    const { status } = await scene.post({ id: 'after the power cut', kind: 'update', customer: '1' });
    const rest = await restOf(database);
    const bookedAgain = [...known.booked]
      .map(id => known.sent.get(id) ?? id)
      .filter(appointment => truth.bookings.get(appointment) !== bookedBefore.get(appointment));
    const posted = new Set([...known.posted, 'after the power cut']);
    return [
      ...judgeIntegrity(rest.integrity),
      ...judgeEvents(rest.events, { ...known, posted }),
      ...bookedAgain.map(detail => ({ fault: 'booked again', detail }) as const),
      ...rest.events
        .filter(isWaiting)
        .map(({ id, status }) => ({ fault: 'still waiting', detail: `${id} is ${status}` }) as const),
      ...(status === 200 ? [] : [{ fault: 'takes nothing in', detail: `status ${status}` } as const]),
    ];
  } finally {
    await program.end('SIGKILL');
  }
}

const isWaiting = ({ status }: { status: string }) => status === 'queued' || status === 'held';

/** Reads a store once nothing waits in it any more, or after a timeout. */
async function restOf(database: string): Promise<ReturnType<typeof readStore>> {
  const until = performance.now() + restWithinMs;
  for (;;) {
    const found = readStore(database);
    if (!found.events.some(isWaiting) || performance.now() > until) return found;
    await new Promise(done => setTimeout(done, 20));
  }
}
