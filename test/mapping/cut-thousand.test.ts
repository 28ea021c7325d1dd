import { describe, expect, it } from 'vitest';
import { doubtsOfCall } from '../../src/check/call/doubtful-values.ts';
import { evaluateYaml, fieldMapping } from './evaluate-yaml.ts';

/** Returns the messages about a text from which an expression cuts a number. */
async function messagesOf(text: string, expression: string, decimal = ','): Promise<readonly string[]> {
  const rule = `{from: '${expression}', as: number, decimal: "${decimal}", format: "1234,50"}`;
  const evaluation = await evaluateYaml(fieldMapping(rule), { payload: { fee: text } });
  if (evaluation.kind !== 'call') throw new Error(JSON.stringify(evaluation));
  return [...evaluation.diagnostics, ...doubtsOfCall(evaluation.call)].map(({ message }) => message);
}

const decimals = '$match(fee, /[0-9]+,[0-9]+/)[0].match';
const points = '$match(fee, /[0-9]+[.][0-9]+/)[0].match';
const whole = '$trim($match(fee, /[0-9]+ /)[0].match)';

describe('a number whose thousands an expression cuts off', () => {
  it.each([
    ['1.089,50 €', decimals, ','],
    ['2.005,00 €', decimals, ','],
    ['12.050,10 EUR', decimals, ','],
    ['1.234.056,70 €', decimals, ','],
    ["1'089,50 CHF", decimals, ','],
    ['1’089,50 CHF', decimals, ','],
    ['1 089,50 €', decimals, ','],
    ['1\u00a0089,50 €', decimals, ','],
    ['1\u202f089,50 €', decimals, ','],
    ['€ 1.089,50', decimals, ','],
    ['ca. 3.000,00 €', decimals, ','],
    ['Summe: 5.001,99', decimals, ','],
    ['1,089.50 $', points, '.'],
    ['$2,005.00', points, '.'],
    ["1'089.50 CHF", points, '.'],
    ['1 089.50', points, '.'],
    ['10,000.99 USD', points, '.'],
    ['1.050 Punkte', whole, ','],
    ['12.007 km', whole, ','],
    ["1'000 m", whole, ','],
  ])('is told with its cause: %s', async (text, expression, decimal) => {
    const [first = '', ...others] = await messagesOf(text, expression, decimal);
    expect(first).toMatch(
      /^additionalFields\.f: "0\d\d.*" is only the end of the number in ".*": its thousands are cut off$/,
    );
    expect(others).toEqual([]);
  });

  it.each([
    ['089,50 €', decimals],
    ['Nr. 7: 089,50 €', decimals],
    ['A-089,50', decimals],
    ['007 km', whole],
  ])('is not the cause of other zeros: %s', async (text, expression) => {
    expect((await messagesOf(text, expression)).join()).toMatch(/loses its leading zeros/);
  });

  it.each([
    ['89,50 €', decimals],
    ['989,50 €', decimals],
    ['0,50 €', decimals],
    ['1.0,50', decimals],
    ['70 km', whole],
  ])('is not told: %s', async (text, expression) => {
    expect((await messagesOf(text, expression)).join()).not.toMatch(/thousands/);
  });
});
