import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { type Pointing, partKey, pointerTo } from '../parts/pointing.ts';
import type { Desk } from './desk.ts';

/** The dependencies of a part of the call at which a person points. */
export interface CallPart {
  readonly desk: Desk;
  readonly pointing: Pointing;
  readonly fields: readonly FieldConfiguration[];
  /** The known customer statuses of the account. */
  readonly statuses: readonly string[];
  /** Left out: nothing may be written. */
  readonly point: ((part: string) => void) | undefined;
}

/** The name of what a rule fills; a person points at it. */
export function Target({
  part,
  title,
  mapping,
  pane: { desk, pointing, point },
}: {
  readonly part: string;
  readonly title: string | undefined;
  readonly mapping: string;
  readonly pane: CallPart;
}) {
  const name = part.replace(/^additionalFields\./, '');
  const content = (
    <>
      <b>{title ?? name}</b> {title !== undefined && title !== name && <code>{name}</code>}
    </>
  );
  if (!point || part === 'destination') return <p class="target">{content}</p>;
  const { onClick: _, ...target } = pointerTo(pointing, partKey(mapping, part));
  return (
    <button
      type="button"
      class="target pick"
      data-part={part}
      aria-pressed={desk.picked.value.part === part}
      {...target}
      onClick={() => point(part)}
    >
      {content}
    </button>
  );
}
