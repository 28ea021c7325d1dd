import { isoTime } from '../../inbox/clock.ts';
import { StoreUnavailable } from '../../inbox/store.ts';
import type { DestinationOptions } from './destination.ts';
import { type DestinationMachine, recordOf } from './destination-machine.ts';
import type { DestinationEffect } from './destination-step.ts';
import type { HoldLog } from './hold-log.ts';
import type { Throttle } from './throttle.ts';

/** Performs the effects of a destination's steps: in the store, the log, its rate limit, its connections. */
export interface DestinationEffects {
  /** Performs an effect. Immediate work is done when this returns; the rest when it resolves. */
  perform(effect: DestinationEffect): Promise<void> | void;
  /** True if the current state could not be stored yet. */
  isUnsaved(): boolean;
}

/** The dependencies of the effects. `machine` returns the current state. */
export interface EffectParts {
  readonly machine: () => DestinationMachine;
  readonly throttle: Throttle;
  readonly holdLog: HoldLog;
}

/** Makes the effects of a destination whose state is stored. */
export function createDestinationEffects(
  options: DestinationOptions,
  { machine, throttle, holdLog }: EffectParts,
): DestinationEffects {
  const { config, client, time, token } = options;
  let unsaved = false;

  /** A state that cannot be stored now is in force nevertheless; the next probe stores it. */
  async function save(): Promise<void> {
    const at = { now: time.now(), monotonic: time.monotonic() };
    try {
      await options.save(recordOf(config.name, machine(), at));
      unsaved = false;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      unsaved = true;
    }
  }

  function reportWait({ row, until }: { readonly row: string; readonly until: number }): void {
    const details = { destination: config.name, row, until: isoTime(until) };
    options.report({ what: 'destination rate limited', details });
  }

  function perform(effect: DestinationEffect): Promise<void> | void {
    switch (effect.kind) {
      case 'save':
        return save();
      case 'notify':
        return options.changed();
      case 'prove-token':
        return token.prove();
      case 'slow-start':
        return throttle.slowStart(time.monotonic());
      case 'hasten':
        return options.hasten(effect.until);
      case 'disconnect':
        return client.disconnect();
      case 'log-held':
        return holdLog.held(effect.row, effect.since);
      case 'log-paused':
        return holdLog.paused();
      case 'log-open':
        return holdLog.opened();
      case 'log-wait':
        return reportWait(effect);
    }
  }

  return { perform, isUnsaved: () => unsaved };
}
