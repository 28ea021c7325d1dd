/** A rule of a mapping that is being written: its keys as the file has them, `from`, `answer` or `template` among them. */
export interface StarterRule {
  readonly from?: string;
  readonly answer?: string;
  readonly template?: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly ignoreCase?: true;
  readonly as?: 'boolean' | 'date' | 'list';
  readonly separator?: string;
  readonly parse?: string;
  readonly format?: string;
  readonly zone?: string;
}

/** What a value says about filling a field with it. */
export interface ValueEvidence {
  /** What it adds to the likeness of the names: above 0 where such a value is made for such a field. */
  readonly weight: number;
  readonly rule: StarterRule;
  /** What a person should look at, in a few words. */
  readonly doubt?: string;
}

/** A choice of a field, and what else it is called: in other languages. */
export interface Choice {
  readonly value: string;
  readonly names: readonly string[];
}
