import type { z } from 'zod';
import type { LookupTables } from '../../config/schema/tables-schema.ts';
import type { DiagnosticCode } from '../../diagnostics/codes.ts';
import {
  type Diagnostic,
  type DiagnosticDetails,
  diagnostic,
  type Place,
} from '../../diagnostics/diagnostic.ts';
import { type Findings, severityOf } from '../../diagnostics/findings.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { type LineValue, lineWith } from '../../diagnostics/yaml/line-with.ts';
import { parseShape } from '../../diagnostics/yaml/shape.ts';
import type { YamlPath, YamlSource } from '../../diagnostics/yaml/source.ts';
import { compile } from '../../expressions/compile.ts';
import type { Expression } from '../../expressions/expression.ts';
import type { Remark } from '../../expressions/syntax.ts';
import { givenVariables } from '../evaluate/variables.ts';

/** A mapping file during parsing: its places, and the diagnostics so far. */
export interface Parsing {
  readonly source: YamlSource;
  readonly findings: Findings;
  /** The look-up tables of the config. */
  readonly tables?: LookupTables | undefined;
}

/**
 * Adds a diagnostic at a key or its value. `details` as a function is called only if the diagnostic is
 * reported, and does not change its severity.
 */
export function report(
  { source, findings }: Parsing,
  code: DiagnosticCode,
  message: string,
  at: { readonly path: YamlPath; readonly part?: 'key' | 'value' },
  details: DiagnosticDetails | (() => DiagnosticDetails) = {},
): void {
  const severity = severityOf(code, typeof details === 'function' ? undefined : details.severity);
  findings.add(severity, () => {
    const place = source.placeOf(at.path, at.part ?? 'value');
    return diagnostic(code, message, { place, ...(typeof details === 'function' ? details() : details) });
  });
}

/** Returns the value at a path if it has the wanted shape; otherwise reports its faults. */
export function readShape<Schema extends z.ZodType>(
  { source, findings }: Parsing,
  schema: Schema,
  base: YamlPath,
  value: unknown,
): z.output<Schema> | undefined {
  const read = parseShape(source, schema, { base, value });
  for (const each of read.diagnostics) findings.add(each.severity, () => each);
  findings.count('error', read.left);
  return read.value;
}

/** Compiles the expression at a path. Its faults and warnings are reported at their places inside it. */
export function readExpression(
  parsing: Parsing,
  path: YamlPath,
  text: string,
  write: Write = meant => meant,
): Expression | undefined {
  const compiled = compile(text);
  if ('expression' in compiled) {
    reportWarnings(parsing, path, compiled.expression, { write });
    return compiled.expression;
  }
  reportCompiled(parsing, path, compiled, write);
  return undefined;
}

/** Returns the text at a path that was probably meant as an expression or a template. */
type Write = (meant: string) => LineValue;

/** Reports the likely mistakes of an expression that begins at `offset` of the text at a path. */
export function reportWarnings(
  { source, findings }: Parsing,
  path: YamlPath,
  expression: Expression,
  { offset = 0, write }: { readonly offset?: number; readonly write: Write },
): void {
  for (const warning of expression.warnings) {
    const moved = { ...warning, offset: offset + warning.offset };
    findings.add(warning.diagnostic.severity, () => placed(source, path, moved, write));
  }
  const unknown = [...expression.variables].filter(name => !givenVariables.includes(name));
  if (unknown.length === 0) return;
  const starts = new Map<string, number>();
  for (const { 1: name = '', index } of expression.source.matchAll(/\$([\p{L}\p{N}_]+)/gu)) {
    if (!starts.has(name)) starts.set(name, index);
  }
  for (const name of unknown) {
    findings.add(severityOf('expression/unknown-variable'), () => ({
      ...unknownVariable(name),
      place: source.placeWithin(path, offset + (starts.get(name) ?? 0), name.length + 1),
    }));
  }
}

/** JSONata silently treats an unknown variable as a missing value. */
function unknownVariable(name: string): Diagnostic {
  const [meant] = nearest(name, givenVariables);
  const given = givenVariables.map(each => `$${each}`).join(', ');
  return diagnostic('expression/unknown-variable', `There is no $${name}; there are ${given}.`, {
    hint:
      meant === undefined
        ? 'A field of the payload is written without the dollar sign.'
        : `Did you mean $${meant}?`,
  });
}

/** Reports why the text at a path cannot be read as an expression or a template. */
export function reportCompiled(
  { source, findings }: Parsing,
  path: YamlPath,
  fault: Remark,
  write: Write = meant => meant,
): void {
  findings.add(fault.diagnostic.severity, () => placed(source, path, fault, write));
}

/** Reports a remark about the text at a path. The hint shows the whole corrected line. */
function placed(source: YamlSource, path: YamlPath, remark: Remark, write: Write): Diagnostic {
  const { diagnostic: found, offset, length, meant, besides } = remark;
  const place = source.placeWithin(path, offset, length);
  const instead = meant === undefined ? undefined : lineWith(source, path, write(meant));
  if (instead === undefined) return { ...found, place };
  const { code, severity, message } = found;
  return diagnostic(code, message, { severity, hint: besides, place, instead });
}

/** Compares places in a file. */
export function byPlace({ place: a }: { place?: Place }, { place: b }: { place?: Place }): number {
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}

/** True if a value of a YAML file is a map. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
