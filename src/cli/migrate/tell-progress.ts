import { counted } from '../../diagnostics/counted.ts';
import type { MoveProgress } from '../../inbox/move/move-store.ts';
import type { Surroundings } from '../surroundings.ts';

const everyMs = 1000;

/** Shows the progress of a move, with a line each second; on a terminal in one changing line. */
export function tellProgress(err: Surroundings['err']): {
  tell(progress: MoveProgress): void;
  end(): void;
} {
  let toldAt = Number.NEGATIVE_INFINITY;
  let hasOpenLine = false;
  return {
    tell(progress) {
      const now = performance.now();
      if (now - toldAt < everyMs) return;
      toldAt = now;
      err.write(err.isTTY ? `\r${progressWords(progress)}\x1b[K` : `${progressWords(progress)}\n`);
      hasOpenLine = err.isTTY === true;
    },
    end() {
      if (hasOpenLine) err.write('\n');
      hasOpenLine = false;
    },
  };
}

function progressWords({ step, table, rows, of, allRows, allOf }: MoveProgress): string {
  const share = allOf === 0 ? 100 : Math.floor((allRows / allOf) * 100);
  return `${step} ${share} %: ${allRows} of ${counted(allOf, 'row')}, now ${table}, ${rows} of ${of}`;
}
