import { counted } from '../../diagnostics/counted.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import { batches } from '../../lists/batches.ts';
import {
  createSummary,
  type DryRunSummary,
  type TriedGroup,
  type TriedRow,
} from '../../lists/dry-run-summary.ts';
import { withoutNumber } from '../../lists/failed-rows.ts';
import type { AdminApi } from '../operate/admin-api.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import type { ListFile } from './list-file.ts';
import { createProgress } from './progress.ts';

const words: Readonly<Record<TriedRow['outcome'], string>> = {
  failed: 'would fail',
  held: 'would be held',
  skipped: 'would be skipped',
  duplicate: 'was imported before',
  queued: 'would be sent',
};

/** Shows the expected outcome of a list. Nothing is stored, nothing is sent. */
export async function dryRun(
  api: AdminApi,
  source: string,
  list: ListFile,
  { json, surroundings }: { readonly json: boolean; readonly surroundings: Surroundings },
): Promise<ExitStatus> {
  const { out, err } = surroundings;
  const summary = await summarize(api, source, list, err);
  const { groups, overwrites, firstOverwriteAt } = summary;
  if (json)
    out.write(`${JSON.stringify({ dryRun: true, source, file: list.name, rows: list.rows, ...summary })}\n`);
  else {
    out.write(`${list.name}: ${counted(list.rows, 'row')} for ${source}\n`);
    for (const group of groups) out.write(groupText(group));
    if (overwrites > 0)
      out.write(
        `${counted(overwrites, 'value')} would be replaced that the bridge has set before, first in line ${firstOverwriteAt}\n`,
      );
    out.write('Nothing was stored, and nothing was sent.\n');
  }
  const isFine = groups.every(({ outcome, code }) =>
    outcome === 'skipped' ? code !== withoutNumber : outcome !== 'failed' && outcome !== 'held',
  );
  return isFine ? exit.fine : exit.wrong;
}

async function summarize(
  api: AdminApi,
  source: string,
  list: ListFile,
  err: Surroundings['err'],
): Promise<DryRunSummary> {
  const all = createSummary();
  const progress = createProgress('looked at', list.rows, err);
  let done = 0;
  for await (const rows of batches(list)) {
    const answer = await api.post<{ readonly rows: readonly TriedRow[] }>('imports/preview', {
      source,
      rows,
      mended: list.isMended,
    });
    all.add(answer.rows);
    done += rows.length;
    progress.tell(done);
  }
  progress.end();
  return all.summary();
}

function groupText({ outcome, code, rows, line, message }: TriedGroup): string {
  const what = rows === 1 ? words[outcome] : words[outcome].replace(/^was/, 'were');
  const head = `${rows.toLocaleString('en').padStart(9)} ${what}${code === undefined ? '' : ` [${code}]`}, first in line ${line}\n`;
  return message === undefined ? head : `${head}${' '.repeat(12)}${escapeText(message)}\n`;
}
