import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.ts';
import type { YamlPath } from '../diagnostics/yaml/source.ts';
import type { Environment } from './interpolate.ts';

/** `$NAME` and `$env:NAME`, `%NAME%`, `$(NAME)`, `{{ NAME }}`, `env.NAME`: how shells and other programs write a variable. */
const otherForms =
  /^(?:\$(?:env:)?([A-Za-z_]\w*)|%([A-Za-z_]\w*)%|\$\(([A-Za-z_]\w*)\)|\{\{ ?(?:env\.)?([A-Za-z_]\w*) ?\}\}|(?:process\.)?env\.([A-Za-z_]\w*))$/;

/** A name that is written as variables are, so that hardly any secret looks like it. */
const usualName = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** Keys whose values are often variables, besides those of secrets. Expressions, which begin with $ too, are not among them. */
const otherKeys: ReadonlySet<unknown> = new Set([
  'baseUrl',
  'publicUrl',
  'store',
  'url',
  'proxy',
  'otlp',
  'username',
  'host',
  'listen',
  'key',
  'mappings',
]);

/**
 * Returns a warning about a text that is used unchanged although it looks like a variable. Undefined if it may be
 * something else. A name is shown only if it is not a secret: if it is set, or written like a variable.
 */
export function otherwiseWritten(
  text: string,
  { path, env, isSecret }: { path: YamlPath; env: Environment; isSecret: boolean },
): Diagnostic | undefined {
  const key = path.findLast(step => typeof step === 'string');
  const parts = otherForms.exec(text.trim())?.slice(1) ?? [];
  const name = parts.find(each => each !== undefined);
  if (name === undefined || !(isSecret || otherKeys.has(key))) return undefined;
  const isKnown = Object.hasOwn(env, name) || usualName.test(name);
  if (!isKnown && name !== name.toUpperCase()) return undefined;
  const written = isKnown ? `\${${name}}` : `\${NAME}`;
  const message = isKnown
    ? `${text.trim()} is used literally: a variable is written in another way here`
    : 'this is used literally, although it looks like a variable';
  const besides = isSecret ? '; if it is the secret itself, put it into a file: {file: PATH}' : '';
  return diagnostic('config/unbraced-variable', message, { hint: `write ${written}${besides}` });
}
