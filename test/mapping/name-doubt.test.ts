import { describe, expect, it } from 'vitest';
import { nameDoubt } from '../../src/mapping/convert/name-doubt.ts';
import { bookingData, bookingMapping, evaluateYaml } from './evaluate-yaml.ts';

describe('a first or a last name', () => {
  it.each(['Anna 🌸', '💇‍♀️ Anna', 'Anna❤', 'Berg 2', 'Anna1988', 'B3rg', 'Anna 🇩🇪'])('is not %s', name => {
    expect(nameDoubt(name, 'firstName')).toBeDefined();
    expect(nameDoubt(name, 'name')).toBeDefined();
  });

  it.each([
    'Anna',
    'Anna-Lena',
    "O'Neill",
    'Müller-Lüdenscheid',
    'Łukasz',
    'van der Berg',
    'Ⅲ',
    '李',
    'Jean™',
    'Ánna',
  ])('may be %s', name => {
    expect(nameDoubt(name, 'firstName')).toBeUndefined();
  });

  it('with HTML escapes is reported as that', async () => {
    const evaluation = await evaluateYaml(bookingMapping('  name: n\n'), {
      payload: { ...bookingData, n: 'M&uuml;ller' },
    });
    const reported = JSON.stringify(evaluation);
    expect(reported).toContain('mapping/escaped-html');
    expect(reported).not.toContain('mapping/not-a-name');
  });
});
