const texts = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)/s;

/** Returns the parts of an expression: at odd positions its texts and quoted names, between them the other parts. */
export function partsAroundTexts(source: string): readonly string[] {
  return source.split(texts);
}

/** Changes an expression, but not the texts and the quoted names in it. */
export function outsideTexts(change: (part: string) => string): (source: string) => string {
  return source =>
    partsAroundTexts(source)
      .map((part, index) => (index % 2 === 0 ? change(part) : part))
      .join('');
}
