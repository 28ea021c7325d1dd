import { counted } from '../../diagnostics/counted.ts';
import {
  type Erased as ErasedInStore,
  type ErasureCounts,
  type ErasurePreview,
  type FoundApart,
  leastErasedText,
  type PersonView,
  type Unsearched,
  wordsApart,
} from '../../inbox/erasure.ts';
import type { Arguments } from '../command.ts';
import { shellWord } from '../started-as.ts';
import { type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { openAdminApi } from './admin-api.ts';

type Apart = { readonly apart?: FoundApart };
type Erased = Omit<ErasedInStore, 'kind'> & Apart;
type Preview = Omit<ErasurePreview, 'kind'> & Apart;

/**
 * `fieldbridge erase`: makes the running bridge erase the stored data of a person, or show what it would erase. Exit
 * status 1 if some data are left, which need another or a different request.
 */
export async function erase(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const request = requestOf(args);
  const api = openAdminApi(args, surroundings);
  const value = String(request.customerId ?? request.link ?? '');
  const tell = (answer: unknown, lines: readonly string[]) =>
    surroundings.out.write(`${args.options.json ? JSON.stringify(answer) : lines.join('\n')}\n`);
  if (args.options.preview) {
    const { preview } = await api.post<{ preview: Preview }>('erase', request);
    tell(preview, [...previewLines(preview, value), ...apartLines(preview, args)]);
    return exit.fine;
  }
  const erased = await api.post<Erased>('erase', request);
  tell(erased, [...erasedLines(erased, value), ...apartLines(erased, args)]);
  const { underWay, mentioned, further, apart, complete } = erased;
  const isAll = underWay === 0 && mentioned === 0 && !further && !apart && complete;
  return isAll ? exit.fine : exit.wrong;
}

const targetOptions = { link: 'link', event: 'event', refusal: 'refusal', text: 'q' } as const;
const furtherOptions = {
  customer: 'customerId',
  destination: 'destination',
  people: 'people',
  reason: 'reason',
  who: 'who',
} as const;
const switches = ['apart', 'person', 'everyone', 'preview'] as const;

function requestOf({ options }: Arguments): Record<string, string | boolean> {
  const given = Object.keys(targetOptions).filter(name => options[name] !== undefined);
  // With a text, the customer number selects one of the people with that text.
  if (options.customer !== undefined && options.text === undefined) given.push('customer');
  if (given.length !== 1)
    throw new UsageError('say one of --customer, --link, --event, --refusal and --text');
  if (typeof options.text === 'string' && options.text.trim().length < leastErasedText)
    throw new UsageError(`--text takes at least ${leastErasedText} characters, such as an e-mail address`);
  if (!options.reason && !options.preview) {
    throw new UsageError('--reason is missing: give the reason; it is stored in the audit log');
  }
  const all = Object.entries({ ...targetOptions, ...furtherOptions });
  return {
    ...Object.fromEntries(
      all.flatMap(([option, key]) => (options[option] === undefined ? [] : [[key, String(options[option])]])),
    ),
    ...Object.fromEntries(switches.flatMap(name => (options[name] === true ? [[name, true]] : []))),
  };
}

function previewLines(preview: Preview, value: string): readonly string[] {
  const { people } = preview;
  const several = 'it belongs to several people, and nothing is erased before you say who is meant: ';
  return [
    `would erase: ${countWords(preview)}`,
    ...(people.length > 0 ? [`of: ${people.map(nameOf).join('; ')}`] : []),
    ...(people.length > 1 ? [`${several}--customer with --destination, or --everyone`] : []),
    ...leftLines(preview, value),
    ...unsearchedLines(preview.unsearched),
  ];
}

function erasedLines(erased: Erased, value: string): readonly string[] {
  const { underWay, complete, unsearched } = erased;
  return [
    `erased: ${countWords(erased)}`,
    ...leftLines(erased, value),
    ...unsearchedLines(unsearched),
    ...(underWay > 0
      ? [`left: ${counted(underWay, 'event')} being sent right now: ask again in a minute`]
      : []),
    ...(complete || unsearched
      ? []
      : ['left: the log could not be emptied yet, perhaps by a backup that is being made: ask again']),
  ];
}

/** Reports if no value holds the whole text, but single words of it occur, such as first and last name. */
function apartLines({ apart }: Apart, { options: { text } }: Arguments): readonly string[] {
  if (!apart) return [];
  const [first = ''] = wordsApart(String(text));
  return [
    `No value holds the whole text, but each of its words is in ${countWords(apart)}.`,
    ...(apart.people.length > 0 ? [`of: ${apart.people.map(nameOf).join('; ')}`] : []),
    'Look at them, then erase them with --apart:',
    `  fieldbridge events list --q ${shellWord(first)}`,
  ];
}

function leftLines({ further, mentioned }: Pick<Preview, 'further' | 'mentioned'>, value: string) {
  const left: string[] = [];
  if (further) {
    left.push(
      `left: ${countWords(further)} of the same person, ${nameOf(further)}: --person erases them too`,
    );
  }
  if (mentioned > 0) {
    const holds = mentioned === 1 ? 'holds' : 'hold';
    left.push(
      value === ''
        ? `left: ${counted(mentioned, 'event')} that ${holds} a number or a link of this person, perhaps as something else or of ` +
            'somebody who shares it: look with `fieldbridge events list --q TEXT`, and erase each with --event'
        : `left: ${counted(mentioned, 'event')} that never became a call and ${holds} "${value}", perhaps as ` +
            `something else: \`fieldbridge events list --q ${value}\` shows them; erase each with --event, or all with --text`,
    );
  }
  return left;
}

function unsearchedLines(unsearched: Unsearched | undefined): readonly string[] {
  if (!unsearched) return [];
  const { events, refusals, ids } = unsearched;
  const more = events + refusals - ids.length;
  const counts = [
    ...(events > 0 ? [counted(events, 'event')] : []),
    ...(refusals > 0 ? [counted(refusals, 'refusal')] : []),
  ];
  return [
    `left: ${counts.join(' and ')} that could not be searched (broken XML, an unknown charset, a compressed file): ` +
      `${ids.join(', ')}${more > 0 ? `, and ${more} more` : ''}. Look at each, and erase it with --event or --refusal`,
  ];
}

function nameOf({ customers, linked }: PersonView): string {
  if (customers.length === 0) return linked.map(({ people, link }) => `"${link}" of ${people}`).join(' and ');
  return customers.map(each => `customer ${each.customerId} at ${each.destination}`).join(' and ');
}

function countWords({ events, links, refusals }: ErasureCounts): string {
  return [counted(events, 'event'), counted(links, 'link'), counted(refusals, 'refusal')].join(', ');
}
