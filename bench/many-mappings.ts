import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How much there is to check: so many mappings, each with so many rules, of an account with so many fields. */
export interface Extent {
  readonly mappings: number;
  readonly rules: number;
  readonly fields: number;
}

/** Writes a config and mappings into a folder, each for a form of its own and with a sample. */
export function writeMappings(
  folder: string,
  destination: { readonly url: string; readonly token: string },
  extent: Extent,
): void {
  mkdirSync(join(folder, 'mappings'), { recursive: true });
  writeFileSync(
    join(folder, 'config.yaml'),
    `destinations: {salon: {baseUrl: "${destination.url}", token: ${destination.token}}}
sources: {form: {verify: {type: header-token, name: X-Token, secret: a-token-for-the-form}}}
`,
  );
  for (let index = 0; index < extent.mappings; index += 1) {
    writeFileSync(join(folder, 'mappings', `form-${index}.yaml`), mappingOf(index, extent));
  }
}

/** The keyName of a field of the account. */
export function keyName(index: number): string {
  return `field.${index}`;
}

/** A mapping as a form has it: mostly paths, and of ten rules one table, one expression beyond a path, one template. */
function mappingOf(index: number, { rules, fields }: Extent): string {
  const numbers = Array.from({ length: rules }, (_, rule) => rule);
  const lines = numbers.map(rule => `    ${keyName((index * rules + rule) % fields)}: ${ruleOf(rule)}`);
  const answers = numbers.map(rule => `q${rule}: v${rule}`).join(', ');
  return `source: form
destination: salon
when: form = "f${index}"
operation: updateCustomer
set:
  id: customer
  additionalFields:
${lines.join('\n')}
tests:
  - name: an answer
    payload: {form: f${index}, customer: 1001, answers: {${answers}}}
    expect: []
`;
}

function ruleOf(rule: number): string {
  const path = `answers.q${rule}`;
  switch (rule % 10) {
    case 7:
      return `{from: ${path}, values: {v${rule}: One, other: Two}, otherwise: null}`;
    case 8:
      return `$uppercase(${path})`;
    case 9:
      return `{template: "Answer {${path}}"}`;
    default:
      return path;
  }
}
