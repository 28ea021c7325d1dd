import { basename, dirname, join } from 'node:path';
import { counted } from '../../diagnostics/counted.ts';
import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import { batches } from '../../lists/batches.ts';
import type { DryRunSummary } from '../../lists/dry-run-summary.ts';
import { crossedRows, skippedForNewer, sumOfTaken, type TakenRows } from '../../lists/failed-rows.ts';
import {
  type EventOfRow,
  type JudgedRow,
  type JudgedRows,
  judgeRows,
  type KnownRow,
  outdatedRows,
  presentWarnings,
} from '../../lists/known-rows.ts';
import { isDoubtfulList, type ListEvidence } from '../../lists/list-evidence.ts';
import { FaultyList } from '../../lists/list-fault.ts';
import type { Arguments } from '../command.ts';
import { type AdminApi, openAdminApi } from '../operate/admin-api.ts';
import { tellOlderVersions } from '../operate/older-versions.ts';
import { endBy, listenForStop } from '../start/stop-signals.ts';
import { shellWord } from '../started-as.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { doubtfulRows } from './doubtful-rows.ts';
import { dryRun } from './dry-run.ts';
import { exchangedText } from './exchanged-text.ts';
import { writeFailedFile } from './failed-file.ts';
import { listFaultText } from './fault-words.ts';
import { followImport, type ImportAnswer, type PatientApi, patientApi } from './follow.ts';
import { resultText } from './import-result.ts';
import { changedText, movedText, otherDecimalsText } from './list-as-whole.ts';
import { columnsText } from './list-columns.ts';
import { type ListFile, readListFile } from './list-file.ts';
import { createProgress } from './progress.ts';
import { repeatedText, totalsText } from './repeated-rows.ts';
import { sendAgain } from './send-again.ts';
import { summarizeList } from './summarize-list.ts';
import { swappedDaysText } from './swapped-days.ts';

/** The progress of the command, for a person who interrupts it. */
interface Stage {
  /** The number of rows in the list; 0 until the list is read, and in a dry run. */
  rows: number;
  stored: number;
  isStopped: boolean;
}

/**
 * `fieldbridge import`: imports the rows of a CSV or NDJSON file as events of a source. Exit status 1 if a row failed,
 * or some rows have no result yet. On a signal, it reports its progress and ends by that signal.
 */
export async function importList(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const stage: Stage = { rows: 0, stored: 0, isStopped: false };
  const signals = listenForStop(surroundings.stop);
  try {
    const stopped = signals.requested.then(signal => {
      stage.isStopped = true;
      surroundings.err.write(interruptedText(stage, args));
      signals.end();
      if (surroundings.stop === undefined) endBy(signal);
      return exit.failure;
    });
    return await Promise.race([importRows(args, surroundings, stage), stopped]);
  } catch (error) {
    if (!(error instanceof FaultyList)) throw error;
    throw new CommandFailed(listFaultText(error.fault, basename(args.words[1] ?? ''), 'options'), exit.wrong);
  } finally {
    signals.end();
  }
}

function interruptedText({ rows, stored }: Stage, { words, options }: Arguments): string {
  const [source = '', file = ''] = words;
  if (options['dry-run'] === true) return '\nInterrupted. Nothing was stored, and nothing was sent.\n';
  const again = `To continue and to see the outcome, run the same command again (each row is imported once):\n  fieldbridge import ${source} ${shellWord(file)}`;
  return `\nInterrupted. ${storedText(rows, stored)}\n${again}\n`;
}

/** An earlier run may have stored rows, so their number is unknown before the first response. */
function storedText(rows: number, stored: number): string {
  if (stored === 0) return 'This command has not stored a row yet.';
  if (stored >= rows) return `All ${counted(rows, 'row')} are stored, and the bridge delivers them.`;
  return `${stored.toLocaleString('en')} of ${counted(rows, 'row')} are stored, and the bridge delivers them. The others are not stored.`;
}

