import { isDeepStrictEqual } from 'node:util';
import { nearest } from '../../diagnostics/nearest.ts';
import { didYouMean, visibleNames, visibleText } from '../../diagnostics/visible-text.ts';
import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import type { EventView } from '../../inbox/event.ts';
import { changedValues } from '../../receive/bodies/changed-values.ts';
import { patchBetween } from '../../receive/bodies/merge-patch.ts';
import {
  type ReshapedValue,
  reshapedValues,
  type ValueShape,
  writtenPathsIn,
} from '../../receive/bodies/reshaped-values.ts';
import type { CorrectionEffect } from '../../server/api/replay-effect.ts';
import type { CorrectionPreview } from '../../server/api/routes/preview.ts';
import type { Arguments } from '../command.ts';
import { shellWord } from '../started-as.ts';
import { type ExitStatus, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { confirm } from '../terminal/confirm.ts';
import { show } from '../workspace.ts';
import { type AdminApi, openAdminApi } from './admin-api.ts';
import { type Correction, correct, readRemoval, readSetting } from './corrections.ts';
import { effectWords, leftOutWords, remainingText } from './effect-words.ts';

interface Answer extends Partial<CorrectionEffect> {
  readonly amended: boolean;
  readonly hint?: string;
}

/**
 * `fieldbridge events amend`: corrects the payload of an event and plans the event again. It asks first if the event
 * would still fail, if no call changes, if earlier values would stay in the account, or if a value replaces an object or
 * a list.
 */
export async function amendEvent(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const [id = ''] = args.words;
  const { reason, who } = args.options;
  if (!reason) throw new UsageError('--reason is missing: give the reason; it is stored with the correction');
  if (textsOf(args.options.set).length + textsOf(args.options.remove).length === 0) throw nothingToCorrect();
  const api = openAdminApi(args, surroundings);
  const path = `events/${encodeURIComponent(id)}`;
  const found = await api.get<EventView & Payloads>(path);
  const { status, calls, payload, corrected: before = payload, amendments = [] } = found;
  const corrections = correctionsOf(args, before);
  const { corrected, added } = correct(before, corrections);
  const event = { id, status, calls };
  const patch = patchBetween(before, corrected);
  if (patch === undefined) throw new UsageError(`nothing would change: ${id} has these values already`);
  const changes = changedValues(before, corrected);
  if (
    !(await wanted(
      api,
      event,
      {
        ...{ patch, before, corrections },
        changed: changes.length,
        slips: [...slipsOf(added, before), ...reshapedValues(before, corrected).map(reshapedWords)],
      },
      args,
      surroundings,
    ))
  ) {
    surroundings.out.write('nothing was changed\n');
    return exit.fine;
  }
  const answer = await api.post<Answer>(
    `${path}/amend`,
    withoutAbsent({ patch, reason, who, seen: amendments.length }),
  );
  if (args.options.json) surroundings.out.write(`${JSON.stringify(answer, null, 2)}\n`);
  else surroundings.out.write(`${words(id, added, answer, args.options.yes !== true)}\n`);
  return exit.fine;
}

/** The payloads of an event in `/api`: the received one, and the corrected one. */
interface Payloads {
  readonly payload?: unknown;
  readonly corrected?: unknown;
  readonly amendments?: readonly unknown[];
}

function correctionsOf({ options: { set, remove } }: Arguments, payload: unknown): readonly Correction[] {
  return [
    ...textsOf(set).map(each => readSetting(each, payload)),
    ...textsOf(remove).map(each => readRemoval(each, payload)),
  ];
}

function nothingToCorrect(): UsageError {
  return new UsageError('nothing to correct: add --set PATH=VALUE, as in --set contact.phone=+4915112345678');
}

function textsOf(option: Arguments['options'][string]): readonly string[] {
  return Array.isArray(option) ? option : [];
}

/** A correction to be stored. */
interface Request {
  readonly patch: unknown;
  /** The payload before the corrections. */
  readonly before: unknown;
  readonly corrections: readonly Correction[];
  /** The number of changed values. */
  readonly changed: number;
  /** Paths that may be misspelt or lead to too much, in words. */
  readonly slips: readonly string[];
}

/** Tries the correction first, and asks the person if its effect may be unintended. */
async function wanted(
  api: AdminApi,
  event: Pick<EventView, 'id' | 'status' | 'calls'>,
  { patch, before, corrections, changed, slips }: Request,
  args: Arguments,
  surroundings: Surroundings,
): Promise<boolean> {
  const { id } = event;
  const preview = await api.post<CorrectionPreview>('preview', { eventId: id, patch });
  const all = [...preview.diagnostics, ...preview.calls.flatMap(call => call.diagnostics)];
  const faults = all.filter(({ severity }) => severity === 'error');
  if (faults.length > 0) surroundings.err.write(show(faults, new Map(), surroundings, surroundings.err));
  const doubts = [
    ...slips,
    ...(preview.unread?.length === changed
      ? [await noCallChanges(api, { id, before, corrections }, { preview, faults: faults.length })]
      : []),
    ...(faults.length > 0 ? [`With this correction, ${id} still cannot be sent.`] : []),
    ...(preview.remains ?? []).map(remainingText),
    ...(isDiscarded(event) ? [`${id} was discarded. The correction sends it after all.`] : []),
  ];
  if (doubts.length === 0) return true;
  return confirm(doubts.join('\n'), args.options.yes === true, surroundings);
}

/** Returns the reason why a correction changes no call. To see whether a rule reads the values, it tries another text. */
async function noCallChanges(
  api: AdminApi,
  { id, before, corrections }: { readonly id: string } & Pick<Request, 'before' | 'corrections'>,
  { preview, faults }: { readonly preview: CorrectionPreview; readonly faults: number },
): Promise<string> {
  if (faults > 0) return 'This correction alone changes no call: the event still fails for the reason above.';
  const others = corrections.map(each => ({ ...each, change: { kind: 'set', text: otherText } }) as const);
  const patch = patchBetween(before, correct(before, others).corrected);
  const tried = await api.post<CorrectionPreview>('preview', { eventId: id, patch });
  const planOf = ({ calls, diagnostics }: CorrectionPreview) => ({ calls, diagnostics });
  return isDeepStrictEqual(planOf(tried), planOf(preview))
    ? 'This correction changes no call: no rule reads the corrected value.'
    : 'This correction changes no call: a rule reads the corrected value, and its result is the same as before.';
}

const otherText = 'another text 7f3a';

function isDiscarded({ status, calls }: Pick<EventView, 'status' | 'calls'>): boolean {
  return status === 'discarded' || calls.some(call => call.status === 'discarded');
}

/** Returns the new properties that may be misspelt: similar to one of the payload, or with the same last name. */
function slipsOf(added: readonly string[], payload: unknown): readonly string[] {
  const paths = writtenPathsIn(payload);
  return added.flatMap(path => {
    const [near = paths.find(each => lastName(each) === lastName(path))] = nearest(path, paths);
    return near === undefined
      ? []
      : [`The payload has no ${visibleText(path)}; ${didYouMean(near, path)} It would be added.`];
  });
}

/** Describes a correction that replaces an object or a list by a value, or a value by one of them. */
function reshapedWords({ path, was, becomes, removes }: ReshapedValue): string {
  const [inside] = removes;
  if (inside === undefined)
    return `${visibleText(path)} is one value. The correction replaces it by ${shapeWords[becomes]}.`;
  const names = visibleNames(removes.slice(0, mostNames));
  const more = removes.length > mostNames ? `, and ${removes.length - mostNames} more` : '';
  return `${visibleText(path)} is ${shapeWords[was]}. The correction replaces all of it by ${shapeWords[becomes]}, and removes ${names}${more}. To correct one value, give its path, as in --set ${shellWord(`${inside}=VALUE`)}.`;
}

const mostNames = 5;

const shapeWords: Readonly<Record<ValueShape, string>> = {
  object: 'an object',
  list: 'a list',
  value: 'one value',
};

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase();
}

/** `isAsked`: the person has seen the question, which describes the remaining values. */
function words(
  id: string,
  added: readonly string[],
  { hint, effects = [], unread = [], remains = [] }: Answer,
  isAsked: boolean,
): string {
  const paths = added.map(each => `the payload had no ${visibleText(each)} before: it is added`);
  const then =
    hint ?? `${id} is corrected and planned again; \`fieldbridge events show ${id}\` shows the result`;
  const without = unread.length === 0 ? [] : [`no call changes by the correction of ${visibleNames(unread)}`];
  return [
    ...paths,
    then,
    ...without,
    ...effects.flatMap(each => effectWords(each, id)),
    ...remains.flatMap(each => (isAsked ? leftOutWords(each) : [remainingText(each)])),
  ].join('\n');
}
