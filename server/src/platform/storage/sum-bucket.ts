// Sums over time are kept by the quarter of an hour in the long run: the offset of every time zone is made of such quarters.

export const SUM_BUCKET_MS = 15 * 60_000

/** Before that they are kept by the minute. An hour more than a day, so that a chart of a day has all of them. */
export const MINUTES_KEPT_MS = 25 * 60 * 60_000

/** SQL: the begin of the quarter of an hour that `time` is in. */
export const quarterOf = (time: string) => `date_bin('15 minutes', ${time}, '2000-01-01 00:00:00Z')`
