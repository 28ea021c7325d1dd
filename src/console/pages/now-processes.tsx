import type { ProcessView } from '../../server/api/routes/processes.ts';
import { get } from '../api.ts';
import { Section } from '../parts/pieces.tsx';
import { Ago } from '../parts/time.tsx';
import { useResource } from '../parts/use-resource.ts';
import { words } from '../words/words.ts';

/** The processes that share the store, where there are several. */
export function Processes() {
  const { processes: text } = words.value;
  const asked = useResource('processes', abort =>
    get<{ processes: readonly ProcessView[] }>('processes', abort),
  );
  const all = asked.value.value?.processes ?? [];
  if (all.length < 2) return null;
  const differs = (key: 'mappings' | 'config' | 'version') => new Set(all.map(each => each[key])).size > 1;
  return (
    <Section title={text.title}>
      {differs('version') && <p class="warning">{text.otherVersion}</p>}
      {differs('mappings') && <p class="warning">{text.otherMappings}</p>}
      {differs('config') && <p class="warning">{text.otherConfig}</p>}
      <ul class="rows">
        {all.map(({ id, name, version, startedAt, works, delivers }) => (
          <li key={id}>
            <b>{name}</b>{' '}
            <span class="quiet">
              {version} · {text.since} <Ago at={startedAt} />
            </span>
            <p class="quiet">
              {[
                ...works.map(each => text.works[each as keyof typeof text.works] ?? each),
                ...delivers.map(text.delivers),
              ].join(' · ') || text.nothing}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
