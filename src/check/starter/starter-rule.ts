import type { SuggestionDoubt } from './suggestion-doubt.ts';

/** A rule of a mapping that is being written: its keys as the file has them, `from`, `answer` or `template` among them. */
export interface StarterRule {
  readonly from?: string;
  readonly answer?: string;
  readonly template?: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly ignoreCase?: true;
  readonly as?: 'boolean' | 'choice' | 'choices' | 'date' | 'list' | 'phone';
  readonly separator?: string;
  readonly parse?: string;
  readonly format?: string;
  readonly zone?: string;
}

/** The evidence that a value fits a field. */
export interface ValueEvidence {
  /** The addition to the similarity of the names: above 0 if such a value is made for such a field. */
  readonly weight: number;
  readonly rule: StarterRule;
  /** The doubt that a person should check. */
  readonly doubt?: SuggestionDoubt;
}

/** A choice of a field, and what else it is called: in other languages. */
export interface Choice {
  readonly value: string;
  readonly names: readonly string[];
}
