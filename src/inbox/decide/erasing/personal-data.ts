import type { NewAuditEntry } from '../../audit.ts';
import type { AboutRow, LinkRow } from '../people.ts';
import type { Searchable } from './kept-text.ts';

/** A found event. */
export interface FoundEvent {
  readonly sequence: number;
  readonly id: string;
}

/** A batch of events, oldest first. `last`: the last event of the batch, if there may be more. */
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

/** A whole split webhook. The text around its events belongs to none of them. */
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
  /** `about nobody`: only events whose calls name no person. */
  eventsBetween(after: number, newest: number, which: 'all' | 'about nobody'): Promise<EventStep>;
  /** Returns all stored texts of some events; deleted events are left out. */
  eventTexts(sequences: readonly number[]): AsyncIterable<EventTexts>;
  /** Returns the number of the refusal with an id. */
  refusal(id: string): Promise<number | undefined>;
  refusalTexts(): AsyncIterable<RefusalTexts>;
  wholeTexts(): AsyncIterable<WholeTexts>;
  /** Returns all links. */
  links(): Promise<readonly LinkRow[]>;
  /** Returns the persons in the calls of some events, each combination once. */
  callsAbout(sequences: readonly number[]): Promise<readonly AboutRow[]>;
  /** Returns the persons in the calls that name a number and one of these links, each combination once. */
  callsUnderLinks(links: readonly string[]): Promise<readonly Omit<AboutRow, 'event'>[]>;
  /** Returns the destinations at which any of these customer numbers is known, in order. */
  placesOfNumbers(customerIds: readonly string[]): Promise<readonly string[]>;
  /** Returns the groups of sources in which a link is known, in order. */
  peopleOfLink(link: string): Promise<readonly string[]>;
  /** Lets other work run. */
  turn(): Promise<void>;
}

/** Removes data from a database, each method in as many transactions as it needs. */
export interface Eraser {
  /** Adds an entry to the audit log; returns its number. */
  addEntry(entry: NewAuditEntry): Promise<number>;
  /** Removes events and returns those removed. Events with a call in flight stay, because its result must be stored. */
  events(found: readonly FoundEvent[]): Promise<readonly FoundEvent[]>;
  /** Removes refusals by their numbers; returns the number of removed ones. */
  refusals(numbers: readonly number[]): Promise<number>;
  links(rows: readonly LinkRow[]): Promise<number>;
  /** Removes the texts around the events of split webhooks, by their rows. */
  wholes(requests: readonly number[]): Promise<void>;
  /** Removes senders' ids that contain the searched text and whose events are deleted. */
  ids(find: Find): Promise<void>;
  /**
   * Removes reasons that people wrote, and reasons of holds of mappings and destinations. Adds their number to the
   * audit entry.
   */
  notes(find: Find, entry: { readonly number: number; readonly detail: string }): Promise<void>;
  /** Removes deleted data from the files; returns true if that was possible. */
  leaveNothing(): Promise<boolean>;
}

/** Replaces an erased text. */
export const erasedMark = '[erased]';
