/** The properties of a type; one that may be undefined may be missing instead. */
type Present<Given> = {
  [Key in keyof Given as undefined extends Given[Key] ? never : Key]: Given[Key];
} & {
  [Key in keyof Given as undefined extends Given[Key] ? Key : never]?: Exclude<Given[Key], undefined>;
};

/** An object without its properties that are undefined: what is absent is no key of it, and not written anywhere. */
export function withoutAbsent<Given extends object>(given: Given): Present<Given> {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as Present<Given>;
}
