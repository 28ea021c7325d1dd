import { diffStored, type StoredDiff } from '../../history/diff/diff-stored.ts';
import type { Arguments } from '../command.ts';
import { knownMapping, knownSource } from '../known-names.ts';
import { type ExitStatus, exit, type Surroundings } from '../surroundings.ts';
import { readCount } from '../terminal/read-count.ts';
import { planningOnDisk } from '../try/planning-on-disk.ts';
import { openWorkspace, show, type Workspace } from '../workspace.ts';
import { diffText } from './diff-text.ts';
import { archiveOf } from './open-archive.ts';

/** The default number of planned events. */
const usualEvents = 1000;

/**
 * `fieldbridge diff`: plans the newest stored events with the config and the mappings on disk, and shows how these
 * calls differ from those that were made. It sends and writes nothing, and does not disturb a running bridge. Exit
 * status 0 if nothing changes, 1 if something does or a mapping cannot be read.
 */
export async function diff(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const last = readCount(args, 'last', usualEvents);
  const workspace = openWorkspace(args, surroundings);
  const mapping = knownMapping(workspace, args.options.mapping);
  const source = knownSource(workspace, args.options.source);
  const archive = await archiveOf(workspace.config);
  try {
    const options = { offline: args.options.offline === true, command: 'diff' };
    const planning = await planningOnDisk(workspace, archive, options, surroundings);
    const detail = args.options.values ? 'values' : 'shapes';
    const report = await diffStored(archive, { last, mapping, source, detail }, planning);
    tell(report, workspace, args, surroundings);
    const isBroken = report.faulty.some(({ name }) => mapping === undefined || name === mapping);
    return report.changed > 0 || isBroken ? exit.wrong : exit.fine;
  } finally {
    await archive.close();
  }
}

function tell(report: StoredDiff, workspace: Workspace, args: Arguments, surroundings: Surroundings): void {
  const { out, err } = surroundings;
  const { faulty } = report;
  if (args.options.json) {
    out.write(`${JSON.stringify(report, null, 2)}\n`);
    return;
  }
  const faults = faulty.flatMap(({ diagnostics }) => diagnostics);
  if (faults.length > 0) {
    err.write(`${show(faults, workspace.texts, surroundings, err)}\n`);
    err.write(
      `not compared, since the file cannot be read: ${faulty.map(({ name }) => name).join(', ')}\n\n`,
    );
  }
  out.write(diffText(report, surroundings, args.options.values ? 'values' : 'shapes'));
}
