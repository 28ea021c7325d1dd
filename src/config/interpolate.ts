import { type Diagnostic, diagnostic, type Place } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/nearest.ts';
import type { YamlPath, YamlSource } from '../diagnostics/yaml/source.ts';

/** The environment: variables and their values. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A file with its variables filled in. */
export interface Interpolated {
  readonly value: unknown;
  readonly diagnostics: readonly Diagnostic[];
  /** The places of the texts with a variable that could not be filled in. */
  readonly unresolved: readonly Place[];
  /** The names of unset variables whose texts were replaced by a placeholder. */
  readonly excused: readonly string[];
  /** The places of texts that look like a variable but are used unchanged. */
  readonly asWritten: readonly Place[];
}

/**
 * Returns the value of a file with `${NAME}` and `${NAME:-default}` filled in from the environment, in every text but
 * not in keys; `$${` is a literal `${`. A default applies if the variable is not set or empty. A missing variable is a
 * diagnostic, unless `placeholder` returns a text for that place. `isSecret` marks the places where no default may be
 * suggested. A variable in the syntax of a shell stays unchanged, with a warning.
 */
export function interpolate(
  source: YamlSource,
  env: Environment,
  placeholder: (path: YamlPath) => string | undefined = () => undefined,
  isSecret: (path: YamlPath) => boolean = () => false,
): Interpolated {
  const diagnostics: Diagnostic[] = [];
  const unresolved: Place[] = [];
  const excused: string[] = [];
  const asWritten: Place[] = [];
  const visitText = (value: string, path: YamlPath): string => {
    const { text, faults } = fillIn(value, env, isSecret(path) ? secretAdvice : plainAdvice);
    const unset = faults.flatMap(each => each.unset ?? []);
    const instead = unset.length > 0 && unset.length === faults.length ? placeholder(path) : undefined;
    if (instead !== undefined) {
      excused.push(...unset);
      return instead;
    }
    for (const { fault, offset, length } of faults) {
      diagnostics.push({ ...fault, place: source.placeWithin(path, offset, length) });
    }
    if (faults.length > 0) unresolved.push(source.placeOf(path, 'value'));
    const otherForm = otherwiseWritten(value, { path, env, isSecret: isSecret(path) });
    if (otherForm) {
      const place = source.placeOf(path, 'value');
      asWritten.push(place);
      diagnostics.push({ ...otherForm, place });
    }
    return text;
  };
  const visit = (value: unknown, path: YamlPath): unknown => {
    if (typeof value === 'string') return visitText(value, path);
    if (Array.isArray(value)) return value.map((item, index) => visit(item, [...path, index]));
    if (typeof value !== 'object' || value === null) return value;
    const inBraces = path.length > 0 ? bracedName(value, { path, env, isSecret: isSecret(path) }) : undefined;
    if (inBraces) {
      const place = source.placeOf(path, 'value');
      unresolved.push(place);
      diagnostics.push({ ...inBraces, place });
      return 'unset';
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visit(item, [...path, key])]));
  };
  return { value: visit(source.value, []), diagnostics, unresolved, excused, asWritten };
}

/** Matches a possible variable: a second dollar sign (an escape), the text inside the braces, the closing brace. */
export const variablePattern = /\$(\$?)\{([^}]*)(\}?)/g;

interface VariableFault {
  readonly fault: Diagnostic;
  /** The name of the variable, if it is not set. */
  readonly unset: string | undefined;
  readonly offset: number;
  readonly length: number;
}

/** The advice for a variable that cannot be filled in. */
interface Advice {
  readonly forms: string;
  readonly orElse: (name: string) => string;
}

const plainAdvice: Advice = {
  forms: `\${NAME} or \${NAME:-default}`,
  orElse: name => `give a default: \${${name}:-default}`,
};

/** For secrets: a default value would be visible to everybody who reads the config. */
const secretAdvice: Advice = {
  forms: `\${NAME}`,
  orElse: () => 'name a file that holds it: {file: PATH}',
};

