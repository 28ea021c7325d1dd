import { Marked } from '../parts/marked.tsx';
import { words } from '../words/words.ts';

/** The place of the bench. */
export function Bench() {
  const { bench: text, pages } = words.value;
  return (
    <>
      <h1>{pages.bench}</h1>
      <p class="lead">{text.title}</p>
      <p>
        <Marked text={text.explain} />
      </p>
    </>
  );
}