async function importRows(args: Arguments, surroundings: Surroundings, stage: Stage): Promise<ExitStatus> {
  const [source = ''] = args.words;
  const json = args.options.json === true;
  const list = await readListFile(args, surroundings);
  const api = patientApi(openAdminApi(args, surroundings), surroundings.err);
  await tellOlderVersions(api, { source }, surroundings.err);
  if (args.options['dry-run'] === true)
    return dryRun(api, source, list, { given: args.words[1] ?? '', json, surroundings });
  const before = lookedAt(await summarizeList(api, source, list, surroundings.err));
  if (!json) surroundings.out.write(lookedAtText(before));
  if (isDoubtfulList(before) && args.options.yes !== true)
    return notImported({ source, file: list.name, rows: list.rows, ...before }, args, surroundings);
  const actor = withoutAbsent({ who: args.options.who });
  const begun = await api.post<ImportAnswer>('imports', {
    source,
    file: list.name,
    digest: list.digest,
    rows: list.rows,
    ...actor,
  });
  stage.rows = list.rows;
  const rows = await take(api, begun.id, { list, actor, stage }, surroundings.err);
  const isFollowed = args.options['no-wait'] !== true;
  if (isFollowed) await followImport(api, begun.id, surroundings.err);
  const outcome = await outcomeOf(api, begun.id, rows, { args, actor, surroundings });
  const { sentAgain } = outcome;
  const { superseded, ...judged } = outcome.judged;
  const { warnings: warnedBefore } = outcome.view;
  const view = { ...outcome.view, warnings: presentWarnings(warnedBefore, judged) };
  const left = { failed: judged.failed, unreadable: rows.unreadable };
  const written = isFollowed ? await writeFailedFile(api, begun.id, list, left) : undefined;
  const failedFile = written && join(dirname(args.words[1] ?? ''), basename(written.path));
  const result = { import: begun.id, source, file: list.name, rows: list.rows, sentAgain };
  const { taken, again, duplicates } = rows;
  const names = `imports/${encodeURIComponent(begun.id)}/names`;
  const crossed = await crossedRows(after => api.get(names, { after, limit: 200 }));
  const counts = { taken, again, duplicates, unreadable: rows.unreadable.length };
  const { events, warnings } = view;
  if (json)
    surroundings.out.write(
      `${JSON.stringify({ ...result, ...counts, known: judged, superseded, crossed, ...before, events, warnings, failedFile })}\n`,
    );
  else
    surroundings.out.write(
      resultText({
        ...result,
        ...counts,
        given: args.words[1] ?? '',
        judged,
        superseded,
        crossed,
        view,
        warnedOfVersion: view.warnings.codes.length < warnedBefore.codes.length,
        failedFile,
        inFile: written?.rows ?? 0,
        doubtful: await doubtfulRows(api, view),
        isFollowed,
      }),
    );
  const isFine = failedFile === undefined && needing(events, judged, isFollowed) + counts.unreadable === 0;
  return isFine ? exit.fine : exit.wrong;
}

/** The parts of the expected outcome of a list that the outcome of its rows does not show. */
type LookedAt = Pick<DryRunSummary, 'columns' | 'absent' | 'repeated'> & Omit<ListEvidence, 'crossed'>;

function lookedAt(summary: DryRunSummary): LookedAt {
  const { columns, absent, swappedDays, otherDecimals, exchanged, moved, changed, totals, repeated } =
    summary;
  return { columns, absent, swappedDays, otherDecimals, exchanged, moved, changed, totals, repeated };
}

function lookedAtText(before: LookedAt): string {
  return [
    columnsText(before),
    swappedDaysText(before.swappedDays),
    otherDecimalsText(before.otherDecimals),
    exchangedText(before.exchanged),
    movedText(before.moved),
    changedText(before.changed),
    totalsText(before.totals),
    repeatedText(before.repeated),
  ].join('');
}

