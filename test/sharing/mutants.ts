import type { Mutant } from '../simulation/mutants.ts';

/** A guard that is taken away, and what a course has to find then: that anything is wrong says too little. */
export interface SharingMutant extends Mutant {
  /** How one of the findings begins. */
  readonly shows: readonly string[];
}

/** Guards of what processes share, each of which is taken away in turn: a course that does not notice that is too tame. */
export const sharingMutants: readonly SharingMutant[] = [
  {
    name: 'proves nothing',
    shows: ['a call was given out', 'a result was written', 'a booking was begun', 'a call was planned'],
    seenIn: 1,
    file: 'inbox/postgres/ownership/ownership.ts',
    text: 'if (row?.owner === owner && row.epoch === owned.get(name)?.epoch) continue;',
    becomes: 'if (row) continue;',
  },
  {
    name: 'proves without a lock',
    shows: ['INSERT of a begun', 'a call was given out', 'a booking was begun'],
    seenIn: 1,
    file: 'inbox/postgres/ownership/ownership.ts',
    text: 'const { locked, seen } = await lockWorkAndLook(transaction, [...names, ...further], look);\n',
    becomes: `const found = await transaction.all<WorkRow>('SELECT name, owner, epoch FROM work WHERE name = ANY($1)', names);
      const locked = new Map(found.map(row => [row.name, row]));
      const seen = await look();
`,
  },
  {
    name: 'takes back what another process owns by now',
    shows: ['"', 'destination', 'planning', 'upkeep', 'messages'],
    seenIn: 1,
    file: 'inbox/postgres/ownership/ownership.ts',
    text: 'FROM (SELECT name FROM work WHERE owner = $1 AND name = ANY($3) ORDER BY name FOR NO KEY UPDATE) AS mine\n         WHERE',
    becomes:
      ', owner = $1 FROM (SELECT name FROM work WHERE name = ANY($3) ORDER BY name FOR NO KEY UPDATE) AS mine\n         WHERE',
  },
  {
    name: 'renews what it does not know that it owns',
    shows: ['not at rest'],
    seenIn: 1,
    file: 'inbox/postgres/ownership/ownership.ts',
    text: 'WHERE owner = $1 AND name = ANY($3) ORDER BY name',
    becomes: 'WHERE owner = $1 AND $3::text[] IS NOT NULL ORDER BY name',
  },
  {
    name: 'takes a work before the term of its owner is over',
    shows: ['destination', 'planning', 'upkeep', 'messages'],
    seenIn: 1,
    file: 'inbox/postgres/ownership/ownership.ts',
    text: 'row.owner === owner || row.over)',
    becomes: 'row.owner === owner || true)',
  },
  {
    name: 'does not raise the epoch',
    shows: ['destination', 'planning', 'upkeep', 'messages'],
    seenIn: 1,
    file: 'inbox/postgres/ownership/ownership.ts',
    text: 'epoch = epoch + (owner IS DISTINCT FROM $2)::int',
    becomes: 'epoch = epoch',
  },
  {
    name: 'believes its term for longer than the database',
    shows: ['a call left a process'],
    seenIn: 1,
    file: 'inbox/postgres/ownership/ownership.ts',
    text: 'performance.now() < work.until;',
    becomes: 'performance.now() < work.until + 60_000;',
  },
  {
    name: 'keeps what another process is preferred for',
    shows: ['not at rest'],
    seenIn: 1,
    file: 'inbox/postgres/ownership/sharing.ts',
    text: '      await ownership.leaveUnwanted();\n      await ownership.takeWanted();\n',
    becomes: '      await ownership.takeWanted();\n',
  },
  {
    name: 'does not wait for calls that another owner began',
    shows: ['two at a time'],
    seenIn: 8,
    file: 'inbox/postgres/delivery/others-begun.ts',
    text: "ofOthers(owner, 'until > $2')",
    becomes: "ofOthers(owner, 'until > $2 + 1e12')",
  },
  {
    name: 'does not wait for bookings that another owner began',
    shows: ['two at a time'],
    seenIn: 6,
    file: 'inbox/postgres/delivery/claiming.ts',
    text: 'AND lane IS NOT NULL AND until > $2\n',
    becomes: 'AND lane IS NOT NULL AND until > $2 + 1e12\n',
  },
  {
    name: 'leaves alone for ever what it gave out and lost',
    shows: ['not at rest'],
    seenIn: 5,
    file: 'inbox/postgres/delivery/claiming.ts',
    text: "    : '$3::bigint[]';",
    becomes: "    : '$3::bigint[] || ARRAY(SELECT call FROM begun WHERE owner = $4)';",
  },
  {
    name: 'begins a call however late',
    shows: ['two at a time', 'a call left a process'],
    seenIn: 1,
    file: 'inbox/postgres/delivery/beginning.ts',
    text: ' && parts.clock.now() <= leavesBy',
    becomes: '',
  },
  {
    name: 'begins a call without being its owner for certain',
    shows: ['a call left a process'],
    seenIn: 1,
    file: 'inbox/postgres/delivery/beginning.ts',
    text: 'parts.ownership.has(workOf(claim.destination)) && ',
    becomes: '',
  },
  {
    name: 'begins a booking without a proof',
    shows: ['a booking was begun'],
    seenIn: 1,
    file: 'inbox/postgres/delivery/beginning.ts',
    text: '  await ownership.prove(transaction, worksOf(asked));\n  await extend(transaction, parts, asked);\n',
    becomes: '  await extend(transaction, parts, asked);\n',
  },
  {
    name: 'claims without a proof',
    shows: ['a call was given out', 'INSERT of a begun'],
    seenIn: 1,
    file: 'inbox/postgres/delivery/turnover.ts',
    text: '    await ownership.prove(\n      transaction,\n      wishes.map(({ destination }) => workOf(destination)),\n    );\n',
    becomes: '',
  },
  {
    name: 'settles without a proof',
    shows: ['a result was written', 'UPDATE of a call'],
    seenIn: 1,
    file: 'inbox/postgres/delivery/turnover.ts',
    text: 'ownership.prove(transaction, [...new Set(destinations.map(workOf))]),',
    becomes: 'undefined,',
  },
  {
    name: 'takes the result of a call for written that is another owner’s',
    shows: ['event '],
    seenIn: 1,
    file: 'inbox/postgres/delivery/turnover.ts',
    text: 'ownedApart<Asked, Answer>(all, false, some',
    becomes: 'ownedApart<Asked, Answer>(all, true, some',
  },
  {
    name: 'takes any claim of before for current',
    shows: ['event ', 'doubled', 'false', 'two', 'out of order', 'a result'],
    seenIn: 1,
    file: 'inbox/postgres/delivery/settling.ts',
    text: 'return new Set(rows.map(({ call }) => call));',
    becomes: 'return new Set(all.map(({ claim }) => claim.callId ?? rows));',
  },
  {
    name: 'sends a booking again that its last owner had begun',
    shows: ['doubled'],
    seenIn: 1,
    file: 'inbox/postgres/delivery/take-over.ts',
    text: '  if (intents.length === 0) return;\n',
    becomes: `  await transaction.run("DELETE FROM ledger WHERE state = 'intent' AND call = ANY($1)", intents.map(({ call }) => call));
  if (intents.length >= 0) return;\n`,
  },
  {
    name: 'leaves bookings as they are that its last owner had begun',
    shows: ['doubled', 'not at rest'],
    seenIn: 1,
    file: 'inbox/postgres/delivery/take-over.ts',
    text: '  if (intents.length === 0) return;\n',
    becomes: '  if (intents.length >= 0) return;\n',
  },
  {
    name: 'plans above a mark',
    shows: ['not at rest'],
    seenIn: 26,
    file: 'inbox/postgres/planning/planning.ts',
    text: '        const found = await plannableEvents(transaction, Math.min(limit, mostTogether));\n',
    becomes: `        const all = await plannableEvents(transaction, Math.min(limit, mostTogether));
        const marked = beingPlanned as { mark?: number };
        const { mark = 0 } = marked;
        const found = all.filter(({ event }) => event.planning !== 'first' || event.sequence > mark);
        marked.mark = Math.max(mark, ...all.map(({ event }) => event.sequence));
`,
  },
  {
    name: 'plans without the locks of destinations',
    shows: ['INSERT of a call'],
    seenIn: 1,
    file: 'inbox/postgres/planning/planning.ts',
    text: '[...destinations, ...before].map(workOf)',
    becomes: '[]',
  },
  {
    name: 'plans without a proof',
    shows: ['a call was planned'],
    seenIn: 1,
    file: 'inbox/postgres/planning/planning.ts',
    text: "{ names: ['planning'], further: [...destinations",
    becomes: '{ names: [], further: [...destinations',
  },
  {
    name: 'plans at once without the locks of destinations',
    shows: ['INSERT of a call'],
    seenIn: 1,
    file: 'inbox/postgres/intake/intake.ts',
    text: "{ names: ['planning'], further }",
    becomes: "{ names: ['planning'] }",
  },
  {
    name: 'takes senders’ ids in the order in which they come',
    shows: ['transactions waited'],
    seenIn: 1,
    file: 'inbox/postgres/intake/duplicates.ts',
    text: '     ORDER BY source COLLATE "C", key COLLATE "C", variant\n',
    becomes: '',
  },
  {
    name: 'takes a sender’s id for its own that another process has just taken',
    shows: ['webhook', 'twice'],
    seenIn: 1,
    file: 'inbox/postgres/intake/duplicates.ts',
    text: 'const others = missing.filter(({ item }) => !taken.has(item.id));',
    becomes: 'const others = missing.filter(({ item }) => !taken.has(item.id) && missing.length === 0);',
  },
  {
    name: 'goes by the clock of its machine',
    shows: ['not at rest', 'two at a time'],
    seenIn: 1,
    file: 'inbox/postgres/store.ts',
    text: 'options.tellTime && (await followClock(database, options.tellTime));',
    becomes: 'options.tellTime && (await followClock(database, () => {}));',
  },
  {
    name: 'goes on as it stood before another process had the destination',
    shows: ['not at rest'],
    seenIn: 1,
    file: 'deliver/sharing/share-work.ts',
    text: 'if (epoch === undefined || led.get(name) !== epoch) {',
    becomes: 'if (epoch === undefined) {',
  },
];
