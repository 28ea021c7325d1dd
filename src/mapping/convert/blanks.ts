/** A text without the blanks, and the characters that take no room, at both of its ends. */
export function withoutBlanks(text: string): string {
  return text.replace(blanksAtEnds, '');
}

// A variation selector takes no room either, but an emoji is another one without it.
const blanksAtEnds =
  /^[\s\p{Cc}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f]+|(?<![\s\p{Cc}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f])[\s\p{Cc}\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f]+$/gu;
