import type { SourceConfig } from '../../config/config.ts';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import { visibleText } from '../../diagnostics/visible-text.ts';
import { jsonFault } from '../bodies/json-fault.ts';
import { jsonSteps } from '../bodies/json-inside.ts';

/** A fault of a field that should hold JSON, and the next step. */
interface Fault {
  readonly what: string;
  readonly hint: string;
}

/**
 * Returns the reason why the JSON of the source's `jsonField` could not be read: the field is missing, is a
 * file, or its text is not JSON. Undefined if it was read, or if the field is the whole payload, since a body
 * without it is refused. A missing field of a known sender is only a warning: the rest of the body may be
 * enough. A field that is missing with the object around it is an info.
 */
export function jsonFieldFault(
  body: unknown,
  { jsonField: field, preset }: Pick<SourceConfig, 'jsonField' | 'preset'>,
): Diagnostic | undefined {
  if (!field || field.whole) return undefined;
  const steps = jsonSteps(body, field);
  const found = valuesAt(body, steps);
  if (found.length === 0 && preset !== undefined) return missingOfPreset(field.name, preset);
  if (found.length === 0 && steps.length > 1 && !valuesAt(body, steps.slice(0, -1)).some(isObject))
    return missingInOther(field.name);
  const fault = found.length === 0 ? missing : found.map(faultOf).find(each => each !== undefined);
  if (!fault) return undefined;
  const message = `the field "${visibleText(field.name)}", which \`jsonField\` of the source names, ${fault.what}`;
  return diagnostic('intake/json-field-failed', message, { hint: fault.hint });
}

/** Senders post several kinds of events to one URL. If the object around the field is missing, it is another kind. */
function missingInOther(name: string): Diagnostic {
  const message = `the field "${visibleText(name)}", which \`jsonField\` of the source names, is not in this webhook, nor is the object around it`;
  return diagnostic('intake/json-field-failed', message, { hint: missing.hint, severity: 'info' });
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function missingOfPreset(name: string, preset: string): Diagnostic {
  const message = `the field "${visibleText(name)}", in which a source of the preset ${preset} has its JSON, is not in the webhook`;
  const hint =
    'enter the URL of the source at the sender itself, so that the sender posts all that it has; for another sender, write `verify` and `body` in place of `preset`';
  return diagnostic('intake/json-field-failed', message, { hint, severity: 'warning' });
}

function valuesAt(value: unknown, steps: readonly string[]): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(each => valuesAt(each, steps));
  const [step, ...more] = steps;
  if (step === undefined) return [value];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return [];
  return valuesAt((value as Readonly<Record<string, unknown>>)[step], more);
}

const missing: Fault = {
  what: 'is not in the webhook',
  hint: 'correct `jsonField` at the source, or have the sender send the field',
};

function faultOf(value: unknown): Fault | undefined {
  if (isFile(value)) {
    const what = `is a file of the type "${visibleText(value.contentType)}"`;
    return { what, hint: 'have the sender send it as application/json' };
  }
  if (typeof value !== 'string') return undefined;
  if (value.trim() === '') return { what: 'is empty', hint: 'have the sender write JSON into it' };
  const fault = jsonFault(value);
  if (!fault) return undefined;
  const { offset, expected } = fault;
  if (/^\s*[[{][[{\s]*\\+"/.test(value.slice(0, 1_000))) {
    const hint = 'have the sender take them off, as wp_unslash does in WordPress';
    return { what: `is not JSON: it has backslashes before its quotes (character ${offset + 1})`, hint };
  }
  if (/&(?:quot|#34|#x22);/i.test(value.slice(offset, offset + 10))) {
    const hint = 'have the sender send it without HTML escapes';
    return { what: `is not JSON: its quotes are written as &quot; (character ${offset + 1})`, hint };
  }
  if (offset >= value.trimEnd().length) {
    const hint = 'have the sender send the whole of it; a limit of the field may have cut it';
    return {
      what: `is not JSON: it is cut off at character ${offset + 1}; expected: ${expected}`,
      hint,
    };
  }
  const hint = 'have the sender write JSON into it, or take `jsonField` off the source';
  return { what: `is not JSON: at character ${offset + 1} it needs ${expected}`, hint };
}

/** True if a value describes a file of a multipart body. */
function isFile(value: unknown): value is { readonly contentType: string } {
  if (typeof value !== 'object' || value === null) return false;
  const keys = Object.keys(value);
  return (
    keys.length === 3 &&
    ['filename', 'contentType', 'size'].every(key => keys.includes(key)) &&
    'contentType' in value &&
    typeof value.contentType === 'string'
  );
}
