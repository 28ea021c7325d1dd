import type { Signal } from '@preact/signals';
import { type ApiError, post } from '../api.ts';
import type { ValuePlace } from '../parts/correction.ts';
import { placeKey } from '../parts/pointing.ts';
import { useTask } from '../parts/use-task.ts';
import type { BenchEdit } from './answers.ts';
import { announce, type Desk, triedOn, withoutActor } from './desk.ts';

/** The selection of a value and of its field, in either order. */
export interface Picking {
  readonly error: Signal<ApiError | undefined>;
  place(place: ValuePlace): void;
  part(part: string): void;
}

/** The destination and the source that an empty mapping begins with. */
export interface PickedAbout {
  readonly destination: string | undefined;
  readonly source: string | undefined;
}

/** A rule in one line, and the edit that writes it into the text. */
export interface RuleEdit {
  readonly edit: BenchEdit;
  readonly rule: string;
}

/** Returns the request for rules of a part, with the current text. */
export function askedFor(part: string, desk: Desk, { source, destination }: PickedAbout): object {
  const on = desk.on.value;
  return {
    ...withoutActor(desk.name, desk.text.value),
    ...triedOn(on),
    ...(on.kind === 'payload' && { source }),
    ...(destination !== undefined && { destination }),
    operation: desk.begins.value,
    part,
  };
}

/** Writes a rule into the text, and reports it. */
export function putInto(part: string, { edit, rule }: RuleEdit, desk: Desk): void {
  desk.picked.value = {};
  desk.apply.value?.(edit);
  desk.wrote.value = part;
  const name = part.replace(/^additionalFields\./, '');
  announce(desk, text => text.written(name, rule), desk.text.value);
}

/** Writes a rule once both the value and the field are selected. */
export function usePicking(desk: Desk, about: PickedAbout): Picking {
  const task = useTask();
  const write = (place: ValuePlace, part: string) =>
    task.run(async () => {
      desk.picked.value = {};
      const text = desk.text.value;
      const written = await post<RuleEdit>('bench/rule', { ...askedFor(part, desk, about), place });
      // If the text was changed meanwhile, the edit no longer fits.
      if (desk.text.value === text) putInto(part, written, desk);
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
