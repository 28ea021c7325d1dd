import { nearest } from '../../diagnostics/nearest.ts';
import type { YamlPath, YamlSource } from '../../diagnostics/yaml/source.ts';
import { variablePattern } from '../interpolate.ts';

const secretKeys = ['token', 'secret', 'password'];

/**
 * True if the value at a path of a config is a secret: a text under `token`, `secret`, `password`, `readToken` or
 * `verifyToken`, a header of `telemetry`, or an element of a list there. A misspelt key counts as well, because its
 * value is meant to be a secret.
 */
export function isSecretPath(path: YamlPath): boolean {
  const key = path.findLast(step => typeof step === 'string');
  if (key === 'verifyToken' || key === 'readToken') return true;
  if (path[0] === 'telemetry' && path[1] === 'headers' && path.length === 3) return true;
  return key !== undefined && (secretKeys.includes(key) || nearest(key, secretKeys).length > 0);
}

/** True if a value is a URL with a password in it, `postgres://user:password@host`. */
export function hasUrlPassword(value: unknown): boolean {
  return typeof value === 'string' && [urlPassword, databasePassword].some(each => value.search(each) >= 0);
}

/** Returns the text of a config that may be shown: its secrets are asterisks of the same length. */
export function maskSecrets(source: YamlSource): string {
  const secrets: (readonly [start: number, end: number])[] = [];
  const visit = (value: unknown, path: YamlPath): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        visit(item, [...path, Array.isArray(value) ? Number(key) : key]);
      }
    } else if (isSecretPath(path)) {
      secrets.push(source.extentOf(path) ?? [0, 0]);
    }
  };
  visit(source.value, []);
  return maskUrlPasswords(maskMarks(maskExtents(source.text, secrets)));
}

/** Extents may overlap, because the secret of an alias is masked at its definition. */
function maskExtents(text: string, extents: readonly (readonly [start: number, end: number])[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const [start, end] of extents.toSorted(([one], [other]) => one - other)) {
    if (end <= done) continue;
    const from = Math.max(start, done);
    parts.push(text.slice(done, from), mask(text.slice(from, end)));
    done = end;
  }
  return [...parts, text.slice(done)].join('');
}

/**
 * Does the same for a text that is not YAML, by its lines: it masks everything after a secret's key on its line, and
 * the deeper lines and list entries below it.
 */
export function maskSecretLines(text: string): string {
  let secretIndent: number | undefined;
  const lines = text.split('\n').map(line => {
    const indent = line.search(/\S/);
    const isBelow = secretIndent !== undefined && (indent > secretIndent || /^\s*-/.test(line) || indent < 0);
    if (isBelow) return mask(line);
    const [, before, rest] =
      /^(.*?\b(?:token|secret|password|verifyToken|headers)\b["']?\s*:)(.*)$/i.exec(line) ?? [];
    secretIndent = before === undefined ? undefined : indent;
    return before === undefined ? line : before + mask(rest ?? '');
  });
  return maskUrlPasswords(lines.join('\n'));
}

/** An unquoted secret that begins with & or ! is an anchor or a tag in YAML. */
function maskMarks(text: string): string {
  return text.replace(
    /(\b(?:token|secret|password|verifyToken)\b["']?\s*:\s*)([&!]\S+)/gi,
    (_, before: string, name: string) => before + mask(name),
  );
}

const urlPassword = /(:\/\/[^\s:/@]*:)([^\s@/]+)(?=@)/g;
const databasePassword = /(\bpostgres(?:ql)?:\/\/[^\s:/@]*:)(.+)/s;

function maskUrlPasswords(text: string): string {
  const masked = (_: string, before: string, password: string) => before + mask(password);
  return text.replace(/\S+/g, maskDatabasePassword).replace(urlPassword, masked);
}

/** The password of a database extends to the last @, because it is not always encoded. */
function maskDatabasePassword(word: string): string {
  const end = word.lastIndexOf('@');
  if (end < 0) return word;
  const masked = word
    .slice(0, end)
    .replace(databasePassword, (_, before, password) => before + mask(password));
  return masked + word.slice(end);
}

/** Keeps white space, quotes and the names of variables, so that the line stays recognisable. */
function mask(text: string): string {
  let masked = '';
  let end = 0;
  for (const match of text.matchAll(variablePattern)) {
    const [whole, , inside = ''] = match;
    const [name = ''] = inside.split(':-', 1);
    masked += hide(text.slice(end, match.index));
    masked +=
      whole.slice(0, whole.indexOf('{') + 1 + name.length) +
      hide(inside.slice(name.length)) +
      whole.slice(whole.indexOf('{') + 1 + inside.length);
    end = match.index + whole.length;
  }
  return masked + hide(text.slice(end));
}

function hide(text: string): string {
  return text.replace(/[^\s"'{}[\],]/g, '*');
}
