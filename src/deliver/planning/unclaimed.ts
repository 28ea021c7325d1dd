import { basename } from 'node:path';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.ts';
import type { EventPlan } from '../../inbox/plan.ts';
import { movedKeys } from '../../mapping/doubts/changed-form/moved-key.ts';
import { renamedPath } from '../../mapping/doubts/changed-form/renamed-path.ts';
import { renamedProperty } from '../../mapping/doubts/changed-form/renamed-property.ts';
import { doubtsOfComparisons } from '../../mapping/doubts/comparisons/never-true.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { MappingSet } from '../mappings/mapping-set.ts';

/** Returns the outcome of an event to which no mapping applies: it waits for one, or is skipped. */
export function unclaimed(
  source: string,
  mappings: readonly Mapping[],
  set: MappingSet,
  input: MappingInput,
): EventPlan['outcome'] {
  const faulty = set.faultyFor(source);
  if (faulty) {
    const reason = `the mapping file ${faulty.name} cannot be used, and no other mapping claims this event`;
    return {
      status: 'held',
      reason,
      diagnostics: [
        diagnostic('mapping/faulty-file', reason, {
          hint: 'correct the file; the event continues automatically',
        }),
      ],
    };
  }
  if (mappings.length === 0) {
    const reason = `there is no mapping for the source "${source}" yet`;
    return {
      status: 'held',
      reason,
      diagnostics: [
        diagnostic('mapping/no-mapping', reason, {
          hint: 'add a mapping; the event continues automatically',
        }),
      ],
    };
  }
  const reason =
    mappings.length === 1
      ? 'the `when` of its mapping is false for this event'
      : `the \`when\` of each of its ${mappings.length} mappings is false for this event`;
  return {
    status: 'skipped',
    reason,
    diagnostics: [
      diagnostic('mapping/none-applied', reason),
      ...mappings.flatMap(each => notOfDisk(each, set)),
      ...mappings.flatMap(each => doubtsOfComparisons(each, input, 'when')),
      ...mappings.flatMap(each => renamedInCondition(each, input, mappings)).slice(0, 1),
    ],
  };
}

/** Returns the warning about a property or a key of `when` that has another name in the event. */
function renamedInCondition(
  mapping: Mapping,
  input: MappingInput,
  others: readonly Mapping[],
): readonly Diagnostic[] {
  const found =
    renamedProperty(mapping, input, others) ?? renamedPath(mapping, input, { only: 'when', others });
  return found ? [found] : movedKeys(mapping, input).filter(({ path }) => path === 'when');
}

/** Reports that the version in use is not the one on disk, which cannot be used: a person may expect its values. */
export function notOfDisk({ name }: Mapping, mappings: MappingSet): readonly Diagnostic[] {
  const faulty = mappings.folder().faulty.find(each => each.name === name);
  if (!faulty) return [];
  const [fault] = faulty.diagnostics;
  const file = basename(faulty.file);
  const line = fault?.place ? `, line ${fault.place.line}` : '';
  const message = `${file} could not be used after a change, so its last good version was used`;
  const hint = `correct ${file}${line}: ${fault?.message ?? 'run `fieldbridge check`'}; then replay the event with --again if its values should be those of the new version`;
  return [diagnostic('mapping/older-version', message, { hint })];
}
