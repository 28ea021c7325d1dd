import type { NewAuditEntry } from '../../audit.ts';
import type { AboutRow, LinkRow } from '../people.ts';
import type { Searchable } from './kept-text.ts';

/** An event that was found. */
export interface FoundEvent {
  readonly sequence: number;
  readonly id: string;
}

/** A part of all events, oldest first; `last`: the last that was looked at, where there may be more. */
export interface EventStep {
  readonly events: readonly FoundEvent[];
  readonly last?: number;
}

/** What is kept of an event. */
export interface EventTexts {
  readonly sequence: number;
  readonly kept: Searchable;
}

/** What is kept of a refusal, and as which events it was taken in. */
export interface RefusalTexts {
  readonly number: number;
  readonly id: string;
  readonly kept: Searchable;
  readonly acceptedAs: readonly string[];
}

/** A split webhook as a whole; what its sender wrote around its events is in none of them. */
export interface WholeTexts {
  readonly request: number;
  /** The id of one of its events. */
  readonly event: string;
  readonly kept: Searchable;
}

/** Tells whether a short text holds what is looked for. */
export type Find = (text: string) => boolean;

/** What a database keeps of people, as it is looked through: a piece at a time, so that others work in between. */
export interface PersonalData {
  event(id: string): Promise<FoundEvent | undefined>;
  /** The sequence of the newest event. */
  newestEvent(): Promise<number>;
  /** `about nobody`: those alone of which no call says whom it concerns. */
  eventsBetween(after: number, newest: number, which: 'all' | 'about nobody'): Promise<EventStep>;
  /** All that is kept of each of some events; those that are gone are left out. */
  eventTexts(sequences: readonly number[]): AsyncIterable<EventTexts>;
  /** The number of the refusal that has an id. */
  refusal(id: string): Promise<number | undefined>;
  refusalTexts(): AsyncIterable<RefusalTexts>;
  wholeTexts(): AsyncIterable<WholeTexts>;
  /** All remembered links. */
  links(): Promise<readonly LinkRow[]>;
  /** The calls of some events, as far as they say whom they are about; each kind of them once. */
  callsAbout(sequences: readonly number[]): Promise<readonly AboutRow[]>;
  /** The calls under any of these links that name a number; each kind of them once. */
  callsUnderLinks(links: readonly string[]): Promise<readonly Omit<AboutRow, 'event'>[]>;
  /** The destinations at which any of these customer numbers is known, in order. */
  placesOfNumbers(customerIds: readonly string[]): Promise<readonly string[]>;
  /** The groups of sources in which a link is known, in order. */
  peopleOfLink(link: string): Promise<readonly string[]>;
  /** Gives everything else its turn. */
  turn(): Promise<void>;
}

/** What takes it out of a database, each in as many transactions as it needs. */
export interface Eraser {
  /** Adds an entry to the audit trail; answers its number. */
  addEntry(entry: NewAuditEntry): Promise<number>;
  /** Answers those that are gone: what is being sent right now stays, since its result must find its place. */
  events(found: readonly FoundEvent[]): Promise<readonly FoundEvent[]>;
  /** By their numbers; answers how many were there. */
  refusals(numbers: readonly number[]): Promise<number>;
  links(rows: readonly LinkRow[]): Promise<number>;
  /** What was written around the events of split webhooks, by their rows. */
  wholes(requests: readonly number[]): Promise<void>;
  /** The senders' ids with what is looked for whose events are gone. */
  ids(find: Find): Promise<void>;
  /** What people wrote as a reason, and why a mapping or a destination is held. Says in the entry how much it concerned. */
  notes(find: Find, entry: { readonly number: number; readonly detail: string }): Promise<void>;
  /** Sees to it that nothing of what was deleted is left where it was; answers whether that could be done. */
  leaveNothing(): Promise<boolean>;
}

/** Stands where a text was. */
export const erasedMark = '[erased]';
