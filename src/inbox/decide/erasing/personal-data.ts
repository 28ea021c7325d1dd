import type { NewAuditEntry } from '../../audit.ts';
import type { AboutRow, LinkRow } from '../people.ts';
import type { Searchable } from './kept-text.ts';

/** An event that was found. */
export interface FoundEvent {
  readonly sequence: number;
  readonly id: string;
}

/** A part of all events, oldest first; `last`: the last one read, if there may be more. */
export interface EventStep {
  readonly events: readonly FoundEvent[];
  readonly last?: number;
}

/** The stored texts of an event. */
export interface EventTexts {
  readonly sequence: number;
  readonly kept: Searchable;
}

/** The stored texts of a refusal, and the events that it became. */
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

/** Returns true if a short text contains the searched text. */
export type Find = (text: string) => boolean;

/** The personal data of a database, read in batches so that other work runs in between. */
export interface PersonalData {
  event(id: string): Promise<FoundEvent | undefined>;
  /** The sequence of the newest event. */
  newestEvent(): Promise<number>;
  /** `about nobody`: only events whose person no call names. */
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

/** Removes data from a database, each method in as many transactions as it needs. */
export interface Eraser {
  /** Adds an entry to the audit log; answers its number. */
  addEntry(entry: NewAuditEntry): Promise<number>;
  /** Returns the removed events: events with a call in flight stay, because its result must be stored. */
  events(found: readonly FoundEvent[]): Promise<readonly FoundEvent[]>;
  /** Removes refusals by their numbers; returns the number of removed ones. */
  refusals(numbers: readonly number[]): Promise<number>;
  links(rows: readonly LinkRow[]): Promise<number>;
  /** Removes texts around the events of split webhooks, by their rows. */
  wholes(requests: readonly number[]): Promise<void>;
  /** Removes senders' ids that contain the searched text and whose events are gone. */
  ids(find: Find): Promise<void>;
  /**
   * Removes reasons that people wrote, and reasons of holds of mappings and destinations. Adds the number of them to
   * the audit entry.
   */
  notes(find: Find, entry: { readonly number: number; readonly detail: string }): Promise<void>;
  /** Removes deleted data from the files; returns true if that was possible. */
  leaveNothing(): Promise<boolean>;
}

/** Stands where a text was. */
export const erasedMark = '[erased]';
