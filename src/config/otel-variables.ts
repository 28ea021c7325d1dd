import type { Config } from './config.ts';
import type { Environment } from './interpolate.ts';

/** A variable of OpenTelemetry, and the reason why it has another effect here than expected. It contains no value. */
export interface UnusedVariable {
  readonly variable: string;
  readonly reason: string;
}

/** True if the environment disables traces (OTEL_SDK_DISABLED), whatever `telemetry` says. */
export function isSwitchedOff({ OTEL_SDK_DISABLED: value }: Environment): boolean {
  return value?.trim().toLowerCase() === 'true';
}

/**
 * Returns the variables of OpenTelemetry that are set and have an unexpected effect; `telemetry` is the section in use.
 */
export function unusedVariables(env: Environment, telemetry: Config['telemetry']): readonly UnusedVariable[] {
  if (isSwitchedOff(env)) {
    return [{ variable: 'OTEL_SDK_DISABLED', reason: 'it is true, so no traces are recorded' }];
  }
  if (telemetry === undefined) {
    const reason = 'it is ignored: traces are sent where telemetry.otlp of the config says, which is not set';
    return endpoints.filter(name => env[name]).map(variable => ({ variable, reason }));
  }
  const pairs = (env.OTEL_RESOURCE_ATTRIBUTES ?? '').split(',').filter(pair => pair.trim() !== '');
  const faulty = pairs.findIndex(pair => !isAttribute(pair));
  if (faulty < 0) return [];
  const reason = `none of it is used: entry ${faulty + 1} of it is not key=value, with , and = in them as %2C and %3D`;
  return [{ variable: 'OTEL_RESOURCE_ATTRIBUTES', reason }];
}

const endpoints = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];

/** Checks an attribute as OpenTelemetry does, which ignores all of them if one is wrong. */
function isAttribute(pair: string): boolean {
  const [key = '', value, ...more] = pair.split('=').map(part => part.trim());
  if (key === '' || value === undefined || more.length > 0) return false;
  try {
    return [key, value].every(part => decodeURIComponent(part).length <= 255);
  } catch {
    return false;
  }
}
