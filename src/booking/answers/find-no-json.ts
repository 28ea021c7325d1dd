import type { AnswerBody } from './answer-body.ts';
import type { AnswerFinding } from './failure-table.ts';

const longestDenial = 200;

/**
 * Returns the row of a 200 response whose body is not JSON. "Access denied" is how all protected operations refuse a
 * token (API document 5.4). No other text counts as that refusal, because a refused booking is sent again.
 */
export function findNoJson(body: Exclude<AnswerBody, { kind: 'json' }>, bytes: Uint8Array): AnswerFinding {
  if (body.kind !== 'text') return { row: 'A5' };
  return bytes.length <= longestDenial && /^access denied[.!]?$/i.test(body.text)
    ? { row: 'A3' }
    : { row: 'A4', ...titled(body.text) };
}

/**
 * Returns the title of a page. A title that is long, or contains more than words, may repeat the request and is left
 * out.
 */
function titled(page: string): Pick<AnswerFinding, 'detail'> {
  const title = /<title[^<>]{0,100}>([^<]{1,200})<\/title>/i.exec(page.slice(0, 10_000))?.[1]?.trim() ?? '';
  const plain = /^(?:[\p{L}\p{M} .,!'’–-]|(?<![0-9])[0-9]{1,3}(?![0-9])){1,80}$/u.test(title);
  return plain ? { detail: `"${title}"` } : {};
}
