import { SaxesParser } from 'saxes';
import {
  maxBrackets,
  maxDepth,
  maxKeys,
  maxReferences,
  tooDeep,
  tooManyBrackets,
  tooManyKeys,
  tooManyReferences,
} from './limits.ts';
import { UnreadableBody } from './unreadable-body.ts';

/**
 * Reads an XML document as an object with one key, the name of its root element. Prefixes are dropped. An
 * element with only text is that text, an empty one the empty text, one with `xsi:nil="true"` null. Any other
 * is an object of its elements and attributes (`@name`, without `xmlns` ones). Elements with the same name
 * are a list. Text beside those is joined under `#text`, without mere white space. `__proto__` is left out.
 * @throws UnreadableBody if it is not well-formed, has a document type, or exceeds the limits
 */
export function parseXml(text: string): unknown {
  refuseCostlyParts(text);
  const step = readXml(text, text.length).next();
  return step.done ? step.value : undefined;
}

/**
 * Does the same in steps of this many characters, so that other work can run in between.
 * @throws UnreadableBody as above
 */
export function* readXml(text: string, charactersOfStep: number): Generator<void, unknown> {
  const parser = new SaxesParser();
  const root = newElement('');
  const open = [root];
  let room = maxKeys;
  const count = () => {
    room -= 1;
    if (room < 0) throw new UnreadableBody(tooManyKeys);
  };
  const addText = (piece: string) => {
    const element = open.at(-1);
    if (element) element.text += piece;
  };

  parser.on('doctype', () => {
    throw new UnreadableBody('the XML has a document type (DOCTYPE), which is not read');
  });
  parser.on('error', () => {
    throw new UnreadableBody(`the body is not well-formed XML (line ${parser.line})`);
  });
  parser.on('opentagstart', ({ name }) => {
    count();
    if (open.length > maxDepth) throw new UnreadableBody(tooDeep);
    open.push(newElement(localName(name)));
  });
  parser.on('attribute', ({ name, value }) => {
    count();
    const element = open.at(-1);
    if (element) addAttribute(element, name, value);
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    const parent = open.at(-1);
    if (element && parent) addMember(parent, element.name, contentOf(element));
  });
  let at = 0;
  for (; at + charactersOfStep < text.length; at += charactersOfStep) {
    parser.write(text.slice(at, at + charactersOfStep));
    yield;
  }
  parser.write(text.slice(at)).close();
  return objectOf(root);
}

/** Sections in which an ampersand is literal, each up to its end, and the ampersands of references. */
const sectionsAndReferences = /<!--.*?(?:-->|$)|<!\[CDATA\[.*?(?:\]\]>|$)|<\?.*?(?:\?>|$)|&/gs;

function refuseCostlyParts(text: string): void {
  // A reference has at least four characters.
  if (text.length < Math.min(4 * maxReferences, maxBrackets)) return;
  let references = 0;
  let brackets = 0;
  for (const [found] of text.matchAll(sectionsAndReferences)) {
    if (found === '&') references += 1;
    else if (found.startsWith('<![')) brackets += found.split(']', maxBrackets + 2).length - 1;
    if (references > maxReferences) throw new UnreadableBody(tooManyReferences);
    if (brackets > maxBrackets) throw new UnreadableBody(tooManyBrackets);
  }
}

/** An element that is being read. */
interface Element {
  readonly name: string;
  /** Its attributes and elements, by their names in the result. */
  readonly members: Map<string, unknown[]>;
  text: string;
  isNil: boolean;
}

function newElement(name: string): Element {
  return { name, members: new Map(), text: '', isNil: false };
}

function addAttribute(element: Element, name: string, value: string): void {
  if (name === 'xmlns' || name.startsWith('xmlns:')) return;
  // Some documents bind another prefix than xsi to that namespace.
  if (name.endsWith(':nil')) element.isNil = value === 'true' || value === '1';
  else addMember(element, `@${localName(name)}`, value);
}

function addMember(element: Element, name: string, value: unknown): void {
  if (name === '__proto__') return;
  const values = element.members.get(name);
  if (values) values.push(value);
  else element.members.set(name, [value]);
}

function contentOf(element: Element): unknown {
  const { members, text, isNil } = element;
  const hasText = text.trim() !== '';
  const isEmpty = !hasText && [...members.keys()].every(name => name.startsWith('@'));
  if (isNil && isEmpty) return null;
  if (members.size === 0) return text;
  const content = objectOf(element);
  return hasText ? { ...content, '#text': text } : content;
}

function objectOf({ members }: Element): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...members].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
