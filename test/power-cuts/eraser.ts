import type { Scene } from '../syscalls/scene.ts';

/** An event that was erased at a person's wish. */
export interface Erasure {
  readonly id: string;
  readonly sender: string;
  /** What stood in it and nowhere else. */
  readonly mark: string;
}

/** What all marks begin with. */
export const markStart = 'mark-of-';

/** How the answer to an erasure shows in a record. */
export const erasedPattern = '("underWay":0,"mentioned":0,"complete":true)';

/** Makes one who sends events and has them erased, one after another. */
export function createEraser({ post, ask }: Pick<Scene, 'post' | 'ask'>) {
  const erasures: Erasure[] = [];
  return {
    erasures,
    /** Resolves when the program has said that nothing is left of it. */
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
