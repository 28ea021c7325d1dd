import { styleText } from 'node:util';
import { codes } from '../../diagnostics/codes.ts';
import { counted } from '../../diagnostics/counted.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { escapeText } from '../../diagnostics/visible-text.ts';
import type { CallView, EventView } from '../../inbox/event.ts';
import type { LinkRecord } from '../../inbox/link-record.ts';
import { actionWords, statusStyles } from '../operate/event-words.ts';
import { cut, wrap } from '../terminal/wrap.ts';
import type { Scene } from './scenes.ts';

/** Formats the story of the demo as lines of text. */
export interface Story {
  scene(number: number, scene: Scene): string;
  received(what: {
    scene: Scene;
    path: string;
    bytes: number;
    status: number;
    ms: number;
    answer: string;
  }): string;
  /** `about`: the subject of the event, if a webhook has several. */
  event(event: EventView, about: string | undefined): string;
  duplicate(): string;
  link(link: LinkRecord): string;
  heading(text: string): string;
  /** A line of text with a label before it. */
  labelled(label: string, text: string): string;
}

type Style = Parameters<typeof styleText>[0];

const indent = 11;

/** Returns a story for a terminal of this width, with or without colours. */
export function createStory(how: { color: boolean; columns: number }): Story {
  const pen = createPen(how);
  const { columns, paint, faint, labelled } = pen;
  return {
    scene: (number, scene) =>
      `\n${paint(['bold', 'blue'], `${number}. ${scene.title}`)}\n   ${wrap(faint(scene.about), columns, 3)}\n`,
    received({ scene, path, bytes, status, ms, answer }) {
      const head = `${scene.sender}: POST ${path}, ${bytes} bytes`;
      const reply = `${paint(status < 300 ? 'green' : 'red', String(status))} after ${ms} ms: ${meaning(answer)}`;
      return `${labelled('in', head)}\n${labelled('', reply)}`;
    },
    event(event, about) {
      const head = about === undefined ? [] : [labelled('event', about)];
      const calls = event.calls.flatMap(view => call(view, pen));
      return [...head, ...(event.calls.length === 0 ? [withoutCalls(event, pen)] : calls)].join('\n');
    },
    duplicate: () =>
      labelled(
        'result',
        `${paint(['green', 'bold'], 'duplicate')}: it is known already, so nothing is sent twice`,
      ),
    link: ({ people, link, customerId, destination }) =>
      labelled('link', `${link} of ${people} is customer ${customerId} at ${destination} from now on`),
    heading: text => paint('bold', text),
    labelled,
  };
}

/** Formats text for a terminal of this width, with or without colours. */
interface Pen {
  readonly columns: number;
  paint(style: Style, text: string): string;
  faint(text: string): string;
  labelled(label: string, text: string): string;
}

function createPen({ color, columns }: { color: boolean; columns: number }): Pen {
  const paint = (style: Style, text: string) =>
    color && text !== '' ? styleText(style, text, { validateStream: false }) : text;
  const faint = (text: string) => paint('gray', text);
  const labelled = (label: string, text: string) =>
    `  ${faint(label.padEnd(indent - 2))}${wrap(text, columns, indent)}`;
  return { columns, paint, faint, labelled };
}

function call(view: CallView, pen: Pen): string[] {
  const what = `${pen.paint('bold', view.operation)} at ${view.destination}, by mappings/${view.mapping}.yaml`;
  return [pen.labelled('call', what), ...parameters(view, pen), ...attempts(view, pen), ...ending(view, pen)];
}

function parameters(view: CallView, { columns, faint }: Pen): string[] {
  const rows = Object.entries(view.request ?? {}).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : Object.entries(value),
  );
  const sent = rows.filter(([name]) => name !== 'operation');
  const width = Math.max(0, ...sent.map(([name]) => name.length));
  const from = indent + 2 + width + 2;
  return sent.map(
    ([name, text]) =>
      `${' '.repeat(indent + 2)}${faint(name.padEnd(width))}  ${text === '' ? faint('(deleted)') : wrap(escapeText(text), columns, from)}`,
  );
}

function attempts(view: CallView, { columns, faint, labelled }: Pen): string[] {
  return view.attempts.map((attempt, index) => {
    const before = view.attempts[index - 1];
    const waited = before ? `, ${seconds(Date.parse(attempt.at) - Date.parse(before.at))} later` : '';
    const status = attempt.status === undefined ? 'no answer' : `HTTP ${attempt.status}`;
    const text = `${status} after ${attempt.ms} ms${waited}`;
    const body = attempt.body === undefined ? '' : oneLine(attempt.body, columns - indent - text.length - 2);
    return labelled('answer', body === '' ? text : `${text}: ${faint(body)}`);
  });
}

function ending(view: CallView, pen: Pen): string[] {
  const { paint, labelled } = pen;
  const told = view.diagnostics.filter(
    each => each.severity !== 'info' || !['delivered', 'queued'].includes(view.status),
  );
  const [first, ...more] = told;
  const why = first ? [reason(first, pen)] : view.status === 'queued' && view.reason ? [view.reason] : [];
  const parts = [...why, ...completion(view)].join(', ');
  const result = paint(statusStyles[view.status], view.status);
  return [
    labelled('result', parts === '' ? result : `${result}: ${parts}`),
    ...(view.action && view.url ? [labelled('', paint('underline', view.url))] : []),
    ...more.map(each => labelled('', reason(each, pen))),
    ...(view.status === 'delivered' ? [] : view.diagnostics.slice(0, 1).map(each => next(each, pen))),
  ];
}

function completion(view: CallView): string[] {
  const changes = view.changes?.length ?? 0;
  return [
    view.action === undefined ? '' : actionWords(view.action),
    view.customerId === undefined ? '' : `customer ${view.customerId}`,
    view.changes?.length === 0 ? 'nothing had to change' : '',
    changes === 0 ? '' : `${counted(changes, 'change')} made`,
  ].filter(Boolean);
}

function reason(each: Diagnostic, { faint }: Pen): string {
  return `${escapeText(each.message)} ${faint(`[${each.code}]`)}`;
}

function next(each: Diagnostic, { labelled }: Pen): string {
  return labelled('next', escapeText(each.hint ?? codes[each.code].advice));
}

function oneLine(text: string, width: number): string {
  return cut(escapeText(text.replace(/\s+/g, ' ')), width);
}

function withoutCalls(event: EventView, { paint, labelled }: Pen): string {
  const result = paint(statusStyles[event.status], event.status);
  return labelled('result', event.reason === undefined ? result : `${result}: ${event.reason}`);
}

/** Describes the response to a webhook. */
function meaning(answer: string): string {
  const { id, ids, status, error } = JSON.parse(answer) as Record<string, string | string[] | undefined>;
  if (typeof id === 'string') return `${status}, ${id}`;
  return Array.isArray(ids)
    ? `${status}, ${ids.length === 1 ? ids[0] : `${ids.length} events`}`
    : String(error);
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
