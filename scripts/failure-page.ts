import { answeredRows } from '../src/booking/answers/answered-rows.ts';
import type { FailureRow, Ruling } from '../src/booking/answers/failure-row.ts';
import { failureTable, type RowName, relatedRows } from '../src/booking/answers/failure-table.ts';
import { statusRows } from '../src/booking/answers/status-rows.ts';
import { unansweredRows } from '../src/booking/answers/unanswered-rows.ts';
import type { Operation } from '../src/inbox/call.ts';

/** Returns the page about every possible result of a call, generated from the program's failure table. */
export function failurePage(): string {
  const sections = parts.map(({ title, about, rows }) => {
    const lines = Object.keys(rows).map(row => line(row as RowName));
    return [`## ${title}`, about, [head, ...lines].join('\n')].join('\n\n');
  });
  return `${[introduction, ...sections, related()].join('\n\n')}\n`;
}

/** Describes the decision of a row for an operation: one of the classes, or the condition for it. */
export function classWords(row: RowName, operation: Operation): string {
  const entry: FailureRow = failureTable[row];
  const rule = entry[operation] ?? entry.updateCustomer;
  return 'sameAs' in rule ? `(${rule.sameAs})` : wordsOf(rule);
}

function wordsOf(rule: Ruling): string {
  switch (rule.kind) {
    case 'done':
      return rule.customerActs ? 'DONE+' : 'DONE';
    case 'again':
      return rule.limit ? `AGAIN, then ${rule.limit.becomes === 'data' ? 'DATA' : 'HOLD'}` : 'AGAIN';
    case 'unknown':
      if (rule.hold) return 'UNKNOWN and HOLD';
      return rule.probe ? 'UNKNOWN, and a probe: perhaps HOLD' : 'UNKNOWN';
    case 'data':
      return 'DATA';
    case 'mapping':
      return 'MAP';
    case 'hold':
      return 'HOLD';
    case 'probe':
      return `probe: ${wordsOf(rule.good)} or HOLD`;
  }
}

const parts: readonly { title: string; about: string; rows: Readonly<Record<string, FailureRow>> }[] = [
  {
    title: 'No complete response',
    about: `In the rows up to T6 nothing was sent, because there was never a connection. From T7 on the call may have arrived. An update
is then sent again, because it sets values and is applied completely or not at all. A booking is not sent again.`,
    rows: unansweredRows,
  },
  {
    title: 'Responses in the API document, and similar ones',
    about: `A response 200 is a success only if its body proves that it belongs to this call. A response 400 or 404 means that nothing was
saved.`,
    rows: answeredRows,
  },
  {
    title: 'Other statuses',
    about: `The API document does not name these statuses. They are interpreted cautiously, by the rules of HTTP. A booking is never sent
again if it may have been made before the failure.`,
    rows: statusRows,
  },
];

const head = `| | what happens | an update | a booking | what you read | what you do |
| --- | --- | --- | --- | --- | --- |`;

const introduction = `# What happens when something fails

Every attempt of a call ends in one row of these tables, whatever the response is, also if there is none. \`events show\`
describes the outcome of each attempt in words; with \`--json\` it adds the row (\`again T2\`). This page is generated
(\`npm run docs\`) from the table that the program uses for its decisions. Tests provoke every row over real connections,
for updates and for bookings.

| class | the event | continues | you |
| --- | --- | --- | --- |
| DONE | \`delivered\` | it is done | nothing |
| DONE+ | \`delivered\`, with \`action\` and perhaps \`url\` | it is done | see that the customer acts |
| AGAIN | \`queued\`, with \`nextAttemptAt\` and the reason | automatically | nothing |
| UNKNOWN | \`uncertain\`: a booking may have been made | only after your decision | look up the appointment, then \`fieldbridge events resolve\` |
| DATA | \`failed\`, with the diagnostics | when you replay it | \`fieldbridge events amend\`, or correct the mapping, then \`fieldbridge events replay\` |
| MAP | \`held\`, and so is its mapping | automatically | correct the mapping file or the account |
| HOLD | \`held\`, and so is the destination | automatically | follow the last column; \`fieldbridge destinations resume\` probes at once |

*AGAIN, then DATA* or *then HOLD*: the class changes after several such outcomes in a row; before a HOLD the destination is probed.
*Probe*: the configuration of the account is read. If that succeeds, only this event fails; otherwise the destination is held.
Faults of calls for at least three people, five in a row or half of the last twenty, hold the destination too. It is then
probed after 2 seconds, later every 60 seconds. One good response resumes delivery, slowly at first.

*AGAIN* ends for an update after \`retry.giveUpAfter\`, for a booking after the \`maxAge\` of its mapping. The call is then \`failed\`.`;

function line(row: RowName): string {
  const entry: FailureRow = failureTable[row];
  const classes = (['updateCustomer', 'persistCustomerData'] as const).map(operation => cell(row, operation));
  return `| ${[row, entry.what, ...classes, entry.words, entry.next].join(' | ')} |`;
}

function cell(row: RowName, operation: Operation): string {
  const { option }: FailureRow = failureTable[row];
  const optional = option?.[operation];
  const words = classWords(row, operation).replace(/^\((.+)\)$/, 'it is $1');
  return optional ? `${words}; with \`${option.name}\`: ${wordsOf(optional)}` : words;
}

function related(): string {
  const lines = Object.entries(relatedRows).map(
    ([name, { what, meaning }]) => `| ${name} | ${what} | ${meaning} |`,
  );
  return [
    '## Special cases',
    ['| | what happens | what it means |', '| --- | --- | --- |', ...lines].join('\n'),
  ].join('\n\n');
}
