import { describe, expect, it } from 'vitest';
import { endless } from '../../../src/check/data/patience.ts';
import { linkFormsOf, orphanedLinks } from '../../../src/check/data/people/orphaned-links.ts';
import { mappingOf, storedOf } from '../trials.ts';

const events = [
  { email: 'ada@example.com', first: 'Ada', no: '40017', phone: '+491711234567' },
  { email: 'ben@example.com', first: 'Ben', no: '40018', phone: '+491711234568' },
];

/** Checks mappings with these links (`=LINK` does not use it) against known links. */
async function reported(
  links: readonly string[],
  known: readonly string[],
  payloads: readonly object[] = events,
) {
  const found = [];
  for (const [at, link] of links.entries()) {
    const id = link.startsWith('=') ? 'customer' : '$linked';
    const head = `link: ${link.replace('=', '')}`;
    const mapping = mappingOf(['note: note'], { name: `m${at}`, head, id });
    const forms = await linkFormsOf(mapping, 'crm', storedOf(...payloads), endless);
    if (forms) found.push(forms);
  }
  return orphanedLinks(found, new Map([['crm', known]])).map(({ message }) => message);
}

const both = '$join([email, first], " ")';

describe('known links in another form than the mapping writes', () => {
  it('are reported with their number and both forms, and without values', async () => {
    expect(await reported([both], ['ada@example.com', 'zoe@example.com'])).toEqual([
      'link of m0 is an e-mail address with another part, and 2 known links of crm are an e-mail address, so no event finds their customer numbers',
    ]);
  });

  it.each<[readonly string[], readonly string[]]>([
    [['email'], ['ada@example.com Ada', 'zoe@example.com Zoe']],
    [['email'], ['40017', '40019', '40020']],
    [['no'], ['ada@example.com']],
    [['phone'], ['ada@example.com', 'zoe@example.com']],
    [['no'], ['+491711234567']],
    [[both, '=email'], ['40017']],
    [['$join([email, first], "|")'], ['ada@example.com', 'zoe@example.com', 'ben@example.com|Ben']],
    [['$join([first, no], " ")'], ['40017', '40018']],
  ])('are reported: %j with %j', async (links, known) => {
    expect(await reported(links, known)).not.toEqual([]);
  });

  it.each<[readonly string[], readonly string[]]>([
    [['email'], []],
    [['email'], ['zoe@example.com', 'ANY@Example.ORG']],
    [[both], ['zoe@example.com Zoe', 'ada@example.com Ada']],
    [[both], ['zoe@example.com Zoe', 'ada@example.com Ada', 'old@example.com']],
    [['no'], ['40017', 'abc-9', '7f3c']],
    [['phone'], ['+43 664 123 456', '+491711234567']],
    [
      [both, '=email'],
      ['zoe@example.com', 'ada@example.com'],
    ],
    [
      [both, 'no'],
      ['40017', '40018'],
    ],
    [['email', 'unknown.path'], ['40017']],
    [['unknown.path'], ['40017']],
    [['{from: email, because: the others are of an old sender}'], ['40017']],
    [['=email'], ['40017']],
  ])('are right: %j with %j', async (links, known) => {
    expect(await reported(links, known)).toEqual([]);
  });

  it('are right without an event that shows the link', async () => {
    expect(await reported(['email'], ['40017'], [])).toEqual([]);
  });
});
