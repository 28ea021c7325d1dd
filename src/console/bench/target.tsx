import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { type Pointing, partKey, pointerTo } from '../parts/pointing.ts';
import type { Desk } from './desk.ts';

/** The dependencies of a part of the call that a person can select. */
export interface CallPart {
  readonly desk: Desk;
  readonly pointing: Pointing;
  readonly fields: readonly FieldConfiguration[];
  /** The known customer statuses of the account. */
  readonly statuses: readonly string[];
  /** Missing if nothing may be written. */
  readonly point: ((part: string) => void) | undefined;
}

/** Shows the name of a parameter or field that a rule fills; a person can select it. */
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
