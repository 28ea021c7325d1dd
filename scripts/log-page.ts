import type { LineEntry } from '../src/log/line-entry.ts';
import { logLines } from '../src/log/log-lines.ts';

const introduction = `# Lines of the log

This page is made by \`npm run docs\` of the table from which the program takes its lines (\`src/log/log-lines.ts\`).

\`fieldbridge start\` writes JSON lines to standard output; on a terminal, a line an event for people
(\`log: {format: json}\` or \`text\` in the config says which). Each has \`level\` (20 debug, 30 info, 40 warn, 50 error, 60
fatal), \`time\` (ISO 8601) and \`msg\`, which is one of the names below: search and alert by it, names stay. What needs a
person is \`warn\` or above, what goes on by itself is \`info\`; events that go well show only at
\`log: {level: debug}\`. A field is left out where it is not known.

| field | what it is |
| --- | --- |
| \`event\` | the id of an event, as \`/api/events\` and \`fieldbridge events show\` know it; never the sender's own |
| \`source\`, \`mapping\`, \`destination\` | names of the config and the mapping files |
| \`operation\` | \`updateCustomer\` or \`persistCustomerData\` |
| \`status\` | what became of the event or the call; of a webhook the HTTP status that it was answered with |
| \`code\`, \`message\` | a code of [diagnostics.md](diagnostics.md), and its title; the whole message, which may quote the payload, is in \`/api/events\` |
| \`path\`, \`file\`, \`line\`, \`column\` | the place in the planned call, and in the mapping file |
| \`attempt\`, \`ms\`, \`outcome\`, \`httpStatus\` | the number of the request for this call, how long it took, how it ended with the row of [failure-table.md](failure-table.md), and the status of its answer |
| \`since\`, \`waiting\` | since when, and how many calls wait |
| \`refusal\` | the id of what was refused at the door, for \`fieldbridge refusals accept\` |
| \`who\` | the name that a person gave with what they did |
| \`row\`, \`alarm\` | a row of [failure-table.md](failure-table.md), and what is unusual about it |
| \`found\`, \`changes\` | what is wrong with a mapping or the config; what changed in the account |
| \`error\` | of a fault: its kind, its code and where in the program it arose, without its message; its \`reason\` where the store is away |

No line has a value of a customer or a secret. Above \`debug\`, ten lines a minute are written of each kind (equal in \`msg\`,
\`source\`, \`mapping\`, \`destination\`, \`code\`, \`status\` and \`row\`). The others are counted: \`lines left out\` says at the end
of the minute how many they were, and \`/api/events\` has every one of the events.

| msg | level | fields | meaning |
| --- | --- | --- | --- |`;

/** The page about the lines of the log, made of their table. */
export function logPage(): string {
  const lines = Object.entries<LineEntry>(logLines).map(
    ([name, { level, fields, says }]) =>
      `| \`${name.replaceAll('`', "'")}\` | ${level} | ${fields.map(field => `\`${field}\``).join(', ')} | ${says} |`,
  );
  return `${[introduction, ...lines].join('\n')}\n`;
}
