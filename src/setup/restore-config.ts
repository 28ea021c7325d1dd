import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.ts';
import { isRefusal } from '../edit/edit-refusal.ts';
import type { Actor } from '../inbox/audit.ts';
import type { ConfigChanging } from './change-config.ts';
import type { SetupChange, SetupRefusal } from './setup-refusal.ts';

const file = { kind: 'config' } as const;

/** An earlier text of the config beside the one on disk. Secrets in both are asterisks. */
export interface ConfigComparison {
  readonly earlier: string;
  readonly current: string;
  /** The version of the text on disk; `null`: there is no file. */
  readonly version: string | null;
  /** The reasons why the earlier text is not valid any more, such as a missing secret file. */
  readonly faults: readonly Diagnostic[];
}

/** Looks at an earlier text of the config. */
export function compareConfig(
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

/** Brings an earlier text back, where it is faultless today and the file is the one that a person compared it with. */
export async function restoreConfig(
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
