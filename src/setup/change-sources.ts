import { type OwnVerification, secretEntry, verifyEntry } from '../check/starter/config-text.ts';
import { isRefusal } from '../edit/edit-refusal.ts';
import type { FileEditor } from '../edit/file-editor.ts';
import type { Actor } from '../inbox/audit.ts';
import type { ConfigChange } from './change-config.ts';
import type { ConfigDocument } from './config-edit.ts';
import { newSecret, secretKind } from './new-secret.ts';
import type { MadeSecrets, NewSource, Setup, SetupParts } from './setup.ts';
import type { SetupChange, SetupRefusal } from './setup-refusal.ts';

/** The verification for an unknown sender: any tool can post to a URL with a token in it. */
export const tokenInAddress: OwnVerification = { type: 'query-token', name: 'token' };

/** Adds a sender and generates its secrets. */
export async function addSource(
  { name, sender, verify = tokenInAddress, secret: given, secretPlace, reading, publicUrl }: NewSource,
  { change, free, random }: Changing & Pick<SetupParts, 'random'>,
  actor: Actor,
): Promise<SetupChange<MadeSecrets>> {
  const isTold = sender?.preset.secretComesLater === true && given === undefined;
  const isOpen = sender === undefined && verify.type === 'none';
  const isMade = !isTold && !isOpen && secretPlace === undefined;
  const secret = isMade ? (given ?? newSecret(secretKind(sender ?? { verify }), random)) : undefined;
  const verifyToken = sender?.preset.handshakes?.includes('meta') ? newSecret('hex', random) : undefined;
  const secretName = free(`${name}-secret`);
  const tokenName = free(`${name}-verify-token`);
  const done = await change({
    actor,
    secrets: new Map([
      ...(secret === undefined ? [] : ([[secretName, secret]] as const)),
      ...(verifyToken === undefined ? [] : ([[tokenName, verifyToken]] as const)),
    ]),
    change(config) {
      if (config.has(['sources', name])) return { code: 'name-taken', name };
      config.set(['sources', name], {
        ...(sender ? { preset: sender.preset.name } : { verify: verifyEntry(verify) }),
        ...(sender?.version !== undefined && { version: sender.version }),
        ...(secret !== undefined && { secret: fileOf(secretName) }),
        ...(secretPlace !== undefined && { secret: secretEntry(secretPlace) }),
        ...reading,
        ...(verifyToken !== undefined && { verifyToken: fileOf(tokenName) }),
      });
      if (publicUrl !== undefined) config.set(['server', 'publicUrl'], publicUrl);
      return undefined;
    },
  });
  return done.kind === 'done' ? { kind: 'done', value: { secret, verifyToken } } : done;
}

/** Removes all secrets of a source except the newest. */
export async function settleSecret(
  name: string,
  { change, editor }: Pick<Changing, 'change'> & Pick<Setup, 'editor'>,
  actor: Actor,
): Promise<SetupChange<undefined>> {
  let old: readonly unknown[] = [];
  const done = await change({
    actor,
    change: known(name, config => {
      const [first, ...others] = listOf(config.get(['sources', name, 'secret']));
      if (first === undefined) return { code: 'secret-elsewhere', name };
      config.set(['sources', name, 'secret'], first);
      old = others;
      return undefined;
    }),
  });
  if (done.kind === 'done') await removeSecrets(old, editor, actor);
  return done;
}

/** Removes a source with its mappings and its secret files. */
export async function removeSource(
  name: string,
  mappings: readonly string[],
  { change, editor }: Pick<Changing, 'change'> & Pick<Setup, 'editor'>,
  actor: Actor,
): Promise<SetupChange<undefined>> {
  let entry: unknown;
  const done = await change({
    actor,
    change: known(name, config => {
      entry = config.get(['sources', name]);
      config.remove(['sources', name]);
      return undefined;
    }),
  });
  if (done.kind !== 'done') return done;
  for (const path of mappings) {
    const before = editor.read({ kind: 'mapping', path });
    if (isRefusal(before) || before.version === null) continue;
    await editor.write({ kind: 'mapping', path }, { text: null, expected: before.version, actor });
  }
  const { secret, verifyToken } = (entry ?? {}) as { secret?: unknown; verifyToken?: unknown };
  await removeSecrets([...listOf(secret), ...listOf(verifyToken)], editor, actor);
  return done;
}

/** The dependencies of a change. `free` returns an unused file name for a new secret. */
export interface Changing {
  readonly change: (request: ConfigChange) => Promise<SetupChange<undefined>>;
  readonly free: (name: string) => string;
}

/** Changes a source that exists in the config. */
export function known(
  name: string,
  change: (config: ConfigDocument) => SetupRefusal | undefined,
): ConfigChange['change'] {
  return config => {
    if (!config.has(['sources', name])) return { code: 'no-such-name', name };
    return change(config);
  };
}

/** Returns a secret as it is written in the config. */
export function fileOf(name: string): { readonly file: string } {
  return { file: `secrets/${name}` };
}

/** Returns a value of the config as a list. */
export function listOf(value: unknown): readonly unknown[] {
  return value === undefined || value === null ? [] : [value].flat();
}

/** Removes the secret files that a config no longer names, if they are in the folder of secrets. */
async function removeSecrets(old: readonly unknown[], editor: FileEditor, actor: Actor): Promise<void> {
  for (const each of old) {
    const path = typeof each === 'object' && each !== null && 'file' in each ? String(each.file) : '';
    const name = /^(?:\.\/)?secrets\/([\w-]+)$/.exec(path)?.[1];
    if (name !== undefined) await editor.removeSecret(name, actor);
  }
}