function fillIn(
  text: string,
  env: Environment,
  advice: Advice,
): { text: string; faults: readonly VariableFault[] } {
  const faults: VariableFault[] = [];
  const filled = text.replace(
    variablePattern,
    (whole: string, second: string, inside: string, end: string, offset: number) => {
      if (second !== '') return whole.slice(1);
      const value = variableValue(end === '' ? '' : inside, env, advice);
      if (typeof value === 'string') return value;
      const unset = value.code === 'config/unset-variable' ? inside.split(':-', 1)[0] : undefined;
      faults.push({ fault: value, unset, offset, length: whole.length });
      return whole;
    },
  );
  return { text: filled, faults };
}

function variableValue(inside: string, env: Environment, { forms, orElse }: Advice): string | Diagnostic {
  const [, name, fallback] = /^([A-Za-z_]\w*)(?::-(.*))?$/s.exec(inside) ?? [];
  if (name === undefined || fallback?.includes(`\${`)) {
    return diagnostic('yaml/wrong-type', 'this looks like a variable but is not one', {
      hint: `write ${forms}, with a name of letters, digits and underscores; $\${ stands for \${ itself`,
    });
  }
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value !== undefined && (value !== '' || fallback === undefined)) return value;
  if (fallback !== undefined) return fallback;
  const meant = nearest(name, Object.keys(env), 20).find(each => hasNearWords(name, each));
  return diagnostic('config/unset-variable', `the environment variable ${name} is not set`, {
    hint: meant === undefined ? `set it, or ${orElse(name)}` : `did you mean ${meant}?`,
  });
}

/** True if the names agree word by word: `CRM_SECRET` and `WP_SECRET` are similar, but mean two things. */
function hasNearWords(name: string, other: string): boolean {
  const [words, others] = [name.split('_'), other.split('_')];
  if (words.length !== others.length) return words.join('') === others.join('');
  return words.every(
    (word, index) => word === others[index] || nearest(word, [others[index] ?? '']).length > 0,
  );
}

/** `$NAME`, `$env:NAME`, `%NAME%`, `$(NAME)`, `{{ NAME }}`, `env.NAME`: variables in shells and other programs. */
const otherForms =
  /^(?:\$(?:env:)?([A-Za-z_]\w*)|%([A-Za-z_]\w*)%|\$\(([A-Za-z_]\w*)\)|\{\{ ?(?:env\.)?([A-Za-z_]\w*) ?\}\}|(?:process\.)?env\.([A-Za-z_]\w*))$/;

/** The usual form of a variable's name, which hardly any secret has. */
const usualName = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** Keys, besides secrets, whose values are often variables. Expressions also begin with $, so they are left out. */
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
 * Returns the error for `{NAME}` in place of `${NAME}`: YAML reads a map with a key that has no value. Undefined for
 * other maps. The name is shown under the same conditions as that of a text.
 */
function bracedName(
  value: object,
  { path, env, isSecret }: { path: YamlPath; env: Environment; isSecret: boolean },
): Diagnostic | undefined {
  const [[name, inside] = ['', ''], ...others] = Object.entries(value);
  const isPlace = isSecret || otherKeys.has(path.at(-1));
  if (!isPlace || inside !== null || others.length > 0 || !/^[A-Za-z_]\w*$/.test(name)) return undefined;
  const isKnown = Object.hasOwn(env, name) || usualName.test(name);
  if (!isKnown && name !== name.toUpperCase()) return undefined;
  const message = 'a variable in braces needs a $ before them; without it, YAML reads a map';
  return diagnostic('yaml/wrong-type', message, { hint: `write "\${${isKnown ? name : 'NAME'}}"` });
}

/**
 * Returns a warning about a text that is used unchanged although it looks like a variable. Undefined if it may be
 * something else. A name is shown only if it cannot be a secret: it is set, or has the usual form.
 */
function otherwiseWritten(
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