/** Ends the command before the first row is stored: wrong values would replace right ones. */
function notImported(
  found: LookedAt & { readonly source: string; readonly file: string; readonly rows: number },
  { words, options }: Arguments,
  { out }: Surroundings,
): ExitStatus {
  const command = `fieldbridge import ${found.source} ${shellWord(words[1] ?? '')} --yes`;
  out.write(
    options.json === true
      ? `${JSON.stringify({ ...found, taken: 0 })}\n`
      : `Nothing was stored, and nothing was sent. If ${doubtful(found)} right, import the list with --yes:\n  ${command}\n`,
  );
  return exit.wrong;
}

function doubtful({ swappedDays, otherDecimals, exchanged, moved, changed, totals }: LookedAt): string {
  const ofValues = otherDecimals.length + exchanged.length + moved.length + changed.length;
  if (ofValues + totals.length === 0) return 'these days are';
  return swappedDays.length + ofValues === 0 ? 'this row is' : 'these values are';
}

interface Outcome {
  readonly view: ImportAnswer;
  readonly judged: JudgedRows;
  readonly sentAgain: readonly EventOfRow[];
}

/**
 * Returns the outcomes of the rows. With `--again`, rows that an earlier version has sent are sent again before; with
 * `--force`, also those whose values newer events have set.
 */
async function outcomeOf(
  api: PatientApi,
  id: string,
  { known }: TakenRows,
  {
    args: { options },
    actor,
    surroundings,
  }: { readonly args: Arguments; readonly actor: object; readonly surroundings: Surroundings },
): Promise<Outcome> {
  const ask = (rows: readonly KnownRow[]) => judge(api, id, rows);
  const look = async () => {
    const view = await api.get<ImportAnswer>(`imports/${encodeURIComponent(id)}`);
    return { view, judged: await judgeRows(known, await skippedRows(api, view), ask) };
  };
  const first = await look();
  const isForced = options.force === true;
  const { earlier } = first.judged;
  const wanted = [...earlier.differing, ...(isForced ? outdatedRows(first.judged) : [])];
  const again = options.again === true ? [...new Map(wanted.map(each => [each.id, each])).values()] : [];
  const sending = { isConfirmed: options.yes === true, isForced, actor, judge: ask };
  if (again.length === 0 || !(await sendAgain(api, again, sending, surroundings)))
    return { ...first, sentAgain: [] };
  return { ...(await look()), sentAgain: again };
}

/** Returns the number of rows that need a person, or have no result yet. */
function needing(
  { failed = 0, uncertain = 0, held = 0, queued = 0 }: ImportAnswer['events'],
  { byStatus, differing }: Pick<JudgedRows, 'byStatus' | 'differing'>,
  isFollowed: boolean,
): number {
  const known = ['failed', 'uncertain', 'held', 'gone'].flatMap(status => byStatus[status] ?? []);
  return failed + uncertain + held + (isFollowed ? queued : 0) + known.length + differing.length;
}

/** Returns the rows of an import that were skipped because newer events have set everything. */
async function skippedRows(api: AdminApi, { id, events }: ImportAnswer): Promise<readonly EventOfRow[]> {
  if (!events.skipped) return [];
  const path = `imports/${encodeURIComponent(id)}/events`;
  return skippedForNewer((query, after) => api.get(path, { ...query, after, limit: 200 }));
}

async function judge(api: AdminApi, id: string, rows: readonly KnownRow[]): Promise<readonly JudgedRow[]> {
  const path = `imports/${encodeURIComponent(id)}/known`;
  return (await api.post<{ rows: readonly JudgedRow[] }>(path, { rows })).rows;
}

async function take(
  api: AdminApi,
  id: string,
  { list, actor, stage }: { readonly list: ListFile; readonly actor: object; readonly stage: Stage },
  err: Surroundings['err'],
): Promise<TakenRows> {
  const progress = createProgress('stored', list.rows, err);
  const all = sumOfTaken();
  try {
    for await (const rows of batches(list)) {
      const request = { rows, mended: list.isMended, ...actor };
      const path = `imports/${encodeURIComponent(id)}/rows`;
      all.add(await api.post<TakenRows>(path, request));
      stage.stored = all.done();
      progress.tell(stage.stored);
      if (stage.isStopped) break;
    }
  } finally {
    progress.end();
  }
  return all.sum();
}
