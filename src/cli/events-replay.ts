import { type AdminApi, openAdminApi } from './admin-api.ts';
import type { Arguments } from './command.ts';
import { confirm } from './confirm.ts';
import { type EventWish, eventWish, findEvents } from './events-list.ts';
import { type ExitStatus, exit, type Surroundings, UsageError } from './surroundings.ts';

interface Replayed {
  readonly replayed: number;
}

/**
 * `fieldbridge events replay`: has one event, or all that a filter finds, planned again with the mappings of today.
 * Before many are, a person is asked.
 */
export async function replayEvents(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const [id] = args.words;
  const wish = eventWish(args);
  const isFiltered = Object.keys(wish).length > 0;
  if (id !== undefined && isFiltered) throw new UsageError('give either an ID or a filter, not both');
  if (id === undefined && !isFiltered)
    throw new UsageError('give the ID of an event, or a filter: --status, --source or --q');
  const api = openAdminApi(args, surroundings);
  const force = args.options.force === true;
  const answer = id === undefined ? await many(api, wish, args, surroundings) : await one(api, id, force);
  if (args.options.json) surroundings.out.write(`${JSON.stringify(answer ?? { replayed: 0 }, null, 2)}\n`);
  else surroundings.out.write(`${words(answer, id)}\n`);
  return exit.fine;
}

function one(api: AdminApi, id: string, force: boolean): Promise<Replayed> {
  return api.post(`events/${encodeURIComponent(id)}/replay`, { force });
}

/** Undefined where the person said no. */
async function many(
  api: AdminApi,
  wish: EventWish,
  { options }: Arguments,
  surroundings: Surroundings,
): Promise<Replayed | undefined> {
  const { events, next } = await findEvents(api, wish, countedAtMost);
  if (events.length === 0) return { replayed: 0 };
  const count = `${next === undefined ? '' : 'more than '}${events.length}`;
  const question = `${count} ${events.length === 1 ? 'event fits and is' : 'events fit and are'} to be replayed.`;
  if (!(await confirm(question, options.yes === true, surroundings))) return undefined;
  return api.post('events/replay', { ...wish, force: options.force === true });
}

/** Beyond that, a person need not know how many exactly, and counting takes too long. */
const countedAtMost = 10_000;

function words(answer: Replayed | undefined, id: string | undefined): string {
  if (!answer) return 'nothing was replayed';
  if (id !== undefined && answer.replayed === 0)
    return `nothing was replayed: ${id} was taken apart, and \`fieldbridge events show ${id}\` names the events it became`;
  if (id !== undefined)
    return `${id} is planned again; \`fieldbridge events show ${id}\` tells what becomes of it`;
  if (answer.replayed === 0) return 'no event fits, so nothing was replayed';
  const { replayed } = answer;
  return `${replayed} ${replayed === 1 ? 'event is' : 'events are'} planned again; \`fieldbridge events list\` tells what becomes of ${replayed === 1 ? 'it' : 'them'}`;
}
