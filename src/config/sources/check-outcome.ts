import { diagnostic } from '../../diagnostics/diagnostic.ts';
import type { ConfigReading } from '../reading.ts';
import type { Preset } from './preset.ts';
import type { Verify } from './verify.ts';

/** Checks if the responses of a source, at this path, should and can contain the outcome of an event. */
export function checkOutcome(
  { report, source }: ConfigReading,
  path: readonly string[],
  { preset, verify }: { readonly preset: Preset | undefined; readonly verify: readonly Verify[] },
): void {
  const place = source.placeOf([...path, 'respond'], 'value');
  // The format of the sender's response has no place for it.
  if (preset && (preset.acknowledgement ?? 'json') !== 'json') {
    const message = `${preset.title} requires its own form of answer, which cannot contain the outcome of an event`;
    const hint = 'remove "respond"; /api/events shows the outcome of each event';
    report(diagnostic('config/conflict', message, { hint, place }));
  }
  if (verify.some(({ type }) => type === 'none')) {
    const message =
      'anyone who posts to this source learns the customer number and the payment links of the outcome';
    const hint =
      'verify the webhooks of this source, or remove "respond"; /api/events shows the outcome of each event';
    report(diagnostic('config/outcome-to-anyone', message, { hint, place }));
  }
}
