import { describe, expect, it } from 'vitest';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

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
    ['$boolean(optin)', { optin: true, opted_out: 1 }],
    ['$exists(angemeldet)', { angemeldet: '2026-01-01', abgemeldet_am: '2026-02-01' }],
  ])('is reported: %s of %j', async (expression, payload) => {
    expect(await reported(expression, payload)).toEqual(['mapping/denied-consent']);
  });

  it.each([
    ['$exists(consent.granted_at)', { consent: granted }],
    ['$exists(consent.granted_at)', { consent: { ...granted, revoked_at: null } }],
    ['$exists(consent.granted_at)', { consent: { ...granted, revoked_at: '' } }],
    ['$exists(consent.granted_at)', { consent: { ...granted, revoked: false } }],
    ['$exists(consent.granted_at)', { consent: { granted_at: '2026-03-01', revoked_at: '2026-02-01' } }],
    ['$exists(consent.granted_at)', { consent: granted, revoked_at: '2026-02-01' }],
  ])('is not reported: %s of %j', async (expression, payload) => {
    expect(await reported(expression, payload)).toEqual([]);
  });
});
