/**
 * Wakes a tracer, which hears of nothing but the stops of its program: a signal to the program is such a stop. The
 * program never sees it.
 */
export const wakeSignal = 'SIGWINCH';
