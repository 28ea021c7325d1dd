import type { z } from 'zod';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import {
  type Diagnostic,
  type DiagnosticDetails,
  diagnostic,
  type Place,
} from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import { parseShape } from '../diagnostics/shape.ts';
import type { YamlPath, YamlSource } from '../diagnostics/yaml-source.ts';
import { compile } from '../expressions/compile.ts';
import type { Compiled, Expression } from '../expressions/expression.ts';
import { givenVariables } from './variables.ts';

/** A mapping file while it is parsed: where things stand in it, and what was found so far. */
export interface Parsing {
  readonly source: YamlSource;
  readonly diagnostics: Diagnostic[];
}

/** Notes a finding at a key, or at the value that stands there. */
export function report(
  { source, diagnostics }: Parsing,
  code: DiagnosticCode,
  message: string,
  at: { readonly path: YamlPath; readonly part?: 'key' | 'value' },
  details: DiagnosticDetails = {},
): void {
  const place = source.placeOf(at.path, at.part ?? 'value');
  diagnostics.push(diagnostic(code, message, { place, ...details }));
}

/** The value at a path where it has the shape that is wanted; what is wrong with it is noted. */
export function readShape<Schema extends z.ZodType>(
  { source, diagnostics }: Parsing,
  schema: Schema,
  base: YamlPath,
  value: unknown,
): z.output<Schema> | undefined {
  const read = parseShape(source, schema, { base, value });
  diagnostics.push(...read.diagnostics);
  return read.value;
}

/** Compiles the expression that stands at a path. Its faults and warnings are noted at their places inside it. */
export function readExpression(parsing: Parsing, path: YamlPath, text: string): Expression | undefined {
  const compiled = compile(text);
  if ('expression' in compiled) {
    reportWarnings(parsing, path, compiled.expression, 0);
    return compiled.expression;
  }
  reportCompiled(parsing, path, compiled);
  return undefined;
}

/** Notes the likely mistakes of an expression that begins at `offset` of the text at a path. */
export function reportWarnings(
  { source, diagnostics }: Parsing,
  path: YamlPath,
  expression: Expression,
  offset: number,
): void {
  for (const warning of expression.warnings) {
    const place = source.placeWithin(path, offset + warning.offset, warning.length);
    diagnostics.push({ ...warning.diagnostic, place });
  }
  const named = [...expression.source.matchAll(/\$([\p{L}\p{N}_]+)/gu)];
  for (const name of expression.variables) {
    if ((givenVariables as readonly string[]).includes(name)) continue;
    const at = named.find(each => each[1] === name)?.index ?? 0;
    const place = source.placeWithin(path, offset + at, name.length + 1);
    diagnostics.push({ ...unknownVariable(name), place });
  }
}

/** JSONata takes a variable that nobody gives for a value that is missing, always and silently. */
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

/** Notes why the text at a path cannot be read as an expression or a template. */
export function reportCompiled(
  { source, diagnostics }: Parsing,
  path: YamlPath,
  fault: Exclude<Compiled, { expression: unknown }>,
): void {
  diagnostics.push({ ...fault.diagnostic, place: source.placeWithin(path, fault.offset, fault.length) });
}

/** Orders things by where they stand in a file. */
export function byPlace({ place: a }: { place?: Place }, { place: b }: { place?: Place }): number {
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
}

/** Whether a value of a YAML file is a map. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
