import { counted } from '../../diagnostics/counted.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { AdminApi } from '../operate/admin-api.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { batches } from './batches.ts';
import { createProgress } from './progress.ts';
import type { ScannedList } from './scan-list.ts';

interface RowPreview {
  readonly row: number;
  readonly outcome: 'queued' | 'held' | 'failed' | 'skipped' | 'duplicate';
  readonly code?: string;
  readonly message?: string;
  readonly overwrites: number;
}

/** The rows of one outcome and code, and the first of them. */
interface Group {
  readonly outcome: RowPreview['outcome'];
  readonly code: string | undefined;
  rows: number;
  readonly line: number;
  readonly message: string | undefined;
}

interface Summary {
  readonly groups: readonly Group[];
  /** How many values would be replaced that the bridge has set before. */
  readonly overwrites: number;
  readonly firstOverwriteAt: number | undefined;
}

/** In the order of the report: what needs a person first. */
const outcomes: readonly RowPreview['outcome'][] = ['failed', 'held', 'skipped', 'duplicate', 'queued'];
const words: Readonly<Record<RowPreview['outcome'], string>> = {
  failed: 'would fail',
  held: 'would be held',
  skipped: 'would be skipped',
  duplicate: 'was brought in before',
  queued: 'would be sent',
};

/** Says what would become of a list. Nothing is stored, nothing is sent. */
export async function dryRun(
  api: AdminApi,
  source: string,
  list: ScannedList,
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
  const isFine = groups.every(({ outcome }) => outcome !== 'failed' && outcome !== 'held');
  return isFine ? exit.fine : exit.wrong;
}

async function summarize(
  api: AdminApi,
  source: string,
  list: ScannedList,
  err: Surroundings['err'],
): Promise<Summary> {
  const groups = new Map<string, Group>();
  const progress = createProgress('looked at', list.rows, err);
  let overwrites = 0;
  let firstOverwriteAt: number | undefined;
  let done = 0;
  for await (const rows of batches(list)) {
    const answer = await api.post<{ readonly rows: readonly RowPreview[] }>('imports/preview', {
      source,
      rows,
      mended: list.isMended,
    });
    for (const preview of answer.rows) {
      note(groups, preview);
      overwrites += preview.overwrites;
      if (preview.overwrites > 0) firstOverwriteAt ??= preview.row;
    }
    done += rows.length;
    progress.tell(done);
  }
  progress.end();
  const sorted = [...groups.values()].toSorted(
    (one, other) => outcomes.indexOf(one.outcome) - outcomes.indexOf(other.outcome) || other.rows - one.rows,
  );
  return { groups: sorted, overwrites, firstOverwriteAt };
}

function note(groups: Map<string, Group>, { row, outcome, code, message }: RowPreview): void {
  const key = `${outcome} ${code ?? ''}`;
  const group = groups.get(key) ?? { outcome, code, rows: 0, line: row, message };
  group.rows += 1;
  groups.set(key, group);
}

function groupText({ outcome, code, rows, line, message }: Group): string {
  const what = rows === 1 ? words[outcome] : words[outcome].replace(/^was/, 'were');
  const head = `${rows.toLocaleString('en').padStart(9)} ${what}${code === undefined ? '' : ` [${code}]`}, first in line ${line}\n`;
  return message === undefined ? head : `${head}${' '.repeat(12)}${escapeText(message)}\n`;
}
