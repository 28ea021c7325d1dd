import type { SourceConfig } from '../../config/config.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { assumedHeaders } from '../../mapping/evaluate/assumed-headers.ts';
import type { MappingInput } from '../../mapping/evaluate/evaluation.ts';
import { sampleInput } from '../../mapping/evaluate/sample-input.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { decodeText } from '../../receive/bodies/charset.ts';
import { jsonFault } from '../../receive/bodies/json-fault.ts';
import { readSample } from '../../receive/samples/read-sample.ts';
import type { Arguments } from '../command.ts';
import { CommandFailed, exit, type Surroundings, UsageError } from '../surroundings.ts';
import { jsonFaultText } from '../terminal/json-fault-text.ts';
import type { Workspace } from '../workspace.ts';
import { headerOptions } from './header-options.ts';
import type { PayloadFile } from './read-payload-file.ts';
import { readSampleFile } from './read-sample-file.ts';
import { isEventId, storedEvent } from './stored-event.ts';

/** One event to preview, with the diagnostics of reading it. */
export interface PreviewEvent {
  readonly input: MappingInput;
  readonly given: 'payload' | 'event';
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Returns the events for a word of the command line: the stored event with this id, or those of a whole webhook in a
 * file or on standard input, read as the source of the mapping would.
 * @throws CommandFailed with the place if it cannot be read
 */
export async function previewEvents(
  mapping: Mapping,
  workspace: Workspace,
  args: Arguments,
  surroundings: Surroundings,
): Promise<readonly PreviewEvent[]> {
  const word = args.words[1] ?? '';
  const { config } = workspace;
  if (isEventId(word)) {
    if (args.options.header) throw new UsageError('--header goes with a sample; a stored event has its own');
    const input = await storedEvent(config, word);
    if (input.event.source !== mapping.source) throw foreignEvent(input, mapping, workspace);
    return [{ input, given: 'event', diagnostics: [] }];
  }
  const payload = await readSampleFile(word, surroundings);
  const given = headerOptions(args);
  const source = config.sources.get(mapping.source);
  const assumed = Object.keys(given).length === 0 ? assumedHeaders(mapping, source?.eventType) : undefined;
  const headers = { 'content-type': payload.contentType, ...assumed?.headers, ...given };
  const events = await sampleEvents(mapping, source, word, { ...payload, headers });
  const [first, ...others] = events;
  if (!first || !assumed) return events;
  return [{ ...first, diagnostics: [...assumed.diagnostics, ...first.diagnostics] }, ...others];
}

async function sampleEvents(
  { source: name }: Mapping,
  source: SourceConfig | undefined,
  word: string,
  { bytes, headers }: PayloadFile & { headers: Record<string, string> },
): Promise<readonly PreviewEvent[]> {
  const read = await readSample(source, bytes, { headers, query: {} });
  if (read.kind === 'unreadable') throw unreadable(word, bytes, headers['content-type'] ?? '', read.reason);
  const identity = { id: 'preview', source: name, receivedAt: new Date().toISOString() };
  return read.events.map(each => ({
    // The body is read already, so the values beside a list of events cost nothing.
    input: { ...sampleInput(each, identity), hasShortBody: true },
    given: 'payload',
    diagnostics: each.diagnostics,
  }));
}

function foreignEvent({ event }: MappingInput, mapping: Mapping, { mappings }: Workspace): CommandFailed {
  const names = mappings.mappings.filter(each => each.source === event.source).map(each => each.name);
  const meant = names.length === 0 ? 'no mapping takes its events' : `its mappings are ${names.join(', ')}`;
  return new CommandFailed(
    `${event.id} is of the source "${event.source}", and ${mapping.name} takes those of "${mapping.source}"; ${meant}`,
    exit.usage,
  );
}

/** The failure of reading a payload; for JSON, with the place. */
function unreadable(word: string, bytes: Uint8Array, type: string, reason: string): CommandFailed {
  const text = decodeText(bytes, 'utf-8') ?? '';
  const fault = type.startsWith('application/json') && text !== '' ? jsonFault(text) : undefined;
  const whole = `the payload cannot be read: ${reason}`;
  if (!fault) return new CommandFailed(whole, exit.wrong);
  const name = word === '-' ? 'standard input' : word;
  return new CommandFailed(`${whole}\n\n${jsonFaultText(name, text, fault)}`, exit.wrong);
}
