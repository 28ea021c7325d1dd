import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { readValidator } from '../../src/check/call/validator.ts';

const patterns = [
  ...['^\\d{2}\\.\\d{2}\\.\\d{4}$', '^\\d{4}-\\d{2}-\\d{2}$', '^\\d{5}$', '^[A-Z]{2}\\d{4}$', '^CH-\\d{4}$'],
  ...['^[0-9]{4} [A-Z]{2}$', '^\\d{2}/\\d{2}/\\d{4}$', '^\\d$', '^[a-z]{3}$', '^A$', '^\\+\\d{2} \\d{3}$'],
];

const texts = [
  ...['14.03.1988', '14x03x1988', '1988-03-14', '12345', '1234', '123456', 'CH1234', 'CH-8001', 'ch-8001'],
  ...[
    '1012 AB',
    '1012AB',
    '14/03/1988',
    '7',
    '',
    'abc',
    'ABC',
    'A',
    'A\n',
    '\nA',
    '+49 151',
    '１２３４５',
    '٣',
  ],
  ...[' 12345', '12345 ', '12345\n', '14.03.1988\u200b', 'ſbc', 'K'.repeat(3)],
];

// Patterns for texts of one length are applied by V8, all others in linear time by RE2.
it.each(patterns)('%s accepts the same texts as RE2', pattern => {
  const validator = readValidator(pattern);
  if ('problem' in validator) throw new Error(validator.problem);
  const compiled = RE2JS.compile(pattern);
  for (const text of texts)
    expect([text, validator.accepts(text)]).toEqual([text, compiled.matcher(text).find()]);
});
