import { expect, it } from 'vitest';
import { suggestFields } from '../../../src/check/starter/suggest-fields.ts';
import { fieldOf } from '../catalog.ts';

it('suggests one rule for a question that has several keys', () => {
  const field = fieldOf({ keyName: 'birthdate', name: 'Geburtstag', type: 'birthday' });
  const path = { names: ['Geburtstag'], value: '1990-05-03', options: [], isAnswer: true, events: 1 };
  const [found] = suggestFields(
    [{ field, names: ['birthdate', 'Geburtstag'], choices: [] }],
    ['q1', 'Geburtstag'].map(key => ({
      ...path,
      expression: `$answers.${key}`,
      keys: ['$answers', key],
      answer: 'Geburtstag',
    })),
  );
  expect(found?.candidates.map(({ rule }) => rule)).toMatchObject([{ answer: 'Geburtstag' }]);
});
