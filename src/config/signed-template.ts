import * as z from 'zod';
import { diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { addFault } from '../diagnostics/shape.ts';
import { asText } from './plain-values.ts';

/** A part of a template in braces: what is inside them, and where it stands in characters, with its braces. */
export interface Placeholder {
  readonly inside: string;
  readonly offset: number;
  readonly length: number;
}

/** Every part of a `signed` template that is in braces. */
export function placeholdersOf(template: string): readonly Placeholder[] {
  return [...template.matchAll(/\{([^{}]*)\}/g)].map(({ 0: whole, 1: inside = '', index }) => ({
    inside,
    offset: index,
    length: whole.length,
  }));
}

const words = 'a text such as {timestamp}.{body}';
const names = ['body', 'timestamp', 'id', 'method', 'url', 'path'];

/** A template of what is signed, in which every part in braces is known. */
export const signedTemplate = asText(
  z
    .string(words)
    .min(1, words)
    .superRefine((template, context) => {
      for (const { inside, offset, length } of placeholdersOf(template)) {
        if (names.includes(inside) || /^header:[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(inside)) continue;
        const [meant] = nearest(inside, names);
        const allowed = [...names, 'header:NAME'].map(each => `{${each}}`).join(' ');
        const hint = meant === undefined ? undefined : `did you mean {${meant}}?`;
        const fault = diagnostic('yaml/wrong-type', `"signed" cannot have {${inside}}; allowed: ${allowed}`, {
          hint,
        });
        addFault(context, fault, { offset, length });
      }
    }),
);
