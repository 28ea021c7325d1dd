import type { z } from 'zod';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { moreProblems } from '../diagnostics/findings.ts';
import { parseShape } from '../diagnostics/yaml/shape.ts';
import type { YamlPath, YamlSource } from '../diagnostics/yaml/source.ts';
import { hasUrlPassword, isSecretPath } from './secrets/mask-secrets.ts';
import { type SecretFiles, withSecretFiles } from './secrets/secret-schema.ts';

/** One reading of a config file, and its diagnostics so far. */
export interface ConfigReading {
  readonly source: YamlSource;
  readonly files: SecretFiles;
  readonly diagnostics: readonly Diagnostic[];
  readonly report: (diagnostic: Diagnostic) => void;
  /** Returns the value at a path, with its variables filled in. */
  readonly valueAt: (path: YamlPath) => unknown;
  /** Checks the value at a path against a schema. Undefined if it does not match, which is then reported. */
  readonly parse: <Schema extends z.ZodType>(path: YamlPath, schema: Schema) => z.output<Schema> | undefined;
}

/** Begins to read a config file. `value`: its whole contents, with variables filled in. */
export function beginReading(source: YamlSource, value: unknown, files: SecretFiles): ConfigReading {
  const diagnostics: Diagnostic[] = [];
  const valueAt = (path: YamlPath): unknown => {
    let current = value;
    for (const step of path) {
      if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined;
      current = (current as Record<string | number, unknown>)[step];
    }
    return current;
  };
  return {
    source,
    files,
    diagnostics,
    valueAt,
    report: diagnostic => {
      diagnostics.push(diagnostic);
    },
    parse: (path, schema) => {
      const isSecret = (each: YamlPath) => isSecretPath(each) || hasUrlPassword(valueAt(each));
      const options = { value: valueAt(path), base: path, isSecret };
      const parsed = withSecretFiles(files, () => parseShape(source, schema, options));
      diagnostics.push(...parsed.diagnostics);
      if (parsed.left > 0) diagnostics.push(moreProblems('error', parsed.left, source.placeOf(path, 'key')));
      return parsed.value;
    },
  };
}
