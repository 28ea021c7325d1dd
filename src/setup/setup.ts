import type { OwnVerification, SecretPlace } from '../check/starter/config-text.ts';
import type { SourceConfig } from '../config/config.ts';
import type { MeantPreset } from '../config/sources/meant-presets.ts';
import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';
import { isRefusal } from '../edit/edit-refusal.ts';
import { createFileEditor, type EditorParts, type FileEditor, type Written } from '../edit/file-editor.ts';
import type { Actor } from '../inbox/audit.ts';
import { type ConfigChange, type ConfigChanging, changeConfig, type TryConfig } from './change-config.ts';
import {
  addSource,
  type Changing,
  fileOf,
  known,
  listOf,
  removeSource,
  settleSecret,
} from './change-sources.ts';
import type { ProposedVerify } from './find-signed-way.ts';
import type { FirstMapping } from './first-mapping.ts';
import { newSecret, secretKind } from './new-secret.ts';
import type { SourceReading } from './propose-source.ts';
import type { SetupChange, SetupRefusal } from './setup-refusal.ts';

/** The dependencies of setting up a bridge. */
export interface SetupParts extends EditorParts {
  readonly tryConfig: TryConfig;
  readonly random: (size: number) => Uint8Array;
}

/** A new location of an account, or one with a changed address or token. */
export interface NewDestination {
  readonly name: string;
  readonly baseUrl: string;
  readonly token: string;
  readonly locale: string;
  readonly statuses: readonly string[];
  readonly allowHttp: boolean;
}

/** A new sender. */
export interface NewSource {
  readonly name: string;
  /** Undefined for an unknown sender. */
  readonly sender: MeantPreset | undefined;
  /** The verification of an unknown sender; by default a token in the URL. */
  readonly verify?: OwnVerification | undefined;
  /** The place of an existing secret; by default a file is created for it. */
  readonly secretPlace?: SecretPlace | undefined;
  /** The settings for reading the webhooks of an unknown sender. */
  readonly reading?: SourceReading | undefined;
  /** A secret that the sender has generated; by default one is generated here. */
  readonly secret?: string | undefined;
  readonly publicUrl?: string | undefined;
}

/** The settings for the sender: shown once, never again. */
export interface MadeSecrets {
  /** Undefined if the sender announces it later. */
  readonly secret: string | undefined;
  readonly verifyToken: string | undefined;
}

/** The changes of a source; missing keys stay unchanged. */
export interface SourceChange {
  readonly verify?: ProposedVerify | undefined;
  readonly secret?: string | undefined;
  readonly body?: string | undefined;
  readonly split?: string | undefined;
  readonly eventId?: string | undefined;
  readonly occurredAt?: string | undefined;
  readonly answers?: unknown;
}

/** Changes the config, secrets and mappings of a bridge, as a person at the console or at a terminal requests. */
export interface Setup {
  readonly editor: FileEditor;
  addDestination(request: NewDestination, actor: Actor): Promise<SetupChange<undefined>>;
  addSource(request: NewSource, actor: Actor): Promise<SetupChange<MadeSecrets>>;
  changeSource(name: string, change: SourceChange, actor: Actor): Promise<SetupChange<undefined>>;
  /** Adds a secret in front of the valid ones. `given`: a secret that the sender has generated. */
  rotateSecret(
    source: SourceConfig,
    kind: MeantPreset | undefined,
    given: string | undefined,
    actor: Actor,
  ): Promise<SetupChange<MadeSecrets>>;
  /** Removes all secrets except the newest. */
  settleSecret(name: string, actor: Actor): Promise<SetupChange<undefined>>;
  pauseSource(name: string, actor: Actor): Promise<SetupChange<undefined>>;
  resumeSource(name: string, actor: Actor): Promise<SetupChange<undefined>>;
  /** Removes a source from the config, with its mappings (paths from their folder) and its secret files. */
  removeSource(name: string, mappings: readonly string[], actor: Actor): Promise<SetupChange<undefined>>;
  saveMapping(
    mapping: Pick<FirstMapping, 'path' | 'text' | 'samplePath' | 'sample'>,
    actor: Actor,
  ): Promise<SetupChange<undefined>>;
  /** Compares an earlier version of the config with the present one. */
  compareConfig(id: string): ConfigComparison | SetupRefusal;
  /** Restores that version. `expected`: the version of the config that it was compared with. */
  restoreConfig(
    wish: { readonly id: string; readonly expected: string | null },
    actor: Actor,
  ): Promise<SetupChange<undefined>>;
}

