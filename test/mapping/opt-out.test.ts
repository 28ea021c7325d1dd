import { describe, expect, it } from 'vitest';
import { asksForOptOut } from '../../src/mapping/opt-out.ts';

describe('a name that asks for the opposite of a consent', () => {
  it.each([
    ...[
      'dnd',
      'DND',
      'email_dnd',
      'emailBlacklisted',
      'email_blocked',
      'isSuppressed',
      'werbesperre',
      'gesperrt',
    ],
    ...[
      'HasOptedOutOfEmail',
      'doNotContact',
      'do_not_email',
      'unsubscribed',
      'no_marketing',
      'kein_newsletter',
    ],
    ...['consent_revoked', 'einwilligung widerrufen', 'consentWithdrawn', 'muted'],
  ])('is %s', name => {
    expect(asksForOptOut(name)).toBe(true);
  });

  it.each([
    ...[
      'newsletter',
      'optin',
      'marketing_consent',
      'rightOfWithdrawal',
      'widerrufsbelehrung',
      'landdnd',
      'unblocked',
    ],
    ...['subscribed', 'notes', 'norden', 'sperrmüll', 'kontakt'],
  ])('is not %s', name => {
    expect(asksForOptOut(name)).toBe(false);
  });
});
