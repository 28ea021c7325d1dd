import type { Scene } from '../syscalls/scene.ts';

/** An event that was erased at a person's request. */
export interface Erasure {
  readonly id: string;
  readonly sender: string;
  /** A text that occurred only in this event. */
  readonly mark: string;
}

/** The start of all marks. */
export const markStart = 'mark-of-';

/** The pattern of the response to an erasure in a record. */
export const erasedPattern = '("underWay":0,"mentioned":0,"complete":true)';

/** Makes a sender that posts events and erases them, one after another. */
export function createEraser({ post, ask }: Pick<Scene, 'post' | 'ask'>) {
  const erasures: Erasure[] = [];
  return {
    erasures,
    /** Resolves when the program has confirmed that no data of the event is left. */
    async erase(): Promise<void> {
      const sender = `to-erase-${erasures.length + 1}`;
      const mark = `${markStart}${sender}.`;
      const reply = await post({ id: sender, kind: 'note', text: mark.repeat(300) });
      const erasure = { id: String(reply.body.id), sender, mark };
      const request = { event: erasure.id, reason: 'the person asked for it' };
      for (let tries = 0; (await ask('/api/erase', request)).body.complete !== true; tries += 1) {
        if (reply.status !== 200 || tries > 20) throw new Error(`${sender} cannot be erased`);
      }
      erasures.push(erasure);
    },
  };
}
