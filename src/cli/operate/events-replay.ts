import { counted } from '../../diagnostics/counted.ts';
import type { CorrectionEffect } from '../../server/api/replay-effect.ts';
import type { CorrectionPreview } from '../../server/api/routes/preview.ts';
import type { Arguments } from '../command.ts';
import { type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { confirm } from '../terminal/confirm.ts';
import { type AdminApi, openAdminApi } from './admin-api.ts';
import { effectWords, leftOutWords, newerWords, remainingText } from './effect-words.ts';
import { type EventQuery, eventQueryOf } from './events-list.ts';
import { tellOlderVersions } from './older-versions.ts';
import { whyNoneFits } from './why-none-fits.ts';

interface Replayed extends Partial<CorrectionEffect> {
  readonly replayed: number;
  readonly nothingLeft?: number;
  readonly otherCustomer?: number;
}

/** The expected effect of a replay, as the bridge reports it. */
interface Preview {
  readonly events: number;
  /** Events that would overwrite values of a newer event of the same person. */
  readonly newer: number;
  /** Delivered events for which nothing would be sent. */
  readonly nothingLeft?: number;
  /** Delivered events whose values would go to another customer than before. */
  readonly otherCustomer?: number;
}

/**
 * `fieldbridge events replay`: plans one event, or all that match a filter, again with the current mappings. If there
 * are many, or if older values would replace newer ones, a person sees the number and must confirm.
 */
export async function replayEvents(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const [id] = args.words;
  const request = eventQueryOf(args);
  const isFiltered = Object.keys(request).length > 0;
  if (id !== undefined && isFiltered) throw new UsageError('give either an ID or a filter, not both');
  if (id === undefined && !isFiltered)
    throw new UsageError('give the ID of an event, or a filter, such as --status failed');
  const path = id === undefined ? 'events/replay' : `events/${encodeURIComponent(id)}/replay`;
  const api = openAdminApi(args, surroundings);
  const { preview, replayed } = await ask(api, path, request, args, surroundings);
  if (args.options.json) surroundings.out.write(`${JSON.stringify(replayed ?? { replayed: 0 }, null, 2)}\n`);
  else {
    const { force, again } = args.options;
    const isAsked = args.options.yes !== true;
    const text = words(replayed, preview, { id, force: force === true, again: again === true, isAsked });
    const slips = id === undefined && preview.events === 0 ? await whyNoneFits(api, request) : '';
    surroundings.out.write(`${text}${slips}\n`);
  }
  return exit.fine;
}

/** Requests the expected effect of the replay, asks the person if necessary, then starts the replay. */
async function ask(
  api: AdminApi,
  path: string,
  request: EventQuery,
  args: Arguments,
  surroundings: Surroundings,
): Promise<{ preview: Preview; replayed: Replayed | undefined }> {
  const force = args.options.force === true;
  const again = args.options.again === true;
  const { preview } = await api.post<{ preview: Preview }>(path, {
    ...request,
    ...(again && { again }),
    preview: true,
  });
  if (preview.events === 0) return { preview, replayed: { replayed: 0 } };
  const [eventId] = args.words;
  await tellOlderVersions(api, await replayedOf(api, eventId, request), surroundings.err);
  const elsewhere = again && eventId !== undefined ? await atOthers(api, eventId) : [];
  const wants = eventId === undefined || (force && preview.newer > 0) || elsewhere.length > 0;
  const asked = () => {
    const said = [question(preview, { force, again }), ...elsewhere].join('\n');
    return confirm(said, args.options.yes === true, surroundings);
  };
  const said = !wants || (await asked());
  return {
    preview,
    replayed: said
      ? await api.post<Replayed>(path, { ...request, force, ...(again && { again }) })
      : undefined,
  };
}

/** Returns the source and the mapping to which a replay is limited. */
async function replayedOf(
  api: AdminApi,
  eventId: string | undefined,
  { source, mapping }: EventQuery,
): Promise<Parameters<typeof tellOlderVersions>[1]> {
  if (eventId === undefined) return { source, mapping };
  const event = await api.get<{ source: string }>(`events/${encodeURIComponent(eventId)}`);
  return { source: event.source };
}

/** Describes the values of an event that another customer has got than the one of today. */
async function atOthers(api: AdminApi, eventId: string): Promise<readonly string[]> {
  const { remains = [] } = await api.post<CorrectionPreview>('preview', { eventId, again: true });
  return remains.filter(({ otherCustomer }) => otherCustomer).map(remainingText);
}

interface Request {
  readonly force: boolean;
  readonly again: boolean;
}

function question(
  { events, newer, nothingLeft = 0, otherCustomer = 0 }: Preview,
  { force, again }: Request,
): string {
  const fits = `${counted(events, 'event matches', 'events match')} and would be replayed.`;
  const done = nothingLeft === 0 ? '' : `\n${doneWords(nothingLeft, again)}.`;
  const others = otherCustomer === 0 ? '' : `\n${otherWords(otherCustomer)}`;
  const count = `${fits}${done}${others}`;
  if (newer === 0) return count;
  const what = counted(newer, 'has values that a newer event', 'have values that newer events');
  const then = force ? 'with --force, the older values replace the newer ones' : 'these values are left out';
  return `${count}\n${what} of the same person ${newer === 1 ? 'has' : 'have'} set since: ${then}.`;
}

/** Describes delivered events: their bookings are never sent again. */
function doneWords(nothingLeft: number, again: boolean): string {
  const have = `${nothingLeft} of them ${nothingLeft === 1 ? 'has' : 'have'} nothing left to send`;
  return again
    ? `${have}, since a booking is never repeated`
    : `${have} (--again sends delivered updates again)`;
}

/** Describes events whose values go to another customer than they were delivered to. */
function otherWords(count: number): string {
  return `The values of ${counted(count, 'event')} go to another customer than before, since the link or the event was changed. The earlier customer keeps them: put them right in the calendar.`;
}

function words(
  answer: Replayed | undefined,
  { events, newer, nothingLeft = 0 }: Preview,
  wish: Request & { readonly id: string | undefined; readonly isAsked: boolean },
): string {
  const { id, again } = wish;
  if (!answer) return 'nothing was replayed';
  if (id === undefined && events === 0) return 'no event matches, so nothing was replayed';
  if (id !== undefined && answer.replayed === 0)
    return `nothing was replayed: ${id} was split into several events; \`fieldbridge events show ${id}\` lists them`;
  if (id !== undefined && nothingLeft > 0) {
    const how = again
      ? `a booking is never repeated; \`fieldbridge events show ${id}\` shows it`
      : `\`fieldbridge events replay ${id} --again\` sends its updates again with the current mappings`;
    return `${id} was replayed, but all its calls are delivered, so nothing is sent; ${how}`;
  }
  if (id !== undefined) return wordsOfOne(answer, newer, { ...wish, id });
  const { replayed, otherCustomer = 0 } = answer;
  const others = otherCustomer === 0 ? '' : `\n${otherWords(otherCustomer)}`;
  const done = (nothingLeft === 0 ? '' : `\n${doneWords(nothingLeft, again)}`) + others;
  return `${counted(replayed, 'event is', 'events are')} planned again; \`fieldbridge events list\` shows the ${replayed === 1 ? 'result' : 'results'}${done}`;
}

/** Describes the effect of a replay of one event. */
function wordsOfOne(
  { effects: planned = [], remains = [] }: Replayed,
  newer: number,
  { id, force, isAsked }: Request & { readonly id: string; readonly isAsked: boolean },
): string {
  const effects = force ? [] : planned;
  if (effects.length > 0 && effects.every(({ stays }) => stays === 'superseded')) {
    const nothing = `${id} was replayed, but nothing is sent: newer events of this person have set all its values since (--force sends them)`;
    return [nothing, ...new Set(effects.flatMap(each => newerWords(each, id)))].join('\n');
  }
  const elsewhere = remains.filter(({ otherCustomer }) => otherCustomer);
  return [
    `${id} is planned again; \`fieldbridge events show ${id}\` shows the result`,
    ...effects.flatMap(each => effectWords(each, id)),
    ...(newer > 0 && !force
      ? ['values that newer events of this person have set are left out (--force sends them too)']
      : []),
    ...(isAsked ? remains.flatMap(leftOutWords) : elsewhere.map(remainingText)),
  ].join('\n');
}
