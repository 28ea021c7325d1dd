import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { SecretPlace } from '../../check/starter/config-text.ts';
import { Secret } from '../../config/secret.ts';
import { NotUtf8 } from '../../diagnostics/written-text.ts';
import { showsCredential } from '../../receive/redaction/credentials.ts';
import { newSecret, type SecretKind } from '../../setup/new-secret.ts';
import type { Surroundings } from '../surroundings.ts';
import { type Dialogue, WrongAnswer } from '../terminal/dialogue.ts';
import { readText } from '../workspace.ts';
import { answerOf } from './asking.ts';
import type { NewFile } from './write-files.ts';

/** A secret: its place in the config, its value if it is available now, and the file to write for it. */
export interface FoundSecret {
  readonly place: SecretPlace;
  readonly secret: Secret | undefined;
  readonly file?: NewFile;
  /** Generated here, so that the sender does not have it yet. */
  readonly isNew?: true;
}

/** A question about a secret. */
export interface SecretQuestion {
  readonly what: string;
  readonly explains: string;
  /** The suggested environment variable. */
  readonly variable: string;
  /** The file below `secrets` for a secret that is typed or generated. */
  readonly fileName: string;
  readonly flags: {
    readonly environment?: string | undefined;
    readonly file?: string | undefined;
    readonly name: string;
  };
  /** The absolute path of the folder to write to. */
  readonly folder: string;
  /** When its value must be available: now, or when the bridge starts. */
  readonly needed: 'now' | 'later';
  /** `ours`: a secret may be generated, because the sender accepts any. */
  readonly origin: 'given' | 'ours';
  readonly kind: SecretKind;
}

/** Asks where a secret is. It is not shown here, and is never in the config. */
export async function findSecret(
  dialogue: Dialogue | undefined,
  question: SecretQuestion,
  surroundings: Surroundings,
): Promise<FoundSecret> {
  const { flags, what, explains, variable, folder, origin } = question;
  if (flags.file !== undefined && flags.environment === undefined) {
    return answerOf(undefined, {
      flag: `--${flags.name}-file`,
      given: flags.file,
      asks: what,
      read: path => inFile(path, question, surroundings),
    });
  }
  const isSet = Boolean(surroundings.env[variable]);
  const choice = await answerOf(dialogue, {
    flag: `--${flags.name}-env`,
    given: flags.environment,
    asks: `Where is ${what}`,
    explains: `${explains} It is never written to config.yaml. Enter the name of an environment variable, or the path of a file with it. "type" lets you type it now, unseen${origin === 'ours' ? '; "new" creates one' : ''}.`,
    otherwise:
      isSet || flags.environment !== undefined || !dialogue ? variable : origin === 'ours' ? 'new' : 'type',
    read: answer => readPlace(answer, question, surroundings),
  });
  if (choice !== 'type' && choice !== 'new') return choice;
  const path = join('secrets', question.fileName);
  const before = choice === 'new' ? madeBefore(join(folder, path)) : undefined;
  if (before !== undefined) return { place: { kind: 'file', path }, secret: new Secret(before), isNew: true };
  const text =
    choice === 'new' || !dialogue
      ? newSecret(question.kind, randomBytes)
      : await dialogue.ask({
          asks: `${what[0]?.toUpperCase()}${what.slice(1)} (not shown)`,
          isSecret: true,
          read: readTyped,
        });
  return {
    place: { kind: 'file', path },
    secret: new Secret(text),
    file: { path: join(folder, path), contents: `${text}\n`, isSecret: true },
    ...(choice === 'new' && { isNew: true }),
  };
}

/** Returns the secret that an earlier run generated: the sender may have it by now. */
function madeBefore(path: string): string | undefined {
  const text = existsSync(path) ? readText(path).trim() : '';
  return text === '' ? undefined : text;
}

function readPlace(
  answer: string,
  question: SecretQuestion,
  surroundings: Surroundings,
): FoundSecret | 'type' | 'new' {
  if (answer === 'type' || (answer === 'new' && question.origin === 'ours')) return answer;
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(answer) && !existsSync(resolve(surroundings.directory, answer))) {
    const text = surroundings.env[answer];
    if (text === undefined || text === '') {
      if (!looksLikeVariable(answer)) throw new WrongAnswer(asSecret);
      if (question.needed === 'now')
        throw new WrongAnswer(
          `The environment variable ${answer} is not set here. Set it first (export ${answer}=...), or enter the path of a file.`,
        );
      return { place: { kind: 'environment', name: answer }, secret: undefined };
    }
    return { place: { kind: 'environment', name: answer }, secret: new Secret(text) };
  }
  return inFile(answer, question, surroundings);
}

/** For texts that may be the secret itself, so the message must not repeat them. */
const asSecret =
  'That is neither a set environment variable nor a file. To enter the secret itself, answer "type" first, then type or paste it. It is not shown.';

/** The name of an unset variable could be the secret itself, which would then be written into the config. */
function looksLikeVariable(name: string): boolean {
  const isName = /^[A-Z_][A-Z0-9_]*$/.test(name) || (name.includes('_') && !/\d/.test(name));
  return isName && (name.length < 16 || name.includes('_')) && !showsCredential(name);
}

function inFile(answer: string, { folder }: SecretQuestion, { directory }: Surroundings): FoundSecret {
  const path = resolve(directory, answer);
  const text = contentsOf(path, answer).replace(/(?<![\r\n])[\r\n]+$/, '');
  if (text === '') throw new WrongAnswer(`The file ${answer} is empty.`);
  const below = relative(folder, path);
  return { place: { kind: 'file', path: below.startsWith('..') ? path : below }, secret: new Secret(text) };
}

function contentsOf(path: string, answer: string): string {
  try {
    return readText(path);
  } catch (error) {
    if (error instanceof NotUtf8) throw new WrongAnswer(`The file ${answer} ${error.message}.`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT')
      throw new WrongAnswer(looksLikePath(answer) ? `There is no file ${answer}.` : asSecret);
    if (code === 'ENAMETOOLONG') throw new WrongAnswer(asSecret);
    throw new WrongAnswer(`The file ${answer} cannot be read (${code}).`);
  }
}

/** A message repeats only texts that are certainly paths. */
function looksLikePath(text: string): boolean {
  return (
    text.length < 100 &&
    /^[\w./~-]*(\.(txt|secret|token|key|pem|env)|\/[a-z][a-z._-]*)$/i.test(text) &&
    !showsCredential(text)
  );
}

function readTyped(answer: string): string {
  if (answer !== '') return answer;
  throw new WrongAnswer('Nothing was entered.');
}
