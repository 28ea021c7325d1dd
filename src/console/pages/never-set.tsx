import { useSignal } from '@preact/signals';
import type { CoverageReport } from '../../history/unmapped/cover-sources.ts';
import { get } from '../api.ts';
import { Section, Trouble } from '../parts/pieces.tsx';
import { useTask } from '../parts/use-task.ts';
import { words } from '../words/words.ts';

type NeverSetField = CoverageReport['destinations'][number]['neverSet'][number];

/**
 * Shows the fields of a destination that have rules and never had a value. The stored events are examined only on
 * request, because that may take seconds.
 */
export function NeverSet({ destination }: { readonly destination: string }) {
  const { fields: text } = words.value;
  const found = useSignal<readonly NeverSetField[] | undefined>(undefined);
  const isAtWork = useSignal(false);
  const task = useTask();
  const look = async () => {
    isAtWork.value = true;
    await task.run(async () => {
      const { destinations } = await get<CoverageReport>('coverage');
      found.value = destinations.find(each => each.destination === destination)?.neverSet ?? [];
    });
    isAtWork.value = false;
  };
  return (
    <Section title={text.neverSet}>
      {task.error.value && <Trouble error={task.error.value} />}
      {found.value === undefined && (
        <button type="button" disabled={isAtWork.value} onClick={() => void look()}>
          {isAtWork.value ? text.examining : text.examine}
        </button>
      )}
      {found.value?.length === 0 && <p class="quiet">{text.allSet}</p>}
      {found.value && found.value.length > 0 && (
        <ul class="rows">
          {found.value.map(({ keyName, name, events }) => (
            <li key={keyName}>
              <b>{name}</b> <code>{keyName}</code> <span class="quiet">{text.inNone(events)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
