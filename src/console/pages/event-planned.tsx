import type { Preview } from '../../deliver/bridge.ts';
import { Diagnostics, StatusChip } from '../parts/pieces.tsx';
import { ValueTree } from '../parts/value-tree.tsx';
import { words } from '../words/words.ts';

/** Shows the planned calls; their values only if values are shown. */
export function Planned({ preview, isShown }: { readonly preview: Preview; readonly isShown: boolean }) {
  const { events: text } = words.value;
  return (
    <div class="planned">
      {preview.calls.length === 0 && <p class="empty">{text.nothingToSend}</p>}
      {isShown && (
        <Diagnostics all={[...preview.diagnostics, ...preview.calls.flatMap(each => each.diagnostics)]} />
      )}
      {preview.calls.map((each, at) => (
        <div key={`${at} ${each.mapping}`}>
          <p>
            <StatusChip status={each.status} /> {each.mapping} → {each.destination}
          </p>
          {each.request && isShown && <ValueTree value={each.request} />}
          {!isShown &&
            each.diagnostics.map(({ code, path }) => (
              <p key={`${code} ${path}`}>
                <code>{code}</code> <code>{path}</code>
              </p>
            ))}
        </div>
      ))}
    </div>
  );
}
