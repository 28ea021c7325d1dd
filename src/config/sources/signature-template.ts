import * as z from 'zod';
import { diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { addFault } from '../../diagnostics/yaml/shape.ts';
import { asText } from '../schema/plain-values.ts';
import { type Placeholder, placeholdersOf } from './signed-template.ts';

const words = 'a text with {signature} in it, such as {timestamp}.{signature}';
const names: readonly string[] = ['timestamp', 'signature'];

/** A schema for a signature header's template: {signature} once, {timestamp} at most once, text between. */
export const signatureTemplate = asText(
  z
    .string(words)
    .min(1, words)
    .superRefine((template, context) => {
      const placeholders = placeholdersOf(template);
      for (const each of placeholders) {
        const fault = faultOf(each, placeholders);
        if (fault) addFault(context, fault, { offset: each.offset, length: each.length });
      }
      if (placeholders.some(({ inside }) => inside === 'signature')) return;
      const hint = 'put {signature} where the signature stands, as in {timestamp}.{signature}';
      addFault(context, diagnostic('yaml/wrong-type', '"template" needs {signature}', { hint }));
    }),
);

/** True if the signature header also contains the timestamp. */
export function templateHasTimestamp(template: string | undefined): boolean {
  return template !== undefined && placeholdersOf(template).some(({ inside }) => inside === 'timestamp');
}

function faultOf({ inside, offset, length }: Placeholder, all: readonly Placeholder[]) {
  const isKnown = names.includes(inside);
  if (!isKnown) {
    const [meant] = nearest(inside, names);
    const message = `"template" cannot have {${inside}}; allowed: {timestamp} {signature}`;
    return diagnostic('yaml/wrong-type', message, { hint: meant && `did you mean {${meant}}?` });
  }
  if (all.some(each => each.inside === inside && each.offset < offset)) {
    return diagnostic('yaml/wrong-type', `"template" can have {${inside}} only once`);
  }
  if (!all.some(each => each.offset === offset + length)) return undefined;
  return diagnostic('yaml/wrong-type', '"template" needs a character between {timestamp} and {signature}', {
    hint: 'without one, nothing tells where the first of them ends',
  });
}
