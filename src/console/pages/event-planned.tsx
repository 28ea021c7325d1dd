import { Fragment } from 'preact';
import type { CallEffect } from '../../deliver/planning/replay-effects.ts';
import type { CorrectionPreview } from '../../server/api/routes/preview.ts';
import { Diagnostics, StatusChip } from '../parts/pieces.tsx';
import { ValueTree } from '../parts/value-tree.tsx';
import { address } from '../router.ts';
import { words } from '../words/words.ts';

/** Shows the planned calls, and those that stay as they are; their values only if values are shown. */
export function Planned({
  preview,
  isShown,
  isForced = false,
}: {
  readonly preview: CorrectionPreview;
  readonly isShown: boolean;
  /** True if values are sent that newer events have set since. */
  readonly isForced?: boolean;
}) {
  const { events: text } = words.value;
  const planned = preview.calls.map(call => ({ call, effect: effectOn(call, preview, isForced) }));
  const nothing = planned.every(({ effect }) => effect?.stays);
  return (
    <div class="planned">
      {nothing && <p class="empty">{text.nothingToSend}</p>}
      {isShown && (
        <Diagnostics all={[...preview.diagnostics, ...preview.calls.flatMap(each => each.diagnostics)]} />
      )}
      {planned.map(({ call: each, effect }, at) => (
        <div key={`${at} ${each.mapping}`}>
          <p>
            {!effect?.stays && <StatusChip status={each.status} />} {each.mapping} → {each.destination}
          </p>
          {effect && <EffectWords effect={effect} />}
          {each.request && isShown && !effect?.stays && <ValueTree value={each.request} />}
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

function effectOn(
  { mapping, destination }: CorrectionPreview['calls'][number],
  { effects = [] }: CorrectionPreview,
  isForced: boolean,
): CallEffect | undefined {
  const effect = effects.find(each => each.mapping === mapping && each.destination === destination);
  if (!isForced || !effect) return effect;
  const { superseded: _, newerEvents: __, uncompared: ___, stays, ...rest } = effect;
  return { ...rest, ...(stays && stays !== 'superseded' && { stays }) };
}

/** Shows why a call is not sent, the values that are left out, and those that cannot be compared with newer ones. */
export function EffectWords({
  effect: { stays, superseded = [], newerEvents = [], uncompared = [] },
}: {
  readonly effect: CallEffect;
}) {
  const { events: text } = words.value;
  const newer = newerEvents.length > 0 && (
    <p class="warning">
      {text.newerEvents} <EventLinks ids={newerEvents} />
    </p>
  );
  if (stays)
    return (
      <>
        <p class="warning">{text.stays[stays]}</p>
        {stays === 'superseded' && newer}
      </>
    );
  return (
    <>
      {superseded.length > 0 && <p class="warning">{text.leftOut(superseded.join(', '))}</p>}
      {newer}
      {uncompared.length > 0 && <p class="warning">{text.uncompared(uncompared.join(', '))}</p>}
    </>
  );
}

/** Shows events as links to their pages. */
export function EventLinks({ ids }: { readonly ids: readonly string[] }) {
  return (
    <>
      {ids.map((id, at) => (
        <Fragment key={id}>
          {at > 0 && ', '}
          <a href={address(['events', id])}>{id}</a>
        </Fragment>
      ))}
    </>
  );
}
