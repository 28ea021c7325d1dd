/**
 * Every alert that the program raises itself, by its code, with what an operator does next. The codes are the names of
 * the rules in `deploy/prometheus/alerts.yml`, and each has a section in `docs/runbook.md`.
 */
export const alertCodes = {
  FieldbridgeNotReady: 'Read `reason` in /readyz. Senders repeat what is refused meanwhile.',
  FieldbridgeDiskFilling:
    'Free some of the disk or make it larger, or keep events for less long (`retention`).',
  FieldbridgeResultsUnwritten: 'Make room on the disk, and do not kill the process before they are written.',
  FieldbridgeClockWrong: 'Have the clock of the machine set by a time server.',
  FieldbridgeLogLost:
    'See where the log goes: its disk may be full, or its reader gone. Everything else goes on.',
  FieldbridgeSecretUnreadable:
    'Put the file back with the secret in it, before the bridge is restarted: it would not start.',
  FieldbridgeSourceRefused:
    '`fieldbridge sources status` says why. Mostly the secret was changed on one side.',
  FieldbridgeEventsUncertain:
    'Look each up in the calendar: `fieldbridge events list --status uncertain`, then `fieldbridge events resolve`.',
  FieldbridgeEventsFailed:
    '`fieldbridge events list --status failed`, then `fieldbridge events show ID`: its diagnostics say what to do.',
  FieldbridgeEventsUnclaimed:
    'Add a mapping for their source, or mend the faulty file; they go on by themselves.',
  FieldbridgeMappingHeld:
    '`fieldbridge check` shows the line. Mend the file or the account; its calls go on by themselves.',
  FieldbridgeCallsStranded:
    'The upkeep lets them go on within a minute. Where it does not, restart the process that `/api/processes` shows with `upkeep`.',
  FieldbridgeMappingUnusable: '`fieldbridge check` shows every fault with its line.',
  FieldbridgeMappingDrift: '`fieldbridge check` shows the lines that are concerned. What still fits is sent.',
  FieldbridgeDestinationHeld:
    '`fieldbridge destinations list` says why and when it is probed. Put its token or address right; an outage passes by itself.',
  FieldbridgeDestinationPaused: '`fieldbridge destinations resume NAME` goes on.',
  FieldbridgeQueueOld:
    'Compare `limits` of the destination with what comes in; after a long hold it passes by itself.',
  FieldbridgeReceiverSilent:
    'See whether it runs, and whether its secret is the one in the config; what waits is told once it answers 2xx. After a 410, restart.',
  FieldbridgeCatalogOld: 'The log says why a read failed. Calls are checked against what was known.',
} as const;

/** The code of an alert. */
export type AlertCode = keyof typeof alertCodes;
