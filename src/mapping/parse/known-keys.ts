import type { KnownKeys } from '../../diagnostics/yaml/braces.ts';
import { parameters } from '../parameters.ts';
import { mappingShape, ruleShape, testShape } from '../schema.ts';

const schemas = Object.entries({ ...testShape.shape, ...mappingShape.shape, ...ruleShape.shape });

/** The keys whose schema accepts any text, but neither a number nor a list. */
const texts = schemas.flatMap(([key, schema]) => {
  const takes = (value: unknown) => schema.safeParse(value).success;
  return takes('a text of some words') && !takes(1) && !takes(['a']) ? [key] : [];
});

/** The keys of a rule that take neither any text nor any number: a word of a list, true or false. */
const choices = new Map(
  Object.entries(ruleShape.shape).filter(
    ([, schema]) => !['a text of some words', 1.5].some(value => schema.safeParse(value).success),
  ),
);

/** The keys of a mapping file, for splitting maps in braces. */
export const mappingKeys: KnownKeys = {
  // The name of a question may be a number. With a comma in it, it needs quotes like other texts.
  texts: new Set([...texts.filter(key => key !== 'values'), 'answer']),
  others: new Set([
    // The name of a table is usually one word, while a table itself is in braces.
    'values',
    ...schemas.map(([key]) => key).filter(key => !texts.includes(key) && key !== 'answer'),
    ...Object.values(parameters).flatMap(each => Object.keys(each)),
    'additionalFields',
  ]),
  isOneOf: (key, value) => {
    const schema = choices.get(key);
    const read = value === 'true' || value === 'false' ? value === 'true' : value;
    return schema?.safeParse(read).success ?? false;
  },
};
