import { describe, expect, it } from 'vitest';
import { checkWith, mappingOf, storedOf } from '../trials.ts';

async function told(rule: string, sample: object, stored: readonly object[]): Promise<readonly string[]> {
  const mapping = mappingOf(['additionalFields:', `  newsletter: ${rule}`], {
    tests: [{ customer: 1, ...sample }],
  });
  const found = await checkWith(mapping, storedOf(...stored.map(each => ({ customer: 1, ...each }))));
  return found.filter(({ code }) => code === 'mapping/set-by-absence').map(({ message }) => message);
}

const none = Array<object>(6).fill({ note: 'x' });
const yes = { optin: 'ja' };
const no = { optin: 'nein' };

describe('a no that a rule sends for a missing answer', () => {
  it.each([`'optin = "ja"'`, `'$exists(optin)'`, `'optin ? true : false'`, `'optin != ""'`])(
    'is reported if no stored event has the answer of the sample: %s',
    async rule => {
      const [message, ...others] = await told(rule, yes, none);
      expect(message).toContain('none of the 6 stored events has optin, which a sample has');
      expect(others).toEqual([]);
    },
  );

  it.each([[yes, [no, {}, yes]] as const, [no, [yes, {}]] as const])(
    'is reported if another event has a no: %j, %j',
    async (sample, stored) => {
      const [message] = await told(`'optin = "ja"'`, sample, stored);
      expect(message).toContain(`1 of ${stored.length} stored events do not have optin`);
    },
  );

  it.each([
    [`'optin != ""'`, 'a no, which withdraws'],
    [`'optin ? true : false'`, 'a no, which withdraws'],
    [`'optin = "ja" ? "true" : "false"'`, 'a no, which withdraws'],
    [`'optin = "" ? "false" : "true"'`, 'a yes, which nobody gave'],
    [`'$not(optin != "")'`, 'a yes, which nobody gave'],
  ])('is reported if the sample has it empty: %s', async (rule, sent) => {
    const [message, ...others] = await told(rule, { optin: '' }, [yes, {}]);
    expect(message).toContain('1 of 2 stored events do not have optin, and the sample has it empty');
    expect(message).toContain(`the rule sends ${sent}`);
    expect(others).toEqual([]);
  });

  it.each([
    [`'optin = "ja"'`, yes, [yes, {}, {}, {}, {}, {}, {}]],
    [`'optin = "" ? "out" : "in"'`, { optin: '' }, [yes, {}]],
    [`'optin = "ja"'`, yes, none.slice(0, 4)],
    [`'optin = "ja"'`, {}, none],
    [`'optin = "ja"'`, yes, [yes, no]],
    [`'optin = "ja"'`, yes, [{ optin: '' }, { optin: null }, {}]],
    ['{from: optin, as: boolean}', yes, [...none, no]],
    ['optin', yes, [...none, no]],
    [`{from: 'optin = "ja"', because: an unticked box is missing}`, yes, [...none, no]],
  ] as const)('is not reported otherwise: %s, %j, %j', async (rule, sample, stored) => {
    expect(await told(rule, sample, stored)).toEqual([]);
  });
});
