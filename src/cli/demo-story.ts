import { styleText } from 'node:util';
import type { CallView, EventView, Status } from '../inbox/event.ts';
import type { Scene } from './demo-scenes.ts';

/** Tells the demo's story in lines of text. */
export interface Story {
  scene(number: number, scene: Scene): string;
  received(what: { path: string; bytes: number; status: number; ms: number; answer: string }): string;
  event(event: EventView): string;
  heading(text: string): string;
  faint(text: string): string;
}

type Style = Parameters<typeof styleText>[0];

const statusStyles: Record<Status, Style> = {
  uncertain: ['magenta', 'bold'],
  failed: ['red', 'bold'],
  held: ['yellow', 'bold'],
  queued: ['cyan', 'bold'],
  discarded: 'gray',
  delivered: ['green', 'bold'],
  skipped: ['gray', 'bold'],
};

/** Makes a storyteller, with or without colours. */
export function createStory(color: boolean): Story {
  const paint = (style: Style, text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text;

  function call(view: CallView): string[] {
    const head = `${paint('bold', view.operation)} at ${view.destination}  ${paint('gray', `mappings/${view.mapping}.yaml`)}`;
    return [labelled('call', head), ...parameters(view), ...attempts(view), ...ending(view)];
  }

  function parameters(view: CallView): string[] {
    const rows = Object.entries(view.request ?? {}).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' ? [[name, value]] : Object.entries(value),
    );
    const sent = rows.filter(([name]) => name !== 'operation');
    const width = Math.max(0, ...sent.map(([name]) => name.length));
    return sent.map(([name, text]) => `         ${paint('gray', name.padEnd(width))}  ${shown(text)}`);
  }

  function shown(text: string): string {
    if (text === '') return paint('gray', '(cleared)');
    return text.length > 60 ? `${text.slice(0, 57)}...` : text;
  }

  function attempts(view: CallView): string[] {
    return view.attempts.map(attempt => {
      const status = attempt.status === undefined ? '' : ` HTTP ${attempt.status},`;
      const body = attempt.body === undefined ? '' : ` ${paint('gray', oneLine(attempt.body))}`;
      return labelled('answer', `${status.trim()} after ${attempt.ms} ms${body}`);
    });
  }

  function oneLine(text: string): string {
    const line = text.replace(/\s+/g, ' ');
    return line.length > 84 ? `${line.slice(0, 81)}...` : line;
  }

  function ending(view: CallView): string[] {
    const lines = [labelled('', outcome(view))];
    for (const each of view.diagnostics) {
      if (each.severity === 'info' && view.status === 'delivered') continue;
      lines.push(`         ${each.message} ${paint('gray', `[${each.code}]`)}`);
      if (each.hint) lines.push(`         ${paint('cyan', 'what to do:')} ${each.hint}`);
    }
    return lines;
  }

  function outcome(view: CallView): string {
    const parts = [paint(statusStyles[view.status], view.status)];
    if (view.customerId) parts.push(`customer ${view.customerId}`);
    if (view.action) parts.push(`${view.action}: the customer must still act`);
    const changes = view.changes?.length ?? 0;
    if (changes > 0) parts.push(`${changes} ${changes === 1 ? 'change' : 'changes'} made`);
    if (view.url) parts.push(paint('underline', view.url));
    if (view.status === 'queued' && view.reason) parts.push(view.reason);
    return parts.join('  ');
  }

  function labelled(label: string, text: string): string {
    return `  ${paint('gray', label.padEnd(6))} ${text}`;
  }

  return {
    scene: (number, scene) =>
      `\n${paint(['bold', 'blue'], `${number}. ${scene.title}`)}\n   ${paint('gray', scene.about)}`,
    received: ({ path, bytes, status, ms, answer }) =>
      labelled(
        'in',
        `POST ${path}  ${bytes} bytes  ${paint('gray', '->')} ${paint(status < 300 ? 'green' : 'red', String(status))} after ${ms} ms  ${paint('gray', oneLine(answer))}`,
      ),
    event: event => (event.calls.length === 0 ? withoutCalls(event) : event.calls.flatMap(call).join('\n')),
    heading: text => paint('bold', text),
    faint: text => paint('gray', text),
  };

  function withoutCalls(event: EventView): string {
    return labelled('event', `${paint(statusStyles[event.status], event.status)}  ${event.reason ?? ''}`);
  }
}