/** Creates the functions for setting up a bridge. */
export function createSetup(parts: SetupParts): Setup {
  const editor = createFileEditor(parts);
  const { place, tryConfig, random } = parts;
  const changing = { place, editor, tryConfig };
  const change = (request: ConfigChange) => changeConfig(request, changing);
  const free = (name: string) => freeName(name, editor);
  return {
    editor,
    addDestination: (request, actor) => addDestination(request, { change, free }, actor),
    addSource: (request, actor) => addSource(request, { change, free, random }, actor),
    changeSource(name, { secret, ...keys }, actor) {
      const secretName = free(`${name}-secret`);
      return change({
        actor,
        ...(secret !== undefined && { secrets: new Map([[secretName, secret]]) }),
        change: known(name, config => {
          for (const [key, value] of Object.entries(keys)) {
            if (value !== undefined) config.set(['sources', name, key], value);
          }
          if (secret !== undefined) config.set(['sources', name, 'secret'], fileOf(secretName));
          return undefined;
        }),
      });
    },
    async rotateSecret({ name, verify }, sender, given, actor) {
      const isStandard = verify.some(({ type }) => type === 'standard-webhooks');
      const kind = sender ? secretKind(sender) : isStandard ? 'whsec' : 'text';
      const secret = given ?? newSecret(kind, random);
      const secretName = free(`${name}-secret`);
      const done = await change({
        actor,
        secrets: new Map([[secretName, secret]]),
        change: known(name, config => {
          const path = ['sources', name, 'secret'];
          if (config.has(['sources', name, 'verify', 'secret'])) return { code: 'secret-elsewhere', name };
          config.set(path, [fileOf(secretName), ...listOf(config.get(path))]);
          return undefined;
        }),
      });
      return done.kind === 'done' ? { kind: 'done', value: { secret, verifyToken: undefined } } : done;
    },
    settleSecret: (name, actor) => settleSecret(name, { change, editor }, actor),
    pauseSource: (name, actor) =>
      change({ actor, change: known(name, config => void config.set(['sources', name, 'paused'], true)) }),
    resumeSource: (name, actor) =>
      change({ actor, change: known(name, config => void config.remove(['sources', name, 'paused'])) }),
    removeSource: (name, mappings, actor) => removeSource(name, mappings, { change, editor }, actor),
    saveMapping: (mapping, actor) => saveMapping(mapping, editor, actor),
    compareConfig: id => compareConfig(id, changing),
    restoreConfig: (wish, actor) => restoreConfig(wish, actor, changing),
  };
}

function addDestination(
  request: NewDestination,
  { change, free }: Changing,
  actor: Actor,
): Promise<SetupChange<undefined>> {
  const { name, baseUrl, token, locale, statuses, allowHttp } = request;
  const secretName = free(`${name}-token`);
  return change({
    actor,
    secrets: new Map([[secretName, token]]),
    change(config) {
      const path = ['destinations', name];
      const old = config.get([...path, 'baseUrl']);
      if (config.has(path) && old === undefined) return { code: 'name-taken', name };
      config.set([...path, 'baseUrl'], baseUrl);
      config.set([...path, 'token'], fileOf(secretName));
      config.set([...path, 'locale'], locale);
      if (statuses.length > 0) config.set([...path, 'statuses'], statuses);
      if (allowHttp) config.set([...path, 'allowHttp'], true);
      return undefined;
    },
  });
}

/** Writes the payload first, and removes it again if the mapping cannot be written. */
async function saveMapping(
  { path, text, samplePath, sample }: Pick<FirstMapping, 'path' | 'text' | 'samplePath' | 'sample'>,
  editor: FileEditor,
  actor: Actor,
): Promise<SetupChange<undefined>> {
  const file = { kind: 'sample', path: samplePath } as const;
  const before = editor.read(file);
  if (isRefusal(before)) return { kind: 'refused', why: before };
  const written = await editor.write(file, { text: sample, expected: before.version, actor });
  if (written.kind !== 'written') return refusedWrite(written, path);
  const saved = await editor.write({ kind: 'mapping', path }, { text, expected: null, actor });
  if (saved.kind === 'written') return { kind: 'done', value: undefined };
  await editor.write(file, { text: before.text, expected: written.version, actor });
  return refusedWrite(saved, path);
}

function refusedWrite(written: Exclude<Written, { kind: 'written' }>, name: string): SetupChange<undefined> {
  return { kind: 'refused', why: written.kind === 'refused' ? written.why : { code: 'name-taken', name } };
}

const mostNames = 100;

/** Returns an unused name of a secret file: `crm-secret`, then `crm-secret-2`. */
function freeName(name: string, editor: FileEditor): string {
  for (let number = 2, free = name; ; number += 1) {
    if (!editor.exists({ kind: 'secret', name: free }) || number > mostNames) return free;
    free = `${name}-${number}`;
  }
}

const file = { kind: 'config' } as const;

/** An earlier text of the config, and the one on disk. Secrets in both are asterisks. */
interface ConfigComparison {
  readonly earlier: string;
  readonly current: string;
  /** The version of the text on disk; `null` if there is no file. */
  readonly version: string | null;
  /** The reasons why the earlier text is no longer valid, such as a missing secret file. */
  readonly faults: readonly Diagnostic[];
}

/** Compares an earlier text of the config with the one on disk. */
function compareConfig(
  id: string,
  { place, editor, tryConfig }: ConfigChanging,
): ConfigComparison | SetupRefusal {
  const text = editor.version(file, id);
  if (text === undefined) return { code: 'no-such-version', id };
  const now = editor.read(file);
  if (isRefusal(now)) return now;
  const earlier = tryConfig(text, new Map());
  const current = tryConfig(now.text ?? '', new Map());
  return {
    earlier: earlier.texts.get(place.config) ?? '',
    current: current.texts.get(place.config) ?? '',
    version: now.version,
    faults: earlier.config ? [] : earlier.diagnostics.filter(each => hasErrors([each])),
  };
}

/** Restores an earlier text if it has no faults today, and the file is still the one that it was compared with. */
async function restoreConfig(
  { id, expected }: { readonly id: string; readonly expected: string | null },
  actor: Actor,
  { editor, tryConfig }: ConfigChanging,
): Promise<SetupChange<undefined>> {
  const text = editor.version(file, id);
  if (text === undefined) return { kind: 'refused', why: { code: 'no-such-version', id } };
  const { config, diagnostics } = tryConfig(text, new Map());
  if (!config) {
    const faults = diagnostics.filter(each => hasErrors([each]));
    return { kind: 'refused', why: { code: 'config-faulty', diagnostics: faults } };
  }
  const written = await editor.write(file, { text, expected, actor });
  switch (written.kind) {
    case 'written':
      return { kind: 'done', value: undefined };
    case 'conflict':
      return { kind: 'refused', why: { code: 'conflict' } };
    case 'refused':
      return written;
  }
}
