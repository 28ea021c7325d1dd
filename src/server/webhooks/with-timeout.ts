/**
 * Returns the result of `work`, or `late` if it takes longer than `ms`. The work continues: `onLate` is called when it
 * ends after that, with its error.
 */
export function withTimeout<Result, Late>(
  work: Promise<Result>,
  ms: number,
  late: Late,
  onLate: (error?: unknown) => void,
): Promise<Result | Late> {
  return new Promise((resolve, reject) => {
    let over = false;
    const timer = setTimeout(() => {
      over = true;
      resolve(late);
    }, ms);
    work.then(
      result => {
        if (over) return onLate();
        clearTimeout(timer);
        resolve(result);
      },
      (error: unknown) => {
        if (over) return onLate(error);
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
