import { styleText } from 'node:util';
import type { Preview, PreviewedCall } from '../deliver/bridge.ts';
import { escapeText } from '../diagnostics/visible-text.ts';
import { type Surroundings, wantsColor } from './surroundings.ts';
import { show, type Workspace } from './workspace.ts';

type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

/** What would be sent for each event of a payload, for people: the verdict, the exact HTTP request, the diagnostics. */
export function previewText(
  previews: readonly Preview[],
  workspace: Workspace,
  surroundings: Surroundings,
): string {
  if (previews.length === 0) return 'there is no event in this payload: `split` of its source gives none\n';
  const color = wantsColor(surroundings.out, surroundings.env);
  const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
  const blocks = previews.flatMap(({ calls, diagnostics }, index) => [
    previews.length === 1 ? '' : paint('bold', `Event ${index + 1} of ${previews.length}`),
    ...calls.flatMap(call => [
      head(call, paint),
      lines(request(call)),
      show(call.diagnostics, workspace.texts, surroundings, surroundings.out).trimEnd(),
    ]),
    show(diagnostics, workspace.texts, surroundings, surroundings.out).trimEnd(),
  ]);
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}

const verdicts: Record<PreviewedCall['status'], string> = {
  queued: 'would be sent',
  held: 'would be held, with the whole mapping',
  failed: 'would fail, and not be sent',
  skipped: 'would be skipped',
};

function head(call: PreviewedCall, paint: Paint): string {
  const style = call.status === 'queued' ? 'green' : call.status === 'skipped' ? 'gray' : 'red';
  const waits = call.status === 'queued' && call.http === null;
  const verdict = waits
    ? 'would wait until its link is known; --linked NUMBER shows the call as it will be then'
    : verdicts[call.status];
  return `${paint('bold', call.operation)} at ${call.destination || '?'}: ${paint(style, verdict)}`;
}

/** The HTTP request; where there is none, what the mapping made of the payload so far. */
function request(call: PreviewedCall): readonly string[] {
  if (!call.http) return call.request ? JSON.stringify(call.request, null, 2).split('\n') : [];
  const { method, url, contentType, body } = call.http;
  const type = contentType === undefined ? [] : [`Content-Type: ${contentType}`];
  return [`${method} ${url}`, ...type, '', ...readable(body ?? '', contentType)];
}

/** A body as it is sent, laid out so that a person can read it: JSON indented, a form one parameter a line. */
function readable(body: string, contentType: string | undefined): readonly string[] {
  if (contentType?.startsWith('application/json'))
    return JSON.stringify(JSON.parse(body), null, 2).split('\n');
  return body.replaceAll('&', '\n&').split('\n');
}

function lines(texts: readonly string[]): string {
  return texts.map(escapeText).join('\n');
}
