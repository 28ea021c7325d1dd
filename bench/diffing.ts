import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { homeOf, load, printedBy, startBridge, stop, timeOf } from './processes.ts';
import { figure, heading, median, row, verdict } from './report.ts';

/** A mapping that makes another call of every event, with expressions of both kinds. */
const changedMapping = `
source: json
destination: salon
link: id
operation: updateCustomer
set:
  id: customer
  note: {template: "{note}, {answers[1].text}"}
  additionalFields:
    first: answers[0].text
    second: answers[field.ref = "question_2"].text
    third: $uppercase(answers[3].text)
    many: {from: answers.field.ref, as: list}
`;

/** Planning stored events again, as a whole command, against only reading them. */
export async function diffing(): Promise<void> {
  const events = 10_000;
  const bridge = await startBridge('diff', 'http://127.0.0.1:9');
  await load(bridge.port, 'diff', { count: events });
  const home = homeOf('diff');
  const request = JSON.stringify({ store: join(home, 'bridge.db'), last: events });
  const readEvents = async () => JSON.parse(await printedBy('reading-events.ts', request));
  while ((await readEvents()).unplanned > 0) await new Promise(done => setTimeout(done, 100));
  await stop(bridge.child);
  writeFileSync(join(home, 'mappings/update.yaml'), changedMapping);
  const args = [
    'diff',
    '--json',
    '--offline',
    '--last',
    String(events),
    '--config',
    join(home, 'config.yaml'),
  ];
  const rounds: { readMs: number; diffMs: number }[] = [];
  for (let round = 0; round < 3; round += 1) {
    const read: { events: number; ms: number } = await readEvents();
    const { ms, printed } = await timeOf(args);
    const { changed } = JSON.parse(printed);
    if (read.events !== events || changed !== events) throw new Error(`${changed} of ${read.events} differ`);
    rounds.push({ readMs: read.ms, diffMs: ms });
  }
  heading(`Planning ${figure(events)} stored events of 2 KB again, all of which differ (fieldbridge diff)`);
  row('only reading them', `${median(rounds.map(each => each.readMs)).toFixed(0)} ms`);
  verdict(
    'the whole command',
    median(rounds.map(each => each.diffMs)),
    ms => ms < 10_000,
    'under 10 s',
    ms => `${ms.toFixed(0)} ms`,
  );
  row('of reading them', `${median(rounds.map(each => each.diffMs / each.readMs)).toFixed(1)} x`);
}
