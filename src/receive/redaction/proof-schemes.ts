import type { SourceConfig } from '../../config/config.ts';
import type { Verify } from '../../config/sources/verify.ts';
import { presets } from '../senders/senders.ts';

/**
 * Returns the schemes of all proofs in a source's webhooks: those of its own `verify`, and those that its sender always
 * writes into the body, also if the source is verified in another way.
 */
export function proofSchemes({ verify, preset }: Pick<SourceConfig, 'verify' | 'preset'>): readonly Verify[] {
  const known = preset === undefined ? undefined : presets.get(preset);
  // A sender with several versions does not always write these, and then the text may mean something else.
  const always = known?.versions ? [] : (known?.verify ?? []);
  const tokens = always.flatMap(({ type, path }): readonly Verify[] =>
    type === 'body-token' && typeof path === 'string' ? [{ type, path, secret: [] }] : [],
  );
  return tokens.length === 0 ? verify : [...verify, ...tokens];
}
