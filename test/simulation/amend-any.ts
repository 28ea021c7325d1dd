import { StoreUnavailable } from '../../src/inbox/store.ts';
import type { Desk } from './operator.ts';

const who = { who: 'an operator of the simulation', why: 'it was misheard' };

/** Corrects the note of an event as a person does; a correction that fails is not repeated. */
export async function amendAny({ machine, record, chance, now }: Desk): Promise<void> {
  const { process } = machine;
  const marks = [...record.ids.keys()].filter(mark => record.sent.get(mark)?.kind !== 'booking');
  if (!process || marks.length === 0) return;
  const mark = chance.pick(marks);
  const before = record.amended.get(mark) ?? [];
  const corrected = { at: now(), note: `corrected ${before.length + 1} of n${mark}`, isKept: false };
  record.note(`amend ${mark}`);
  record.amended.set(mark, [...before, corrected]);
  const drop = () =>
    record.amended.set(
      mark,
      (record.amended.get(mark) ?? []).filter(each => each !== corrected),
    );
  try {
    const answer = await process.store.amend(record.ids.get(mark) ?? '', { note: corrected.note }, who);
    if (answer === 'amended') corrected.isKept = true;
    else drop();
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    drop();
  }
  process.bridge.wake();
}
