import type { Preview, PreviewedCall, PreviewedRequest } from '../../deliver/bridge.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { MappingTrace } from '../../mapping/explain/trace.ts';
import type { Surroundings } from '../surroundings.ts';
import { type Paint, painter } from '../terminal/paint.ts';
import { wrap } from '../terminal/wrap.ts';
import { show, type Workspace } from '../workspace.ts';
import { type WhyLayout, whyText } from './why-text.ts';

/** The options of the output besides the verdict, the request and the diagnostics. */
export interface PreviewChoice {
  /** Shows the origin of every value. */
  readonly why: boolean;
  /** Shows the request in wire format. */
  readonly raw: boolean;
}

/** Describes the call for each event of a payload, for people: the verdict, the exact HTTP request, the diagnostics. */
export function previewText(
  previews: readonly Preview[],
  choice: PreviewChoice,
  workspace: Workspace,
  surroundings: Surroundings,
): string {
  if (previews.length === 0) return 'there is no event in this payload: `split` of its source gives none\n';
  const paint = painter(surroundings);
  const layout = { columns: Math.min(surroundings.out.columns ?? 80, 100), paint, surroundings };
  const told = (diagnostics: Preview['diagnostics']) =>
    show(diagnostics, workspace.texts, surroundings, surroundings.out).trimEnd();
  const blocks = previews.flatMap(({ calls, diagnostics, why = [] }, index) => [
    previews.length === 1 ? '' : paint('bold', `Event ${index + 1} of ${previews.length}`),
    ...calls.flatMap(call => [
      head(call, paint, surroundings.out.columns),
      request(call, choice),
      told(call.diagnostics),
    ]),
    told(diagnostics),
    ...why.map(trace => explanation(trace, choice, layout)),
  ]);
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

/** By default explains only why the mapping does not apply to the event. */
function explanation(trace: MappingTrace, { why }: PreviewChoice, layout: WhyLayout): string {
  return why || !trace.wanted ? whyText(trace, layout) : '';
}

const verdicts: Record<PreviewedCall['status'], string> = {
  queued: 'would be sent',
  held: 'would be held, with the whole mapping',
  failed: 'would fail, and not be sent',
  skipped: 'would be skipped',
};

function head(call: PreviewedCall, paint: Paint, columns: number | undefined): string {
  const style = call.status === 'queued' ? 'green' : call.status === 'skipped' ? 'gray' : 'red';
  const waits = call.status === 'queued' && call.http === null;
  const verdict = waits
    ? 'would wait until its link is known; --linked NUMBER shows the call as it will be then'
    : verdicts[call.status];
  const whole = `${paint('bold', call.operation)} at ${call.destination || '?'}: ${paint(style, verdict)}`;
  return columns === undefined ? whole : wrap(whole, columns, 4);
}

/** Returns the HTTP request; without one, the fields that the mapping could set. */
function request({ http, request: view }: PreviewedCall, { raw }: PreviewChoice): string {
  if (http) return raw ? rawRequestText(http) : requestText(http);
  return view ? JSON.stringify(view, null, 2).split('\n').map(escapeText).join('\n') : '';
}

/**
 * Formats an HTTP request for people: its URL, then its body decoded: JSON indented, a form with one parameter on
 * each line.
 */
function requestText({ method, contentType, wire }: PreviewedRequest): string {
  const type = contentType === undefined ? [] : [`Content-Type: ${contentType}`];
  const lines = [`${method} ${wire.url}`, ...type, '', ...decoded(wire.body ?? '', contentType)];
  return lines.map(escapeText).join('\n');
}

/** Returns an HTTP request in wire format, without the token and the headers that HTTP itself adds. */
function rawRequestText({ method, wire }: PreviewedRequest): string {
  const headers = Object.entries(wire.headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${wire.url}`, ...headers, '', wire.body ?? ''].map(escapeText).join('\n');
}

function decoded(body: string, contentType: string | undefined): readonly string[] {
  if (contentType?.startsWith('application/json'))
    return JSON.stringify(JSON.parse(body), null, 2).split('\n');
  const parameters = [...new URLSearchParams(body)];
  const width = Math.min(40, Math.max(0, ...parameters.map(([name]) => name.length)));
  return parameters.map(([name, value]) => `${name.padEnd(width)}  ${value}`.trimEnd());
}
