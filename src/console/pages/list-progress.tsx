import { useRef } from 'preact/hooks';
import { spanWords } from '../parts/time.tsx';
import { words } from '../words/words.ts';

/** Shows the progress, the speed and the remaining time. */
export function Moving({
  words: say,
  done,
  total,
}: {
  readonly words: (done: number, total: number) => string;
  readonly done: number;
  readonly total: number;
}) {
  const { lists: text } = words.value;
  const first = useRef({ at: performance.now(), done });
  const seconds = (performance.now() - first.current.at) / 1_000;
  const perSecond = seconds < 1 ? 0 : (done - first.current.done) / seconds;
  return (
    <div class="moving">
      <progress max={total} value={done} aria-label={text.progress} />
      <p>
        {say(done, total)}
        {perSecond >= 0.1 && done < total && (
          <span class="quiet">
            {' '}
            {text.speed(perSecond < 10 ? Math.round(perSecond * 10) / 10 : Math.round(perSecond))}{' '}
            {text.left(spanWords((total - done) / perSecond))}
          </span>
        )}
      </p>
    </div>
  );
}
