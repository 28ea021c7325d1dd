import { describe, expect, it } from 'vitest';
import { tableOfAnswers } from '../../src/check/call/choices/table-of-answers.ts';

describe('the table of a true and a false for the choices of a selection', () => {
  it.each<[readonly string[], string]>([
    [['ja', 'nein'], 'values: {"true": ja, "false": nein}'],
    [['Nein', 'Ja'], 'values: {"true": Ja, "false": Nein}'],
    [['yes', 'no', 'perhaps'], 'values: {"true": yes, "false": no}'],
    [['Oui', 'Non'], 'values: {"true": Oui, "false": Non}'],
  ])('is proposed for %j', (choices, table) => {
    expect(tableOfAnswers(choices)).toBe(table);
  });

  it.each<[readonly string[]]>([
    [['rot', 'blau']],
    [['ja', 'vielleicht']],
    [['ja', 'yes', 'nein']],
    [['1', '0']],
    [['ja, per Post', 'nein']],
    [[]],
  ])('is not guessed for %j', choices => {
    expect(tableOfAnswers(choices)).toBeUndefined();
  });
});
