import type { Amendment } from '../amendment.ts';
import { as, isTexts, type Shape, shape } from './shape.ts';

/** A JSON Merge Patch, stored in a list because a patch alone may look like an envelope. */
const storedPatch: Shape<readonly unknown[]> = shape('a correction', [as(isOne)]);

const storedTexts: Shape<readonly string[]> = shape('corrections', [as(isTexts)]);

/** Returns the stored form of a correction. */
export function patchText(patch: unknown): string {
  return storedPatch.write([patch]);
}

/** Returns the corrections of an event from a JSON list of their stored forms; undefined for none. */
export function correctionsOf(list: string | null): readonly unknown[] | undefined {
  const texts = list === null ? [] : storedTexts.read(list);
  return texts.length === 0 ? undefined : texts.map(patchOf);
}

/** The row of a correction. */
export interface AmendmentRow {
  readonly at: number;
  readonly who: string;
  readonly why: string | null;
  readonly patch: string;
}

/** Returns a correction for display. */
export function amendmentOf({ at, who, why, patch }: AmendmentRow): Amendment {
  return { at: new Date(at).toISOString(), who, ...(why !== null && { why }), patch: patchOf(patch) };
}

function patchOf(text: string): unknown {
  return storedPatch.read(text)[0];
}

function isOne(json: unknown): json is readonly unknown[] {
  return Array.isArray(json) && json.length === 1;
}
