import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { FieldConfiguration } from '../../booking/catalog/field.ts';
import { post } from '../api.ts';
import { Trouble } from '../parts/pieces.tsx';
import { useTask } from '../parts/use-task.ts';
import { words } from '../words/words.ts';
import type { Desk } from './desk.ts';
import { partTitle, placeTitle } from './part-title.ts';
import { askedFor, type PickedAbout, putInto, type RuleEdit } from './picking.ts';
import { shortValue } from './short-value.ts';

interface SuggestedRule extends RuleEdit {
  readonly from: string;
  readonly value: string;
  readonly doubtCode?: string;
  readonly doubt?: string;
}

/** Asks for the missing half of the selection: the value or the field. */
export function PickedNotice({
  desk,
  about,
  fields,
}: {
  readonly desk: Desk;
  readonly about: PickedAbout;
  readonly fields: readonly FieldConfiguration[];
}) {
  const { bench: text } = words.value;
  const { place, part } = desk.picked.value;
  if (!place && part === undefined) return null;
  const said = place
    ? text.pointedValue(placeTitle(place))
    : text.pointedPart(partTitle(part ?? '', fields) ?? (part ?? '').replace(/^additionalFields\./, ''));
  return (
    <div class="notice picked">
      <p aria-live="polite">
        {said}{' '}
        <button
          type="button"
          data-back
          onClick={() => {
            desk.picked.value = {};
          }}
        >
          {text.cancelPointing}
        </button>
      </p>
      {part !== undefined && <Suggestions key={part} part={part} desk={desk} about={about} />}
    </div>
  );
}

/** Suggests rules that probably fill the chosen field, from this event and the last ones of its source. */
function Suggestions({
  part,
  desk,
  about,
}: {
  readonly part: string;
  readonly desk: Desk;
  readonly about: PickedAbout;
}) {
  const { bench: text, setup } = words.value;
  const found = useSignal<readonly SuggestedRule[]>([]);
  const task = useTask();
  const on = desk.on.value;
  const isShown = desk.isShown.value || on.kind === 'payload';
  const whole = desk.text.value;
  useEffect(() => {
    const leaving = new AbortController();
    found.value = [];
    if (!isShown || on.kind === 'nothing' || !part.startsWith('additionalFields.')) return;
    void task.run(async () => {
      const asked = askedFor(part, desk, about);
      const { suggestions } = await post<{ suggestions: readonly SuggestedRule[] }>('bench/suggest', asked);
      if (!leaving.signal.aborted) found.value = suggestions;
    });
    return () => leaving.abort();
  }, [on, isShown, whole, about.source, about.destination]);
  const doubts: Readonly<Record<string, string>> = setup.doubts;
  return (
    <>
      {task.error.value && <Trouble error={task.error.value} />}
      {found.value.length > 0 && (
        <ul class="suggested" aria-label={text.suggested}>
          {found.value.map(each => (
            <li key={each.rule}>
              <button type="button" onClick={() => putInto(part, each, desk)}>
                {each.from}: <b>{shortValue(each.value)}</b>
              </button>{' '}
              {each.doubt !== undefined && (
                <span class="quiet">{doubts[each.doubtCode ?? ''] ?? each.doubt}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
