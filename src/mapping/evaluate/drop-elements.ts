import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { shapeOf } from '../../diagnostics/shape-of.ts';
import { elementsOf } from '../../expressions/convert/presence.ts';
import { scalarText, shown } from '../../expressions/convert/scalar-text.ts';
import { convert, isSingleConversion } from '../convert/convert.ts';
import { trimmedValue } from '../convert/trim-value.ts';
import type { Rule } from '../mapping.ts';
import type { Given } from './given-value.ts';
import { lookUp } from './look-up.ts';

/** A list without its bad elements, and the diagnostics about these. */
export interface GoodElements {
  readonly given: Given;
  readonly doubt: Diagnostic;
  /** The message of `doubt` without its path. */
  readonly words: string;
  /** The shapes of the bad elements. */
  readonly shapes: readonly string[];
}

/**
 * Returns the elements of a list from the event that the table and the conversion of its rule accept, if the
 * rule has `onInvalid: drop`. Undefined if no element is bad, or if all are: then the whole value is bad.
 */
export function goodElements(both: Given, rule: Rule, path: string): GoodElements | undefined {
  if (rule.onInvalid !== 'drop' || !Array.isArray(both.given) || isSingleConversion(rule.as))
    return undefined;
  const all = elementsOf(both.given);
  const good = all.filter(each => isGood(each, rule));
  if (good.length === 0 || good.length === all.length) return undefined;
  const untrimmed = elementsOf(both.untrimmed).filter(each => isGood(trimmedValue(each), rule));
  const bad = all.filter(each => !good.includes(each));
  const shapes = bad.map(shapeOfElement);
  const shown = bad.map(shownShape);
  const doubt = droppedElements(shown, all.length, { place: rule.base.place, path });
  return {
    given: { ...both, given: good, untrimmed },
    doubt,
    words: droppedWords(shown, all.length),
    shapes,
  };
}

function isGood(element: unknown, rule: Rule): boolean {
  const looked = rule.lookup
    ? lookUp(element, { ...rule.lookup, trim: rule.trim !== false })
    : ({ kind: 'found', value: element } as const);
  if (looked.kind !== 'found') return false;
  return looked.value === undefined || !('fault' in convert(looked.value, rule));
}

/** Returns the diagnostic about left-out elements of a list. It contains their shapes, but no values. */
export function droppedElements(
  shapes: readonly string[],
  of: number,
  where: Pick<Diagnostic, 'place' | 'path'>,
): Diagnostic {
  return diagnostic('mapping/dropped-element', `${where.path}: ${droppedWords(shapes, of)}`, where);
}

function droppedWords(shapes: readonly string[], of: number): string {
  const few = [...new Set(shapes)].slice(0, mostShapes);
  return `${shapes.length} of ${of} elements of the list ${shapes.length === 1 ? 'was' : 'were'} left out, of the shape ${few.join(' or ')}`;
}

const mostShapes = 3;

function shownShape(element: unknown): string {
  const shape = shapeOfElement(element);
  return typeof element === 'object' ? shape : shown(shape);
}

/** Returns the shape of an element: letters as `a`, digits as `9`; for other values their type. */
function shapeOfElement(element: unknown): string {
  const text = scalarText(element);
  if ('value' in text) return shapeOf(text.value);
  return Array.isArray(element) ? 'a list' : 'an object';
}
