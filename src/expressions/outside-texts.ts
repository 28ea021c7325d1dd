const texts = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)/s;

/** Splits an expression: elements at odd indexes are texts and quoted names, the others lie between them. */
export function partsAroundTexts(source: string): readonly string[] {
  return source.split(texts);
}

/** Changes the parts of an expression that are not texts or quoted names. */
export function outsideTexts(change: (part: string) => string): (source: string) => string {
  return source =>
    partsAroundTexts(source)
      .map((part, index) => (index % 2 === 0 ? change(part) : part))
      .join('');
}
