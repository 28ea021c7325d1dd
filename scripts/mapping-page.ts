import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { RawSchema } from '../src/config/schema/editor-schema.ts';
import { builtInFunctions, refusedFunctions } from '../src/expressions/functions.ts';
import { variableDescriptions } from '../src/mapping/evaluate/variables.ts';
import { parameters } from '../src/mapping/parameters.ts';
import { fieldsDescription, mappingShape, ruleShape, testShape } from '../src/mapping/schema.ts';
import { keyTable } from './key-table.ts';

/** Returns the page about the language of mappings, generated from its schemas and tables. */
export function mappingPage(): string {
  const parts = [introduction(), file(), set(), rule(), expressions(), tests()];
  return `${parts.join('\n\n')}\n`;
}

function introduction(): string {
  const example = readFileSync(new URL('../mappings/intake.yaml', import.meta.url), 'utf8');
  return `# Mappings

A mapping is a file in the folder of mappings. It defines the events to which it applies, and the call to the calendar that
it makes of each event. This page lists every key; [language](../language.md) explains mappings step by step. \`npm run docs\`
generates this page from the schemas that the program uses to read the files. \`fieldbridge schema mapping\` gives the same to
an editor. A complete mapping:

\`\`\`yaml
${example.trimEnd()}
\`\`\``;
}

function file(): string {
  return `## The file

Every \`*.yaml\` and \`*.yml\` file in the folder of mappings and its subfolders is a mapping. The name of a mapping is its path
in that folder without the ending: \`intake.yaml\` is \`intake\`, \`salon/intake.yaml\` is \`salon/intake\`. Names have small
letters, digits, - and _. These are not read:

- files and folders whose names begin with a dot. To put a mapping aside, move it into such a folder.
- folders named \`samples\`. They contain the payloads of tests. A test names its payload by the path from the folder of its
  mapping: \`samples/intake.json\`, or \`../samples/intake.json\` if mappings of several folders share it.
- links to places outside the folder of mappings. \`check\` reports them.

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

Each parameter that is sent has a rule. A parameter or field without a rule is not sent, so its value does not change.

${tables.join('\n\n')}

\`fieldbridge fields\` lists the keyNames of an account, and the values that each accepts.`;
}

function rule(): string {
  return `## Rules

A rule is a JSONata expression, written as a text, or an object with exactly one of \`from\`, \`answer\`, \`value\` and \`template\`:

${keyTable(described(ruleShape))}

- Every value is sent as a text: true becomes \`true\`, 3 becomes \`3\`. A list becomes its elements with the separator between
  them. An object is invalid.
- Spaces, line breaks and invisible characters at both ends of a value of the payload are removed, unless the rule has
  \`trim: false\`. If a choice, a status or a key of \`values\` has such characters, the value is compared with them first.
  The id of \`link\` never has them.
- The texts that \`empty\` of the source lists count as empty, also in the parts of a template and for \`link\`. Without it,
  \`check\`, \`preview\` and the event warn of values that mean "empty": \`n/a\`, \`undefined\`, \`{{first_name}}\`, \`false\` as a text.
- \`defaults\` of the mapping, the source and the destination apply to rules that do not set the key. The nearest one takes
  precedence: rule, mapping, source, destination. A default applies only to a rule that can use it: \`country\` with
  \`as: phone\`; \`zone\`, \`parse\` and \`format\` with \`as: date\`; \`separator\` with \`as: list\`; \`decimal\` with \`as: number\`;
  \`clear\` if it is allowed. \`parse\` and \`decimal\` apply to values of the payload, not to literals and tables. \`check\` lists
  the defaults in use, and \`preview --why\` shows each at its rule.
- \`onInvalid\` is taken from the rule, otherwise from its defaults, otherwise from the mapping. For a list, \`drop\` of a rule or of
  defaults leaves out the invalid elements, and \`drop\` of the mapping leaves out the whole list. A value that identifies the
  person, and a consent that a booking needs, are never left out.
- Only \`clear\` (of \`whenMissing\`, \`whenEmpty\` and \`onInvalid\`) deletes a value, and only a note or an additional field.
- \`fieldbridge preview --why\` shows each call, and how each of its values was made.`;
}

function expressions(): string {
  const variables = Object.entries(variableDescriptions).map(
    ([name, description]) => `| \`$${name}\` | ${description} |`,
  );
  const functions = [...builtInFunctions].filter(name => !refusedFunctions.has(name)).sort();
  const refused = [...refusedFunctions].map(([name, reason]) => `- \`$${name}\`: ${reason}`);
  return `## Expressions

Expressions are written in [JSONata](https://jsonata.org). The root is the payload of the event: \`contact.email\` is the field
\`email\` of \`contact\`. An expression can also use these variables:

| variable | value |
| --- | --- |
${variables.join('\n')}

Write a text in quotes: \`"Stammkunde"\` is the text, \`Stammkunde\` the field of this name. Put a name with other characters
than letters, digits and underscores in backticks. A path that the payload does not have returns nothing. That is not a
fault: \`whenMissing\` decides.

These functions are available: ${functions.map(name => `\`$${name}\``).join(', ')}. These functions of JSONata are not:

${refused.join('\n')}

An expression may use 100 ms of computing time, lists of 10,000 elements and texts of a million characters. Its result may
have 100,000 values and 2 million characters. It cannot use the network or the disk.`;
}

function tests(): string {
  return `## tests

\`fieldbridge test\` runs the tests of a mapping. Each test has these keys:

${keyTable(described(testShape))}

Each test has exactly one of \`expect\`, \`includes\`, \`fails\`, \`skips\` and \`cases\`:

\`\`\`yaml
tests:
  - name: an intake form, of which only the status matters here
    payload: samples/intake.json
    linked: 1001
    includes: [{customerStatus: Stammkunde}]
    - name: a day that does not exist
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
