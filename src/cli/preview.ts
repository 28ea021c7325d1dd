import { styleText } from 'node:util';
import type { SourceConfig } from '../config/config.ts';
import type { Preview, PreviewedCall } from '../deliver/bridge.ts';
import { createMappingSet } from '../deliver/mapping-set.ts';
import type { Planning } from '../deliver/plan-event.ts';
import { previewPayload } from '../deliver/preview.ts';
import type { Mapping } from '../mapping/mapping.ts';
import { readBody } from '../receive/bodies/body.ts';
import { findCatalogs } from './catalogs.ts';
import type { Arguments } from './commands.ts';
import { type PayloadFile, readPayloadFile } from './read-payload-file.ts';
import {
  CommandFailed,
  type ExitStatus,
  exit,
  type Surroundings,
  UsageError,
  wantsColor,
} from './surroundings.ts';
import { nameOf } from './test.ts';
import { openWorkspace, show, type Workspace } from './workspace.ts';

/**
 * `fieldbridge preview`: the exact call that a mapping makes of a payload, checked as if it were sent; nothing is.
 * A whole webhook of a source that splits is previewed event by event. Exit status 1 where a call would not leave.
 */
export async function preview(args: Arguments, surroundings: Surroundings): Promise<ExitStatus> {
  const workspace = openWorkspace(args, surroundings);
  const mapping = mappingOf(workspace, args.words[0] ?? '', surroundings);
  const source = workspace.config.sources.get(mapping.source);
  const payload = readPayload(await readPayloadFile(args.words[1] ?? '', surroundings));
  const planning = await planningOf(workspace, args.options.offline === true, surroundings);
  const { linked } = args.options;
  const previews: Preview[] = [];
  for (const each of await eventsOf(source, payload)) {
    const wish = {
      source: mapping.source,
      payload: each,
      mapping: mapping.name,
      ...(typeof linked === 'string' && { linked }),
    };
    previews.push(await previewPayload(wish, planning));
  }
  const whole = {
    calls: previews.flatMap(each => each.calls),
    diagnostics: previews.flatMap(each => each.diagnostics),
  };
  if (args.options.json) surroundings.out.write(`${JSON.stringify(whole, null, 2)}\n`);
  else surroundings.out.write(asText(whole, workspace, surroundings));
  return whole.calls.some(call => call.status === 'failed' || call.status === 'held')
    ? exit.wrong
    : exit.fine;
}

function mappingOf({ mappings, texts }: Workspace, word: string, surroundings: Surroundings): Mapping {
  const name = nameOf(word);
  const mapping = mappings.mappings.find(each => each.name === name);
  if (mapping) return mapping;
  const faulty = mappings.faulty.find(each => each.name === name);
  if (faulty)
    throw new CommandFailed(
      `${faulty.file} cannot be used\n\n${show(faulty.diagnostics, texts, surroundings, surroundings.err)}`,
      exit.wrong,
    );
  throw new UsageError(
    `there is no mapping "${name}"; there are ${mappings.mappings.map(each => each.name).join(', ') || 'none'}`,
  );
}

function readPayload({ bytes, contentType }: PayloadFile): unknown {
  const kind = contentType === 'application/json' ? 'json' : contentType === 'text/plain' ? 'text' : 'form';
  try {
    return readBody(bytes, { kind, charset: 'utf-8' });
  } catch (error) {
    throw new CommandFailed(`the payload cannot be read: ${(error as Error).message}`, exit.wrong);
  }
}

/** The events of a payload: what `split` of its source gives, where the payload is a whole webhook. */
async function eventsOf(source: SourceConfig | undefined, payload: unknown): Promise<readonly unknown[]> {
  if (!source?.split) return [payload];
  const events = await source.split.evaluate({
    input: payload,
    bindings: { headers: {}, query: {}, body: payload },
  });
  if (events === undefined || events === null) return [payload];
  return Array.isArray(events) ? events : [events];
}

async function planningOf(
  workspace: Workspace,
  offline: boolean,
  surroundings: Surroundings,
): Promise<Planning> {
  const { config, mappings } = workspace;
  const catalogs = await findCatalogs(config, { offline });
  for (const [name, { snapshot, trouble }] of catalogs) {
    if (trouble)
      surroundings.err.write(
        `fieldbridge preview: ${name} could not be asked (${trouble}); its calls are ${snapshot ? 'checked against what was last known' : 'NOT CHECKED'}\n`,
      );
  }
  return {
    mappings: createMappingSet(mappings, []),
    source: name => config.sources.get(name),
    destination: name => {
      const destination = config.destinations.get(name);
      return destination && { config: destination, catalog: catalogs.get(name)?.snapshot ?? null };
    },
    findLink: async () => undefined,
    now: Date.now(),
  };
}

function asText({ calls, diagnostics }: Preview, workspace: Workspace, surroundings: Surroundings): string {
  const color = wantsColor(surroundings.out, surroundings.env);
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text;
  const blocks = calls.map(call => [
    head(call, paint),
    http(call),
    show(call.diagnostics, workspace.texts, surroundings, surroundings.out),
  ]);
  const rest =
    diagnostics.length > 0 ? [show(diagnostics, workspace.texts, surroundings, surroundings.out)] : [];
  return `${[...blocks.map(block => block.filter(Boolean).join('\n\n')), ...rest].join('\n\n')}\n`;
}

const verdicts: Record<PreviewedCall['status'], string> = {
  queued: 'would be sent',
  held: 'would be held, with the whole mapping',
  failed: 'would fail, and not be sent',
  skipped: 'would be skipped',
};

function head(
  call: PreviewedCall,
  paint: (style: Parameters<typeof styleText>[0], text: string) => string,
): string {
  const style = call.status === 'queued' ? 'green' : call.status === 'skipped' ? 'gray' : 'red';
  const waits =
    call.status === 'queued' && call.http === null
      ? 'would wait until its link is known'
      : verdicts[call.status];
  return `${paint('bold', call.operation)} at ${call.destination || '?'}: ${paint(style, waits)}`;
}

function http(call: PreviewedCall): string {
  if (!call.http) return call.request ? JSON.stringify(call.request, null, 2) : '';
  const { method, url, contentType, body } = call.http;
  const lines = [`${method} ${url}`, contentType === undefined ? '' : `Content-Type: ${contentType}`].filter(
    Boolean,
  );
  return [...lines, '', readable(body ?? '', contentType)].join('\n');
}

/** A body as it is sent, laid out so that a person can read it: JSON indented, a form one parameter a line. */
function readable(body: string, contentType: string | undefined): string {
  if (contentType?.startsWith('application/json')) return JSON.stringify(JSON.parse(body), null, 2);
  return body.replaceAll('&', '\n&');
}
