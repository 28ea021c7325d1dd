import * as z from 'zod';
import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { YamlPath } from '../../diagnostics/yaml/source.ts';
import { asText } from '../schema/plain-values.ts';
import type { EntryFault } from './entry-fault.ts';

const words = 'the name of a header, such as X-Signature';
const pattern = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/** A schema for the name of a header; it gives lower case. */
export const headerName = asText(
  z
    .string(words)
    .regex(pattern, words)
    .transform(name => name.toLowerCase()),
);

/** True if a text can be the name of a header. */
export function isHeaderName(text: string): boolean {
  return pattern.test(text);
}

/** True if Node accepts a header value: no line breaks or control characters, nothing beyond Latin-1. */
export function isHeaderValue(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}

/** Returns the fault of a header's name at a path of an entry; empty without a fault. */
export function checkHeaderName(name: string, path: YamlPath): readonly EntryFault[] {
  if (isHeaderName(name)) return [];
  return [{ path, fault: diagnostic('yaml/wrong-type', `"${path.at(-1)}" must be ${words}`) }];
}
