/**
 * Wakes a tracer, which notices only stops of its program: a signal to the program is such a stop. The program never
 * receives this signal.
 */
export const wakeSignal = 'SIGWINCH';
