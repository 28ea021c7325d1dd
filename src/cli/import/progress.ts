import type { Surroundings } from '../surroundings.ts';

/** Shows the progress: on a terminal in one changing line, else in an occasional new line. */
export interface RowProgress {
  tell(done: number): void;
  end(): void;
}

const onTerminalMs = 200;
const elsewhereMs = 5_000;

/** `what`: the work, such as `stored`; `of`: its object. The speed counts only the work of this run. */
export function createProgress(
  what: string,
  total: number,
  err: Surroundings['err'],
  of = 'rows',
): RowProgress {
  const isTerminal = err.isTTY === true;
  const begunAt = performance.now();
  let first: number | undefined;
  let toldAt = begunAt;
  let isOpen = false;

  function words(done: number): string {
    const seconds = (performance.now() - begunAt) / 1000;
    const perSecond = seconds > 0 ? (done - (first ?? 0)) / seconds : 0;
    const share = total === 0 ? 100 : Math.floor((100 * done) / total);
    const head = `${what} ${figure(done)} of ${figure(total)} ${of} (${share} %)`;
    if (perSecond < 0.05) return head;
    const speed = perSecond < 10 ? perSecond.toFixed(1) : figure(Math.round(perSecond));
    return `${head}, ${speed} ${of}/s, ${leftWords((total - done) / perSecond)} left`;
  }

  function write(text: string): void {
    err.write(isTerminal ? `\r${text}\x1b[K` : `${text}\n`);
    isOpen = isTerminal;
  }

  return {
    tell(done) {
      first ??= done;
      const now = performance.now();
      if (now - toldAt < (isTerminal ? onTerminalMs : elsewhereMs)) return;
      toldAt = now;
      write(words(done));
    },
    end() {
      if (isOpen) err.write('\r\x1b[K');
      isOpen = false;
    },
  };
}

function figure(count: number): string {
  return count.toLocaleString('en');
}

function leftWords(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
