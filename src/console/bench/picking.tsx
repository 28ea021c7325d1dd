import type { Signal } from '@preact/signals';
import { type ApiError, post } from '../api.ts';
import { placeText, type ValuePlace } from '../parts/correction.ts';
import { placeKey } from '../parts/pointing.ts';
import { useTask } from '../parts/use-task.ts';
import { words } from '../words/words.ts';
import type { BenchEdit } from './answers.ts';
import { type Desk, triedOn, withoutActor } from './desk.ts';

/** The selection of a value and of its field, in either order. */
export interface Picking {
  readonly error: Signal<ApiError | undefined>;
  place(place: ValuePlace): void;
  part(part: string): void;
}

/** Writes a rule once both are known. */
export function usePicking(
  desk: Desk,
  about: { readonly destination: string | undefined; readonly source: string | undefined },
): Picking {
  const task = useTask();
  const write = (place: ValuePlace, part: string) =>
    task.run(async () => {
      desk.picked.value = {};
      const text = desk.text.value;
      const on = desk.on.value;
      const asked = {
        ...withoutActor(desk.name, text),
        ...triedOn(on),
        ...(on.kind === 'payload' && { source: about.source }),
        ...(about.destination !== undefined && { destination: about.destination }),
        part,
        place,
      };
      const { edit, rule } = await post<{ edit: BenchEdit; rule: string }>('bench/rule', asked);
      // The text was changed meanwhile: the edit is for another text.
      if (desk.text.value !== text) return;
      desk.apply.value?.(edit);
      desk.told.value = words.value.bench.written(part.replace(/^additionalFields\./, ''), rule);
    });
  return {
    error: task.error,
    place(place) {
      const { part, place: before } = desk.picked.value;
      if (part !== undefined) void write(place, part);
      else desk.picked.value = before && placeKey(before) === placeKey(place) ? {} : { place };
    },
    part(part) {
      const { place, part: before } = desk.picked.value;
      if (place) void write(place, part);
      else desk.picked.value = before === part ? {} : { part };
    },
  };
}

/** Shows the choice that is still missing. */
export function PickedNotice({ desk }: { readonly desk: Desk }) {
  const { bench: text } = words.value;
  const { place, part } = desk.picked.value;
  if (!place && part === undefined) return null;
  const said = place
    ? text.pointedValue(placeText(place))
    : text.pointedPart((part ?? '').replace(/^additionalFields\./, ''));
  return (
    <p class="notice picked" aria-live="polite">
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
  );
}
