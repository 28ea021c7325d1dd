import { withoutEscapes } from './escaped-html.ts';

/** The names of HTML tags. Anything else in angle brackets, such as an e-mail address, is text. */
const inline = `a abbr b bdi bdo big button cite code del dfn em font i img input ins kbd label mark o:p q s samp small
  span strike strong sub sup time tt u var wbr`;
const blocks = `address article aside blockquote body caption center dd details div dl dt fieldset figcaption figure
  footer form h1 h2 h3 h4 h5 h6 header hr html legend li main nav ol p pre section summary table tbody tfoot thead tr ul`;
const unseen = 'head script style template title';
const others = 'col colgroup link meta td th br';

const names = (text: string) => new Set(text.split(/\s+/));
const blockTags = names(blocks);
const unseenTags = names(unseen);
const knownTags = new Set([...names(inline), ...blockTags, ...unseenTags, ...names(others)]);

/** A piece of HTML: a text, or a tag. */
type Piece = { readonly text: string } | { readonly tag: string; readonly isEnd: boolean };

/**
 * Returns the visible text of HTML: without its tags, each block and each `<br>` on a line of its own, elements of
 * lists with a dash, and escapes replaced by their characters. A text without a tag keeps its lines, and only escapes
 * are replaced. Each element of a list is converted; other values stay.
 */
export function textOfHtml(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(textOfHtml);
  if (typeof value !== 'string') return value;
  const pieces = [...piecesOf(value)];
  if (!pieces.some(each => 'tag' in each)) return withoutNoBreaks(withoutEscapes(value));
  return linesOf(pieces)
    .map(line => withoutNoBreaks(withoutEscapes(line)))
    .map(line => line.trim())
    .filter(line => line !== '' && line !== '-')
    .join('\n');
}

function linesOf(pieces: readonly Piece[]): readonly string[] {
  const lines = [''];
  let hidden: string | undefined;
  for (const piece of pieces) {
    const isEnd = 'tag' in piece && piece.isEnd;
    if (hidden !== undefined) hidden = isEnd && piece.tag === hidden ? undefined : hidden;
    else if ('tag' in piece && unseenTags.has(piece.tag)) hidden = isEnd ? undefined : piece.tag;
    else {
      const [first, ...more] = seenOf(piece);
      lines[lines.length - 1] += first;
      lines.push(...more);
    }
  }
  return lines;
}

/** Returns the text that a piece adds to the current line, and the new lines that it begins. */
function seenOf(piece: Piece): readonly [string, ...string[]] {
  if ('text' in piece) return [piece.text.replace(/\s+/g, ' ')];
  if (piece.tag === 'td' || piece.tag === 'th') return [piece.isEnd ? ' ' : ''];
  if (piece.tag === 'li' && !piece.isEnd) return ['', '- '];
  return piece.tag === 'br' || blockTags.has(piece.tag) ? ['', ''] : [''];
}

/** Returns the pieces of a text, in linear time. */
function* piecesOf(html: string): Generator<Piece> {
  let from = 0;
  let at = html.indexOf('<');
  while (at >= 0) {
    const read = html.startsWith('<!--', at) ? commentAt(html, at) : tagAt(html, at);
    if (read) {
      if (at > from) yield { text: html.slice(from, at) };
      yield read.piece;
      from = read.end;
    }
    at = html.indexOf('<', read ? from : at + 1);
  }
  if (from < html.length) yield { text: html.slice(from) };
}

interface ReadPiece {
  readonly piece: Piece;
  readonly end: number;
}

/** A comment counts as a tag without effect. One without an end extends to the end of the text. */
function commentAt(html: string, at: number): ReadPiece {
  const end = html.indexOf('-->', at + 4);
  return { piece: { tag: 'wbr', isEnd: false }, end: end < 0 ? html.length : end + 3 };
}

const longestTag = 2_000;

function tagAt(html: string, at: number): ReadPiece | undefined {
  const [head, slash, name] =
    /^<(\/?)([a-zA-Z][a-zA-Z0-9:]{0,12})(?=[\s/>])/.exec(html.slice(at, at + 20)) ?? [];
  const tag = name?.toLowerCase();
  if (head === undefined || tag === undefined || !knownTags.has(tag)) return undefined;
  const end = html.slice(at, at + longestTag).indexOf('>');
  return end < 0 ? undefined : { piece: { tag, isEnd: slash === '/' }, end: at + end + 1 };
}

/** Replaces no-break spaces, which only matter for the layout of a page. */
function withoutNoBreaks(text: string): string {
  return text.replaceAll('\u00a0', ' ');
}
