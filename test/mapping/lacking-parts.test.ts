import { describe, expect, it } from 'vitest';
import { evaluateYaml } from './evaluate-yaml.ts';

/** The customer at a link of one part, and those at links of two parts. */
const links = {
  'm@x.de': '1015',
  'm@x.de Frank': '1016',
  'S-': '1017',
  'null Frank': '1018',
  'a, b': '1019',
};

function mappingWith(link: string, whenUnlinked = 'wait'): string {
  return `source: website
destination: salon
operation: updateCustomer
link: ${JSON.stringify(link)}
whenUnlinked: ${whenUnlinked}
set:
  id: $linked
  note: note
`;
}

async function outcome(link: string, payload: object, whenUnlinked?: string) {
  const given = { payload: { note: 'x', ...payload }, links, empty: new Set(['n/a']) };
  return evaluateYaml(mappingWith(link, whenUnlinked), given);
}

const forms = [
  '$join([email, first], " ")',
  '$join([$lowercase(email), first], " ")',
  'email & " " & first',
  '$lowercase(email) & " " & first',
  '(email & " " & first)',
  '$trim(email & " " & first)',
  '$trim($join([email, first], " "))',
  '[email, first] ~> $join(" ")',
  '$join([email, first], " ") ~> $trim',
  '($m := $lowercase(email); $m & " " & first)',
  '$.(email & " " & first)',
  'email ? email & " " & first : phone',
  '$join([$replace(email, /[,;]/, ""), first], " ")',
];

describe('a link of several parts', () => {
  it.each(
    forms.flatMap(link => [
      [link, { email: 'm@x.de' }],
      [link, { email: 'm@x.de', first: '' }],
      [link, { email: 'm@x.de', first: ' ' }],
      [link, { email: 'm@x.de', first: null }],
      [link, { email: 'm@x.de', first: 'n/a' }],
    ]),
  )('is no link without one of them: %s of %j', async (link, payload) => {
    const evaluation = await outcome(link, payload);
    expect(evaluation).toMatchObject({
      kind: 'failed',
      link: undefined,
      diagnostics: [
        {
          code: 'mapping/missing-value',
          path: 'link',
          message:
            'first, which is a part of link, is missing or empty in the event, and $linked needs all of it: the rest may be the link of another person',
          hint: 'correct the value, or leave such events out with when',
        },
      ],
    });
  });

  it.each([
    ['"S-" & number', {}],
    ['"S-" & number', { number: null }],
    ['email & " " & first', { email: null, first: 'Frank' }],
  ])('is not the same for all people: %s of %j', async (link, payload) => {
    expect(await outcome(link, payload)).toMatchObject({ kind: 'failed', link: undefined });
  });

  it.each(forms.map(link => [link]))('is found with all parts: %s', async link => {
    const evaluation = await outcome(link, { email: 'm@x.de', first: 'Frank' });
    expect(evaluation).toMatchObject({ kind: 'call', link: { id: 'm@x.de Frank' } });
  });

  it.each([
    ['email', { email: 'm@x.de' }, 'm@x.de'],
    ['$lowercase(email)', { email: 'M@x.de' }, 'm@x.de'],
    ['$join(tags, ", ")', { tags: ['a', 'b'] }, 'a, b'],
    ['$join([email], " ")', { email: 'm@x.de' }, 'm@x.de'],
    ['email & (first ? " " & first : "")', { email: 'm@x.de' }, 'm@x.de'],
    ['email & (first ? " " & first : "")', { email: 'm@x.de', first: 'Frank' }, 'm@x.de Frank'],
    ['first ? email & " " & first : email', { email: 'm@x.de' }, 'm@x.de'],
    ['email ?? (first & " " & last)', { email: 'm@x.de' }, 'm@x.de'],
    ['$replace(email, " ", "")', { email: 'm@ x.de' }, 'm@x.de'],
  ])('is only meant if it joins them: %s of %j', async (link, payload, id) => {
    expect(await outcome(link, payload)).toMatchObject({ kind: 'call', link: { id } });
  });

  it('says so for events that are left out', async () => {
    const evaluation = await outcome('$join([email, first, last], " ")', { email: 'm@x.de' }, 'skip');
    expect(evaluation).toMatchObject({
      kind: 'skipped',
      diagnostics: [
        {
          code: 'mapping/not-linked',
          message:
            'first, last, which are parts of link, are missing or empty in the event, so no customer number is known',
        },
      ],
    });
  });
});
