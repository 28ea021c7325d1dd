import { unsupportedTypes } from '../../booking/catalog/field.ts';
import { seedStatuses } from '../../sandbox/salon/salon.ts';
import { startSandbox } from '../../sandbox/sandbox.ts';
import type { ReadAccount } from '../../setup/read-account.ts';

/** The simulated calendar: its settings in a config, and the statuses of its account. */
export const simulated = {
  baseUrl: 'http://127.0.0.1:8090',
  statuses: seedStatuses,
} as const;

/** Runs the simulated calendar while a function uses it. */
export async function withSandbox<T>(
  use: (sandbox: { url: string; token: string }) => Promise<T>,
): Promise<T> {
  const sandbox = await startSandbox();
  try {
    return await use({ url: sandbox.url, token: sandbox.tokens.mitte });
  } finally {
    await sandbox.close();
  }
}

/** Describes the account in a sentence. */
export function accountWords({ catalog: { fields } }: ReadAccount): string {
  const settable = fields.filter(({ type }) => !unsupportedTypes.has(type));
  const booked = settable.filter(({ appointmentSpecific }) => appointmentSpecific).length;
  const rest = [
    booked === 0 ? '' : `${booked} only in a booking`,
    settable.length === fields.length
      ? ''
      : `${fields.length - settable.length} not at all (pictures, files)`,
  ].filter(Boolean);
  return `The account has ${fields.length} additional fields: ${settable.length - booked} can be set${rest.length === 0 ? '' : `, ${rest.join(', ')}`}.`;
}
