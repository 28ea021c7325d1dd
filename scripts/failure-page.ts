import { answeredRows } from '../src/booking/answers/answered-rows.ts';
import type { FailureRow, Ruling } from '../src/booking/answers/failure-row.ts';
import { failureTable, type RowName, relatedRows } from '../src/booking/answers/failure-table.ts';
import { statusRows } from '../src/booking/answers/status-rows.ts';
import { unansweredRows } from '../src/booking/answers/unanswered-rows.ts';
import type { Operation } from '../src/inbox/call.ts';

/** The page about everything that can come of a call, made of the failure table that the program itself goes by. */
export function failurePage(): string {
  const sections = parts.map(({ title, about, rows }) => {
    const lines = Object.keys(rows).map(row => line(row as RowName));
    return [`## ${title}`, about, [head, ...lines].join('\n')].join('\n\n');
  });
  return `${[introduction, ...sections, related()].join('\n\n')}\n`;
}

/** What a row decides for an operation, as one of the classes, or as what leads to them. */
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
    title: 'No whole answer',
    about: `Up to T6 it is proved that nothing was sent: no connection ever stood. From T7 on the call may have arrived. An
update is then sent once more, since it states values and is applied as a whole or not at all; a booking is not.`,
    rows: unansweredRows,
  },
  {
    title: 'Answers that the API document names, and what looks like them',
    about: `A 200 is a success only where its body proves that it speaks of this very call. A refusal by 400 or 404 has saved
nothing.`,
    rows: answeredRows,
  },
  {
    title: 'Other statuses',
    about: `The API document does not name them; they are judged by what HTTP means, cautiously: what may have failed after it
was done is never sent again for a booking.`,
    rows: statusRows,
  },
];

const head = `| | what happens | an update | a booking | what you read | what you do |
| --- | --- | --- | --- | --- | --- |`;

const introduction = `# What happens when something fails

Every call that leaves ends in one row of these tables, whatever comes back, or does not. The row stands behind the
outcome of each attempt (\`again T2\`) in an event. The page is generated (\`npm run docs\`) from the table that the program
itself decides by; tests provoke every row over real connections, for updates and for bookings.

| class | the event | goes on | you |
| --- | --- | --- | --- |
| DONE | \`delivered\` | it is done | nothing |
| DONE+ | \`delivered\`, with \`action\` and perhaps \`url\` | it is done | see that the customer acts |
| AGAIN | \`queued\`, with \`nextAttemptAt\` and why | by itself | nothing |
| UNKNOWN | \`uncertain\`: a booking may have been made | never by itself | look up the appointment, then \`fieldbridge events resolve\` |
| DATA | \`failed\`, with what is wrong | when you replay it | correct the data, then \`fieldbridge events replay\` |
| MAP | \`held\`, and so is its mapping | by itself | correct the mapping file or the account |
| HOLD | \`held\`, and so is the destination | by itself | what the last column says; \`fieldbridge destinations resume\` looks at once |

*AGAIN, then DATA* or *then HOLD*: after several times in a row; before a HOLD the destination is asked. *Probe*: the
configuration of the account is read; where that goes well, it is this event's own trouble, else everyone's. Faults of
calls for at least three people, five in a row or half of the last twenty, hold the destination too. It is then
probed after 2 seconds, later every 60, and one good answer lets everything go on, slowly at first.

*AGAIN* ends for an update after \`retry.giveUpAfter\`, for a booking after the \`maxAge\` of its mapping: then it is \`failed\`.`;

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
    '## Around an answer',
    ['| | what happens | what it means |', '| --- | --- | --- |', ...lines].join('\n'),
  ].join('\n\n');
}
