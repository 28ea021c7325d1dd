import type { SourceConfig, Verify } from '../../config/config.ts';
import { presets } from '../senders/senders.ts';

/**
 * What a source's webhooks may bring with them to prove whose they are: by its own `verify`, and in their body by what
 * its sender always writes there, also where the source is verified in another way.
 */
export function proofSchemes({ verify, preset }: Pick<SourceConfig, 'verify' | 'preset'>): readonly Verify[] {
  const known = preset === undefined ? undefined : presets.get(preset);
  // What a sender has several ways for, it does not always write, and it may be meant otherwise.
  const always = known?.versions ? [] : (known?.verify ?? []);
  const tokens = always.flatMap(({ type, path }): readonly Verify[] =>
    type === 'body-token' && typeof path === 'string' ? [{ type, path, secret: [] }] : [],
  );
  return tokens.length === 0 ? verify : [...verify, ...tokens];
}
