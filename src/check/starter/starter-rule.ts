import type { SuggestionDoubt } from './suggestion-doubt.ts';

/** A rule of a mapping that is being written, with the keys of the file: `from`, `answer`, `template` etc. */
export interface StarterRule {
  readonly from?: string;
  readonly answer?: string;
  readonly template?: string;
  readonly values?: Readonly<Record<string, string | null>>;
  readonly ignoreCase?: true;
  readonly as?: 'boolean' | 'choice' | 'choices' | 'date' | 'list' | 'phone';
  readonly separator?: string;
  readonly parse?: string;
  readonly format?: string;
  readonly zone?: string;
}

/** The evidence that a value fits a field. */
export interface ValueEvidence {
  /** The addition to the similarity of the names. Above 0 if the value is typical for the field. */
  readonly weight: number;
  readonly rule: StarterRule;
  /** The doubt for a person to check. */
  readonly doubt?: SuggestionDoubt;
}

/** A choice of a field, and its names in other languages. */
export interface Choice {
  readonly value: string;
  readonly names: readonly string[];
  /** True if the account has not confirmed it. Only the same text means it. */
  readonly isUnconfirmed?: boolean;
}
