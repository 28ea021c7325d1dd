import { describe, expect, it } from 'vitest';
import { checkWith, mappingOf, storedOf } from '../trials.ts';

async function reported(rule: string, payload: object) {
  const mapping = mappingOf(['additionalFields:', `  f: ${rule}`]);
  const all = await checkWith(mapping, storedOf(payload));
  return all.filter(({ code }) => code === 'check/path-never-matches');
}

describe('a default that hides a path that no event has', () => {
  it.each([
    ['{from: Kasse, default: gesetzlich}', { Krankenkasse: 'privat' }, 'Krankenkasse'],
    ['{from: kunde.kasse, default: gesetzlich}', { kunde: { krankenkasse: 'privat' } }, 'kunde.krankenkasse'],
    ['{from: Kasse, as: choice, default: gesetzlich}', { Krankenkasse: 'privat', a: 1 }, 'Krankenkasse'],
  ])('is reported with the longer name: %s of %j', async (rule, payload, meant) => {
    const [found, ...more] = await reported(rule, payload);
    expect(found?.message).toContain('so the default is sent for everybody');
    expect(found?.hint).toContain(`did you mean ${meant}`);
    expect(more).toEqual([]);
  });

  it.each([
    ['{from: Kasse, default: gesetzlich}', { Kasse: 'AOK', Krankenkasse: 'privat' }],
    ['{from: Kasse, default: gesetzlich}', { Krankenkasse: 'privat', Pflegekasse: 'AOK' }],
    ['{from: Wert, default: "1"}', { Mehrwert: 'x' }],
    ['{from: Kasse, default: gesetzlich}', { Ort: 'Dresden' }],
    ['{from: Kasse}', { Krankenkasse: 'privat' }],
  ])('is not reported otherwise: %s of %j', async (rule, payload) => {
    expect(await reported(rule, payload)).toEqual([]);
  });
});
