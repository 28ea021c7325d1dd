const head = 'source: crm\ndestination: salon\noperation: updateCustomer\n';
const set = 'set:\n  id: {value: 1}\n';
const note = (rule: string) => `${head}${set}  note: ${rule}\n`;

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join('');
}

/**
 * Mapping files that are expensive to read, each in another way. With `size` 1 they are just large enough to be
 * refused, or just small enough to be accepted.
 */
export function hugeFiles(size: number): Readonly<Record<string, string>> {
  const many = (count: number) => Math.round(count * size);
  return {
    'unknown-keys': head + set + lines(many(50_000), index => `k${index}: 1\n`),
    'unknown-parameters': `${head}set:\n${lines(many(40_000), index => `  k${index}: a\n`)}`,
    fields: `${head}${set}  additionalFields:\n${lines(many(20_000), index => `    f${index}: a.f${index}\n`)}`,
    'keys-of-a-rule': note(`\n    from: a\n${lines(many(40_000), index => `    k${index}: 1\n`)}`),
    table: note(`\n    from: a\n    values:\n${lines(many(40_000), index => `      k${index}: v\n`)}`),
    'wrong-table': note(
      `\n    from: a\n    values:\n${lines(many(40_000), index => `      k${index}: {}\n`)}`,
    ),
    'the-same-key': `${head}${set}${lines(many(50_000), () => 'x: 1\n')}`,
    tests: `${head}${set}tests:\n${lines(many(30_000), index => `  - {name: t${index}, x: 1}\n`)}`,
    expectations: `${head}${set}tests:\n${lines(many(9_000), index => `  - {name: t${index}, payload: {a: 1}, expect: [{nte: b}]}\n`)}`,
    payload: `${head}${set}tests:\n  - name: t\n    expect: []\n    payload:\n${lines(many(40_000), index => `      a${index}: {b: 1}\n`)}`,
    'no-yaml': lines(many(50_000), () => 'a: b: c\n'),
    'open-quotes': lines(many(50_000), index => `a${index}: "x\n`),
    depth: `a: ${'['.repeat(many(200_000))}`,
    braces: '{a: '.repeat(many(60_000)),
    anchors: `${head}a: &a [x, x, x, x]\n${lines(many(9_000), index => `b${index}: &b${index} [*${index ? `b${index - 1}` : 'a'}, *a]\n`)}`,
    aliases: `${head}a: &a x\nl: [${'*a, '.repeat(many(100_000))}]\n`,
    documents: '--- a\n'.repeat(many(50_000)),
    'one-line': `${head}a: {${lines(many(60_000), index => `k${index}: 1, `)}}\n`,
    'long-keys': head + lines(many(450), index => `${'source'.repeat(160)}${index}: 1\n`),
    'long-operation': `operation: ${'updateCustomer'.repeat(many(30_000))}\n`,
    'long-literal': note(`{value: "${'x'.repeat(many(400_000))}"}`),
    variables: note(`'[${lines(many(50_000), index => `$v${index},`)}1]'`),
    'folded-variables': note(`>-\n    [${lines(many(40_000), index => `    $v${index},\n`)}    1]`),
    sum: note(`"${'a + '.repeat(many(100_000))}a"`),
    brackets: note(`"${'('.repeat(many(200_000))}a${')'.repeat(many(200_000))}"`),
    'open-brackets': note(`'${'['.repeat(many(400_000))}1'`),
    steps: note(`'${'a.'.repeat(many(200_000))}a'`),
    pattern: note(`'$match(a, /${'a'.repeat(many(400_000))}/)'`),
    template: note(`{template: "${'{$x} '.repeat(many(80_000))}"}`),
    'closing-braces': note(`{template: '{(${'}'.repeat(many(400_000))}'}`),
    dates: note(`{from: a, as: date, parse: [${lines(many(40_000), index => `q${index}, `)}]}`),
  };
}
