import { describe, expect, it } from 'vitest';
import { doubtsOfComparisons } from '../../src/mapping/doubts/comparisons/never-true.ts';
import { fieldMapping, mappingOf } from './evaluate-yaml.ts';

const event = { id: 'e1', source: 'website', receivedAt: '2026-03-01T12:00:00.000Z' };

function reported(expression: string, payload: unknown): readonly string[] {
  const input = { payload, body: payload, answers: undefined, headers: {}, query: {}, event };
  const rule = expression.startsWith('{') ? expression : JSON.stringify(expression);
  return doubtsOfComparisons(mappingOf(fieldMapping(rule)), input).map(({ code }) => code);
}

const either = 'company ? "Firma" : "Privat"';

describe('a condition that is true for a text that means no or nothing', () => {
  it.each([
    [either, { company: '-' }],
    [either, { company: ' -- ' }],
    [either, { company: 'keine' }],
    [either, { company: 'Keine' }],
    [either, { company: 'n/a' }],
    [either, { company: 'null' }],
    [either, { company: 'undefined' }],
    [either, { company: 'nein' }],
    [either, { company: 'false' }],
    [either, { company: '0' }],
    [either, { company: 'keine Angabe' }],
    ['$boolean(company) ? "Firma" : "Privat"', { company: '-' }],
    ['$exists(company) ? "Firma" : "Privat"', { company: null }],
    ['$exists(company) ? "Firma" : "Privat"', { company: '' }],
    ['$exists(company) and active ? "Firma" : "Privat"', { company: '', active: true }],
    ['company != null ? "Firma" : "Privat"', { company: '' }],
    [either, { company: '  ' }],
    ['$exists(company) ? "Firma" : "Privat"', { company: '-' }],
    ['$exists(company) ? "Firma" : "Privat"', { company: false }],
    ['company != "" ? "Firma" : "Privat"', { company: 'keine' }],
    ['company != "" ? "Firma" : "Privat"', { company: null }],
    ['a.company ? "Firma"', { a: { company: 'no' } }],
    ['[hair ? "Hair", nails ? "Nails"]', { hair: 'nein', nails: 'ja' }],
    ['company and active ? "Firma" : "Privat"', { company: 'nein', active: true }],
  ])('is reported: %s of %j', (expression, payload) => {
    expect(reported(expression, payload)).toEqual(['check/text-as-condition']);
  });

  it.each([
    [either, { company: 'Berg GmbH' }],
    [either, { company: '' }],
    ['company != "" ? "Firma" : "Privat"', { company: '' }],
    ['$exists(company) and company != "" ? "Firma" : "Privat"', { company: '' }],
    ['$exists(company) and $trim(company) != "" ? "Firma" : "Privat"', { company: ' ' }],
    ['$exists(company) ? company : "Privat"', { company: '' }],
    [either, {}],
    [either, { company: true }],
    [either, { company: false }],
    [either, { company: 'ja' }],
    [either, { company: 'Keine Sorge GmbH' }],
    ['$not(company) ? "Privat" : "Firma"', { company: '-' }],
    ['company or vip ? "a" : "b"', { company: '-', vip: true }],
    ['phone ? phone : mobile', { phone: '-' }],
    ['company and company != "-" ? "Firma" : "Privat"', { company: '-' }],
    ['company ? true : false', { company: 'nein' }],
    ['$exists(company) ? "Firma" : "Privat"', { company: 'Berg' }],
    ['$exists(linked2) ? "a" : "b"', { linked2: 0 }],
    [`{from: '${either}', because: the form asks nobody else}`, { company: '-' }],
  ])('is not reported: %s of %j', (expression, payload) => {
    expect(reported(expression, payload)).toEqual([]);
  });
});
