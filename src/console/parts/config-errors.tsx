import type { ConfigError } from '../../server/health/config-state.ts';
import { useCodeWords } from './code-words.ts';
import { Marked } from './marked.tsx';

/** Shows the errors of the config on disk: the place of each, its meaning and the next step. */
export function ConfigErrors({ of }: { readonly of: readonly ConfigError[] }) {
  const codeWords = useCodeWords();
  return (
    <ul class="bullets">
      {of.map(({ code, place = '' }) => {
        const { title = code, advice = '' } = codeWords(code) ?? {};
        return (
          <li key={`${place} ${code}`}>
            <code>{place}</code> <b>{title}.</b> <Marked text={advice} />
          </li>
        );
      })}
    </ul>
  );
}
