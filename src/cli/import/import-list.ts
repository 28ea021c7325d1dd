import { basename, dirname, join } from 'node:path';
import { counted } from '../../diagnostics/counted.ts';
import { withoutAbsent } from '../../diagnostics/without-absent.ts';
import { batches } from '../../lists/batches.ts';
import { FaultyList } from '../../lists/list-fault.ts';
import type { Arguments } from '../command.ts';
import { type AdminApi, openAdminApi } from '../operate/admin-api.ts';
import { CommandFailed, type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { dryRun } from './dry-run.ts';
import { writeFailedFile } from './failed-file.ts';
import { listFaultText } from './fault-words.ts';
import { countOf, followImport, type ImportAnswer, patiently } from './follow.ts';
import { type ListFile, readListFile } from './list-file.ts';
import { createProgress } from './progress.ts';

/**
 * `fieldbridge import`: brings in the rows of a CSV or NDJSON file as events of a source. Exit status 1 where a row failed,
 * or something did not become of all of them.
 */
export async function importList(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  try {
    return await bringIn(args, surroundings);
  } catch (error) {
    if (!(error instanceof FaultyList)) throw error;
    throw new CommandFailed(listFaultText(error.fault, basename(args.words[1] ?? '')), exit.wrong);
  }
}

async function bringIn(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const [source = ''] = args.words;
  const json = args.options.json === true;
  const list = await readListFile(args, surroundings);
  const api = openAdminApi(args, surroundings);
  if (args.options['dry-run'] === true) return dryRun(api, source, list, { json, surroundings });
  const { who } = args.options;
  const begun = await patiently(() =>
    api.post<ImportAnswer>('imports', {
      source,
      file: list.name,
      digest: list.digest,
      rows: list.rows,
      ...withoutAbsent({ who }),
    }),
  );
  const { taken, duplicates } = await take(api, begun.id, list, surroundings.err);
  const isFollowed = args.options['no-wait'] !== true;
  const view = isFollowed
    ? await followImport(api, begun.id, surroundings.err)
    : await api.get<ImportAnswer>(`imports/${encodeURIComponent(begun.id)}`);
  const failedPath = isFollowed ? await writeFailedFile(api, begun.id, list) : undefined;
  const failedFile = failedPath && join(dirname(args.words[1] ?? ''), basename(failedPath));
  const result = { import: begun.id, source, file: list.name, rows: list.rows, taken, duplicates };
  if (json) surroundings.out.write(`${JSON.stringify({ ...result, events: view.events, failedFile })}\n`);
  else surroundings.out.write(resultText({ ...result, view, failedFile, isFollowed }));
  const { failed = 0, uncertain = 0, held = 0, queued = 0 } = view.events;
  return failed + uncertain + held + (isFollowed ? queued : 0) === 0 ? exit.fine : exit.wrong;
}

async function take(
  api: AdminApi,
  id: string,
  list: ListFile,
  err: Surroundings['err'],
): Promise<{ taken: number; duplicates: number }> {
  const progress = createProgress('stored', list.rows, err);
  const away = () => progress.note('the bridge does not answer; waiting until it is there again');
  let taken = 0;
  let duplicates = 0;
  try {
    for await (const rows of batches(list)) {
      const answer = await patiently(
        () =>
          api.post<{ taken: number; duplicates: number }>(`imports/${encodeURIComponent(id)}/rows`, {
            rows,
            mended: list.isMended,
          }),
        away,
      );
      taken += answer.taken;
      duplicates += answer.duplicates;
      progress.tell(taken + duplicates);
    }
  } finally {
    progress.end();
  }
  return { taken, duplicates };
}

interface Result {
  readonly source: string;
  readonly file: string;
  readonly rows: number;
  readonly duplicates: number;
  readonly view: ImportAnswer;
  readonly failedFile: string | undefined;
  readonly isFollowed: boolean;
}

function resultText({ source, file, rows, duplicates, view, failedFile, isFollowed }: Result): string {
  const {
    delivered = 0,
    skipped = 0,
    failed = 0,
    uncertain = 0,
    held = 0,
    queued = 0,
    discarded = 0,
  } = view.events;
  const elsewhere = rows - countOf(view);
  const list = (status: string) => `\`fieldbridge events list --source ${source} --status ${status}\``;
  const lines: readonly (readonly [number, string])[] = [
    [delivered, 'delivered'],
    [skipped, `skipped: nothing to send, or no mapping wants them; ${list('skipped')} says which`],
    [discarded, 'discarded by a person'],
    [
      queued,
      isFollowed ? `still wait; ${list('queued')} says for what` : 'are delivered behind live webhooks',
    ],
    [held, `held until the mapping or the destination is put right; then they go on by themselves`],
    [uncertain, `uncertain: their answer was lost; ${list('uncertain')} says what to do`],
    [failed, failedFile === undefined ? `failed; ${list('failed')} says why` : `failed: see ${failedFile}`],
    [Math.max(0, elsewhere), 'known from another list or a webhook, so they were not taken in again'],
  ];
  const told = lines.filter(([count]) => count > 0);
  const before = duplicates > 0 ? ` (${counted(duplicates, 'row')} came before)` : '';
  const mend =
    failedFile === undefined
      ? ''
      : `Mend the rows there, then bring them in: fieldbridge import ${source} ${failedFile}\n`;
  return [
    `${file}: ${counted(rows, 'row')} for ${source}${before}\n`,
    ...told.map(([count, what]) => `${count.toLocaleString('en').padStart(9)} ${what}\n`),
    mend,
  ].join('');
}
