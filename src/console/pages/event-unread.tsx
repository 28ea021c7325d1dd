import type { UnreadInEvent } from '../../server/api/routes/unread-in-event.ts';
import { words } from '../words/words.ts';

/** Lists the values of an event that no rule reads and that no test of its mapping has. */
export function Unread({ all = [] }: { readonly all?: readonly UnreadInEvent[] | undefined }) {
  const { events: text } = words.value;
  if (all.length === 0) return null;
  return (
    <details class="unread" open={all.length <= mostOpen}>
      <summary>{text.newValues(all.length)}</summary>
      <ul>
        {all.map(({ mapping, path, change, to = '' }) => (
          <li key={`${mapping} ${path}`}>
            <code>{path}</code> {text.newValueChange[change](to)}
          </li>
        ))}
      </ul>
    </details>
  );
}

const mostOpen = 6;
