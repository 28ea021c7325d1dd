import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { MappingTrace, PartTrace } from '../../mapping/explain/trace.ts';

/** A place in the payload, as a text for comparisons. */
type PlaceKey = string;
/** A part of a mapping, as a text for comparisons. */
type PartKey = string;

/** The origins of the values, and the selected place: in the payload, or a value that is sent. */
export interface Pointing {
  /** The selected place or part. */
  readonly at: Signal<PlaceKey | PartKey | undefined>;
  /** Returns the steps of a value from the payload to the destination. */
  wayOf(mapping: string, part: string): PartTrace | undefined;
  /** True if the sent value came from the payload. */
  isFromPayload(part: PartKey): boolean;
  /** Returns the sent values that came from a place in the payload. */
  partsOf(place: PlaceKey): readonly string[];
  /** True if the place or part is highlighted: it is the selected one, or connected with it. */
  isLit(key: PlaceKey | PartKey): boolean;
}

/** Returns a place in the payload as a text for comparisons. */
export function placeKey(place: readonly (string | number)[]): PlaceKey {
  return JSON.stringify(place.map(String));
}

/** Returns a part of a mapping as a text for comparisons. */
export function partKey(mapping: string, part: string): PartKey {
  return `${mapping}\n${part}`;
}

/** Connects the sent values with the places in the payload from which they came. */
export function createPointing(traces: ReadonlySignal<readonly MappingTrace[]>): Pointing {
  const at = signal<string | undefined>(undefined);
  const wayOf = (mapping: string, part: string) =>
    traces.value.find(each => each.mapping === mapping)?.parts.find(each => each.part === part);
  const links = computed(() => {
    const all = new Map<string, Map<string, string>>();
    const add = (from: string, to: string, name: string) =>
      all.set(from, (all.get(from) ?? new Map<string, string>()).set(to, name));
    for (const { mapping, parts } of traces.value) {
      for (const part of parts) {
        const key = partKey(mapping, part.part);
        for (const place of placesOf(part)) {
          add(key, place, place);
          add(place, key, part.part);
        }
      }
    }
    return all;
  });
  return {
    at,
    wayOf,
    isFromPayload: key => links.value.has(key),
    partsOf: place => [...new Set(links.value.get(place)?.values())],
    isLit(key) {
      const pointed = at.value;
      return pointed !== undefined && (pointed === key || links.value.get(pointed)?.has(key) === true);
    },
  };
}

/** Returns the places in the payload, and the questions in the list of answers, from which a value came. */
function placesOf(part: PartTrace): readonly PlaceKey[] {
  return part.steps.flatMap(({ step, what, state, places = [] }) => [
    ...places.map(placeKey),
    ...(step === 'answer' && state === 'value' ? [placeKey(['$answers', what])] : []),
  ]);
}

/** Returns the handlers that make an element select a place: with the mouse, the keyboard or a finger. */
export function pointerTo(pointing: Pointing, key: string) {
  const on = () => {
    pointing.at.value = key;
  };
  const off = () => {
    if (pointing.at.value === key) pointing.at.value = undefined;
  };
  return { onFocus: on, onBlur: off, onMouseEnter: on, onMouseLeave: off, onClick: on };
}
