/** True for an answer with a condition, so that a person must decide: "Ja, aber nur im Newsletter", "Oui, mais anonyme". */
export function isLimited(text: string): boolean {
  return limits.test(text);
}

const limits =
  /(?<!\p{L})(?:aber|nur|ausser|außer|ohne|but|only|except|unless|without|mais|seulement|uniquement|sauf|sans|maar|alleen|zonder|ma|solo|soltanto|tranne|senza|pero|sólo|excepto|mas|apenas)(?!\p{L})/iu;
