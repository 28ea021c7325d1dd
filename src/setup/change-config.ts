import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';
import { isRefusal } from '../edit/edit-refusal.ts';
import type { EditPlace } from '../edit/editable-file.ts';
import type { FileEditor } from '../edit/file-editor.ts';
import type { Actor } from '../inbox/audit.ts';
import { type ConfigDocument, editConfig } from './config-edit.ts';
import type { SetupChange, SetupRefusal } from './setup-refusal.ts';

/** Parses a config before it is written. `unwritten`: the contents of further files, by absolute path. */
export type TryConfig = (
  text: string,
  unwritten: ReadonlyMap<string, string>,
) => {
  readonly config?: Config | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** The texts that were read, with secrets masked. */
  readonly texts: ReadonlyMap<string, string>;
};

/** The dependencies of changing a config. */
export interface ConfigChanging {
  readonly place: EditPlace;
  readonly editor: FileEditor;
  readonly tryConfig: TryConfig;
}

/** A change of the config. `secrets`: new secret files by name, which are written before the config names them. */
export interface ConfigChange {
  readonly change: (config: ConfigDocument) => SetupRefusal | undefined;
  readonly secrets?: ReadonlyMap<string, string>;
  readonly actor: Actor;
}

/** The number of retries after a change by somebody else. */
const mostTries = 5;

/** Changes the config if it has no faults afterwards; otherwise nothing is changed. */
export async function changeConfig(
  request: ConfigChange,
  changing: ConfigChanging,
): Promise<SetupChange<undefined>> {
  const { editor } = changing;
  const written = new Set<string>();
  let ended: SetupRefusal | 'done' | undefined;
  for (let tries = 0; tries < mostTries && ended === undefined; tries += 1) {
    ended = await tryChange(request, changing, written);
  }
  if (ended === 'done') return { kind: 'done', value: undefined };
  for (const name of written) await editor.removeSecret(name, request.actor);
  return { kind: 'refused', why: ended ?? { code: 'conflict' } };
}

/** Undefined if somebody else changed the config first. `written`: the secret files written so far. */
async function tryChange(
  { change, secrets = new Map(), actor }: ConfigChange,
  { place, editor, tryConfig }: ConfigChanging,
  written: Set<string>,
): Promise<SetupRefusal | 'done' | undefined> {
  const file = { kind: 'config' } as const;
  const before = editor.read(file);
  if (isRefusal(before)) return before;
  let fault: SetupRefusal | undefined;
  const text = editConfig(before.text ?? '', config => {
    fault = change(config);
  });
  if (fault) return fault;
  if (text === undefined) return { code: 'config-unreadable' };
  const folder = join(place.config, '..', 'secrets');
  const unwritten = new Map([...secrets].map(([name, secret]) => [join(folder, name), `${secret}\n`]));
  const { config, diagnostics } = tryConfig(text, unwritten);
  if (!config) return { code: 'config-faulty', diagnostics: diagnostics.filter(each => hasErrors([each])) };
  const unkept = await writeSecrets(secrets, { editor, actor, written });
  if (unkept) return unkept;
  const put = await editor.write(file, { text, expected: before.version, actor });
  if (put.kind === 'written') return 'done';
  return put.kind === 'refused' ? put.why : undefined;
}

async function writeSecrets(
  secrets: ReadonlyMap<string, string>,
  {
    editor,
    actor,
    written,
  }: { readonly editor: FileEditor; readonly actor: Actor; readonly written: Set<string> },
): Promise<SetupRefusal | undefined> {
  for (const [name, secret] of secrets) {
    if (written.has(name)) continue;
    const put = await editor.write({ kind: 'secret', name }, { text: `${secret}\n`, expected: null, actor });
    if (put.kind !== 'written') return put.kind === 'refused' ? put.why : { code: 'conflict' };
    written.add(name);
  }
  return undefined;
}
