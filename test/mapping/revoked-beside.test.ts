import { describe, expect, it } from 'vitest';
import { bookingData, bookingMapping, evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

async function reported(expression: string, payload: object): Promise<readonly string[]> {
  const text = fieldMapping(JSON.stringify(expression)).replace('f:', 'newsletter:');
  const evaluation = await evaluateYaml(text, { payload });
  if (evaluation.kind !== 'call') throw new Error(evaluation.kind);
  return evaluation.call.additionalFields.flatMap(({ change }) =>
    'set' in change ? (change.set.doubts ?? []).map(({ code }) => code) : [],
  );
}

const granted = { granted_at: '2026-01-01' };

describe('a consent that was revoked', () => {
  it.each([
    ['$exists(consent.granted_at)', { consent: { ...granted, revoked_at: '2026-02-01' } }],
    ['consent.granted_at ? true : false', { consent: { ...granted, withdrawn_at: '2026-02-01' } }],
    ['$exists(consent.granted_at)', { consent: { ...granted, revoked: true } }],
    ['$exists(subscribed_at)', { subscribed_at: '2026-01-01', unsubscribed_at: '2026-02-01' }],
    ['$exists(optin_date)', { optin_date: '2026-01-01', opt_out_date: '2026-02-01' }],
    [
      'consents.newsletter.granted',
      { consents: { newsletter: { granted: true, revoked_at: '2026-02-01' } } },
    ],
    ['consent.state', { consent: { state: 'ja', widerrufen: 'ja' } }],
    ['$boolean(optin)', { optin: true, opted_out: 1 }],
    ['$exists(angemeldet)', { angemeldet: '2026-01-01', abgemeldet_am: '2026-02-01' }],
  ])('is reported: %s of %j', async (expression, payload) => {
    expect(await reported(expression, payload)).toEqual(['mapping/denied-consent']);
  });

  it('is reported for a consent of a booking, unless a reason is given', async () => {
    const of = async (rule: string) => {
      const consent = { granted: true, revoked_at: '2026-02-01' };
      const text = bookingMapping(`  marketing: ${rule}\n`);
      const evaluation = await evaluateYaml(text, { payload: { ...bookingData, consent } });
      const marketing = evaluation.kind === 'call' && Object.entries(evaluation.call);
      return JSON.stringify(marketing).includes('consent.revoked_at');
    };
    expect(await of('consent.granted')).toBe(true);
    expect(await of('{from: consent.granted, because: the person came back}')).toBe(false);
  });

  it.each([
    ['$exists(consent.granted_at)', { consent: granted }],
    ['$exists(consent.granted_at)', { consent: { ...granted, revoked_at: null } }],
    ['$exists(consent.granted_at)', { consent: { ...granted, revoked_at: '' } }],
    ['$exists(consent.granted_at)', { consent: { ...granted, revoked: false } }],
    ['$exists(consent.granted_at)', { consent: { granted_at: '2026-03-01', revoked_at: '2026-02-01' } }],
    ['consent.ok', { consent: { ok: true, granted_at: '2026-03-01', revoked_at: '2026-02-01' } }],
    ['consent.ok', { consent: { ok: 'nein', revoked_at: '2026-02-01' } }],
    ['consent.ok', { consent: { ok: true, revoked_at: null } }],
    ['$exists(consent.granted_at)', { consent: granted, revoked_at: '2026-02-01' }],
  ])('is not reported: %s of %j', async (expression, payload) => {
    expect(await reported(expression, payload)).toEqual([]);
  });
});
