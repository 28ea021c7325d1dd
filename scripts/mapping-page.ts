import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { RawSchema } from '../src/config/schema/editor-schema.ts';
import { builtInFunctions, refusedFunctions } from '../src/expressions/functions.ts';
import { variableDescriptions } from '../src/mapping/evaluate/variables.ts';
import { parameters } from '../src/mapping/parameters.ts';
import { fieldsDescription, mappingShape, ruleShape, testShape } from '../src/mapping/schema.ts';
import { keyTable } from './key-table.ts';

/** The page about the language of mappings, made of the schemas and tables that mappings are read by. */
export function mappingPage(): string {
  const parts = [introduction(), file(), set(), rule(), expressions(), tests()];
  return `${parts.join('\n\n')}\n`;
}

function introduction(): string {
  const example = readFileSync(new URL('../mappings/intake.yaml', import.meta.url), 'utf8');
  return `# Mappings

A mapping is a file in the folder of mappings. It says to which events it applies, and what call of the calendar it makes
of each. This page lists every key. It is made by \`npm run docs\` of the schemas by which the program reads the files;
\`fieldbridge schema mapping\` gives the same to an editor. A whole mapping:

\`\`\`yaml
${example.trimEnd()}
\`\`\``;
}

function file(): string {
  return `## The file

Every \`*.yaml\` and \`*.yml\` in the folder of mappings is a mapping, and so is each in the folders inside it. The name
of a mapping is its path from there without the ending: \`intake.yaml\` is \`intake\`, \`salon/intake.yaml\` is
\`salon/intake\`. Names have small letters, digits, - and _. Not read are

- files and folders whose names begin with a dot: to put a mapping aside, move it into such a folder;
- folders named \`samples\`: they hold the payloads of tests. A test names its payload by the path from the folder of its
  mapping: \`samples/intake.json\`, or \`../samples/intake.json\` where mappings of several folders share it;
- links to places outside the folder of mappings, which \`check\` says.

${keyTable(described(mappingShape))}`;
}

function set(): string {
  const tables = Object.entries(parameters).map(([operation, known]) => {
    const lines = Object.entries(known).map(
      ([name, { needed, description }]) => `| \`${name}\` | ${needed ? 'yes' : ''} | ${description} |`,
    );
    const fields = `| \`additionalFields\` | | ${fieldsDescription} |`;
    return `\`operation: ${operation}\` has

| parameter | needed | meaning |
| --- | --- | --- |
${[...lines, fields].join('\n')}`;
  });
  return `## set

A rule for each parameter that is sent. What has no rule is not sent, so nothing changes there.

${tables.join('\n\n')}

\`fieldbridge fields\` lists the keyNames of an account, and what each may have.`;
}

function rule(): string {
  return `## Rules

A rule is a JSONata expression, written as a text, or an object with exactly one of \`from\`, \`value\` and \`template\`:

${keyTable(described(ruleShape))}

- Every value is sent as a text: true becomes \`true\`, 3 becomes \`3\`, a list its elements with the separator between
  them. An object is invalid.
- Blanks, line ends and characters without a width at both ends of a value of the payload are left out, unless the rule
  says \`trim: false\`; what stands inside stays. A choice or status that has them in the account, and a key of \`values\`
  that has them, is found with them first. The id that \`link\` gives never has them.
- What \`empty\` of the source names counts as empty, in the parts of a template and for \`link\` too. \`check\`, \`preview\` and
  the event warn of values that stand for nothing without it: \`n/a\`, \`undefined\`, \`{{first_name}}\`, \`false\` as a text.
- \`defaults\` at the head of the mapping, at its source and at its destination give the keys that a rule does not say; the
  nearest counts: rule, mapping, source, destination. A key is given only to a rule that can use it: \`country\` with
  \`as: phone\`, \`zone\`, \`parse\` and \`format\` with \`as: date\`, \`separator\` with \`as: list\`, \`decimal\` with
  \`as: number\`, \`clear\` where it is allowed. \`parse\` and \`decimal\` are for values of the payload, not for literals
  and tables. \`check\` lists the defaults that are used, \`preview --why\` shows each where it counts.
- \`onInvalid\` of a rule says what its bad value does; else its defaults do, or \`onInvalid\` of the mapping. Of a list, \`drop\`
  of a rule and of defaults leaves out the bad elements, \`drop\` of the mapping the whole list. What says whom a call is
  about, and a consent that a booking needs, are never left out.
- Only \`clear\` deletes anything, of \`whenMissing\`, \`whenEmpty\` and \`onInvalid\`, and only a note or an additional field.
- What each call would be, and how each of its values arose, \`fieldbridge preview\` shows with \`--why\`.`;
}

function expressions(): string {
  const variables = Object.entries(variableDescriptions).map(
    ([name, description]) => `| \`$${name}\` | ${description} |`,
  );
  const functions = [...builtInFunctions].filter(name => !refusedFunctions.has(name)).sort();
  const refused = [...refusedFunctions].map(([name, reason]) => `- \`$${name}\`: ${reason}`);
  return `## Expressions

Expressions are [JSONata](https://jsonata.org). The root is the payload of the event: \`contact.email\` is its field
\`email\` in \`contact\`. Beside it an expression sees

| variable | what it is |
| --- | --- |
${variables.join('\n')}

A text in an expression has quotes: \`"Stammkunde"\` is the text, \`Stammkunde\` the field of this name. A name with
anything but letters, digits and underscores stands in backticks. A path that the payload does not have gives nothing,
which is no fault: \`whenMissing\` says what happens then.

The functions of JSONata are there: ${functions.map(name => `\`$${name}\``).join(', ')}. These are not:

${refused.join('\n')}

An expression has 100 ms of computing time, works on lists of 10,000 elements and texts of a million characters at most, and
gives 100,000 values and 2 million characters at most. It reaches neither
the network nor the disk.`;
}

function tests(): string {
  return `## tests

\`fieldbridge test\` runs them. Each has

${keyTable(described(testShape))}

Exactly one of \`expect\`, \`includes\`, \`fails\`, \`skips\` and \`cases\` says what is right:

\`\`\`yaml
tests:
  - name: an intake form, of which only the status matters here
    payload: samples/intake.json
    linked: 1001
    includes: [{customerStatus: Stammkunde}]
  - name: a day that is none
    payload: {contact: 301, born: 31.02.1990}
    fails: mapping/invalid-value
  - name: another form
    payload: {form: feedback}
    skips: true
  - name: how birthdays are read
    cases:
      birthdate:
        14.3.1988: 14.03.1988
        1988-03-14: 14.03.1988
        " ": null # nothing is sent
        soon: {fails: mapping/invalid-value}
\`\`\``;
}

function described(shape: z.ZodType): RawSchema {
  return z.toJSONSchema(shape, { io: 'input', reused: 'inline', target: 'draft-7' });
}
