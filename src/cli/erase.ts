import { openAdminApi } from './admin-api.ts';
import type { Arguments } from './command.ts';
import { type ExitStatus, exit, type Surroundings, UsageError } from './surroundings.ts';

interface Erased {
  readonly events: number;
  readonly links: number;
  readonly refusals: number;
  readonly underWay: number;
  /** Events that hold the number or link, but of which no call says whom they are about. */
  readonly mentioned: number;
  readonly complete: boolean;
}

/**
 * `fieldbridge erase`: has the running bridge erase what it keeps of a person. Exit status 1 where something is left
 * for now, so that it is to be asked again.
 */
export async function erase(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const wish = wishOf(args);
  const erased = await openAdminApi(args, surroundings).post<Erased>('erase', wish);
  if (args.options.json) surroundings.out.write(`${JSON.stringify(erased)}\n`);
  else surroundings.out.write(`${words(erased, wish.customerId ?? wish.link ?? '')}\n`);
  return erased.underWay === 0 && erased.mentioned === 0 && erased.complete ? exit.fine : exit.wrong;
}

const wishOptions = { customer: 'customerId', link: 'link', event: 'event', text: 'q' } as const;
const furtherOptions = {
  destination: 'destination',
  people: 'people',
  reason: 'reason',
  who: 'who',
} as const;

function wishOf({ options }: Arguments): Record<string, string> {
  const given = Object.keys(wishOptions).filter(name => options[name] !== undefined);
  if (given.length !== 1) throw new UsageError('say one of --customer, --link, --event and --text');
  if (!options.reason) throw new UsageError('--reason is missing: say why; it is kept in the audit trail');
  const all = Object.entries({ ...wishOptions, ...furtherOptions });
  return Object.fromEntries(
    all.flatMap(([option, key]) => (options[option] === undefined ? [] : [[key, String(options[option])]])),
  );
}

function words({ events, links, refusals, underWay, mentioned, complete }: Erased, wish: string): string {
  const counted = [count(events, 'event'), count(links, 'link'), count(refusals, 'refusal')].join(', ');
  const left = [
    ...(underWay > 0 ? [`${count(underWay, 'event')} being sent right now: ask again in a minute`] : []),
    ...(mentioned > 0
      ? [
          `${count(mentioned, 'event')} that never became a call and ${mentioned === 1 ? 'holds' : 'hold'} "${wish}", perhaps as ` +
            `something else: \`fieldbridge events list --q ${wish}\` shows them; erase each with --event, or all with --text`,
        ]
      : []),
    ...(complete
      ? []
      : ['the log could not be emptied yet, perhaps by a backup that is being made: ask again']),
  ];
  return [`erased: ${counted}`, ...left.map(each => `left: ${each}`)].join('\n');
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
