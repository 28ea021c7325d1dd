import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import { evaluateYaml, fieldMapping, fieldOf } from './evaluate-yaml.ts';

async function reported(rule: string, payload: object): Promise<readonly Diagnostic[]> {
  const evaluation = await evaluateYaml(fieldMapping(rule), { payload });
  const all = 'diagnostics' in evaluation ? evaluation.diagnostics : [];
  return all.filter(({ code }) => code === 'mapping/set-by-absence');
}

const active = 'subscribed and $not(unsubscribed)';

describe('a rule with and $not(…)', () => {
  it.each<readonly [string, object, string]>([
    [active, { subscribed: true }, 'true'],
    [active, { subscribed: 'ja' }, 'true'],
    ['$not(unsubscribed) and subscribed', { subscribed: true }, 'true'],
    ['(subscribed and $not(unsubscribed)) ? true : false', { subscribed: true }, 'true'],
    ['subscribed and $not(unsubscribed) ? true : false', { subscribed: true }, 'true'],
    ['status = "active" and $not(unsubscribed)', { status: 'active' }, 'true'],
    ['contact.subscribed and $not(contact.bounced)', { contact: { subscribed: 1 } }, 'true'],
    ['subscribed and $not(bounced) and $not(blocked)', { subscribed: true, bounced: false }, 'true'],
    ['subscribed and $not(bounced) and $not(blocked)', { subscribed: true }, 'true'],
    ['$exists(email) and $not(unsubscribed)', { email: 'a@example.com' }, 'true'],
  ])('is reported if a yes is lost: %s of %j', async (rule, payload, sent) => {
    const [found, ...others] = await reported(`'${rule}'`, payload);
    expect(found?.message).toContain('$not of a missing value is not true');
    expect(others).toEqual([]);
    expect(await fieldOf(`'${rule}'`, payload)).toMatchObject({ set: { text: 'false' } });
    const [, cured] = /^write '([^']+)';/.exec(found?.hint ?? '') ?? [];
    expect(await fieldOf(`'${cured}'`, payload)).toMatchObject({ set: { text: sent } });
    expect(await reported(`'${cured}'`, payload)).toEqual([]);
  });

  it.each<readonly [string, object]>([
    [active, { unsubscribed: false }],
    [active, { unsubscribed: 0 }],
    [`{from: '${active}', as: boolean}`, { unsubscribed: false }],
    ['status = "active" and $not(unsubscribed)', { unsubscribed: false }],
    ['subscribed and confirmed and $not(bounced)', { confirmed: true, bounced: false }],
  ])('is reported if only a missing opt-in makes a no: %s of %j', async (rule, payload) => {
    const [found, ...others] = await reported(rule.startsWith('{') ? rule : `'${rule}'`, payload);
    expect(found?.message).toMatch(/has no (?:subscribed|status), and f becomes false/);
    expect(others).toEqual([]);
    const [, cured] = /^write '([^']+)', which/.exec(found?.hint ?? '') ?? [];
    expect(await fieldOf(`'${cured}'`, payload)).not.toMatchObject({ set: {} });
    expect(await reported(`'${cured}'`, payload)).toEqual([]);
  });

  it.each<readonly [string, object]>([
    [active, { subscribed: true, unsubscribed: false }],
    [active, { subscribed: true, unsubscribed: true }],
    [active, { subscribed: false, unsubscribed: false }],
    [active, { subscribed: false }],
    [active, { subscribed: '' }],
    [active, { unsubscribed: true }],
    [active, { unsubscribed: '' }],
    [active, { unsubscribed: null }],
    [active, { subscribed: true, unsubscribed: null }],
    [active, {}],
    ['subscribed and terms', { terms: true }],
    ['subscribed and $not(unsubscribed = true)', { subscribed: true }],
    ['$exists(subscribed) and subscribed and $not(unsubscribed)', { unsubscribed: false }],
    ['subscribed and $not($exists(unsubscribed))', { subscribed: true }],
    ['subscribed and $not(bounced) and $not(blocked)', { subscribed: true, bounced: true }],
    ['subscribed or $not(unsubscribed)', { subscribed: true }],
    ['$not(unsubscribed)', {}],
    [`{from: '${active}', because: our list has both}`, { subscribed: true }],
    [`{from: '${active}', values: {true: A, false: B}}`, { unsubscribed: false }],
  ])('is not reported otherwise: %s of %j', async (rule, payload) => {
    expect(await reported(rule.startsWith('{') ? rule : `'${rule}'`, payload)).toEqual([]);
  });
});
