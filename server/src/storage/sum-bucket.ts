// Sums over time are kept by the quarter of an hour: the offset of every time zone is made of such quarters.

export const SUM_BUCKET_MS = 15 * 60_000

/** SQL: the begin of the quarter of an hour that `time` is in. */
export const sumBucketOf = (time: string) => `date_bin('15 minutes', ${time}, '2000-01-01 00:00:00Z')`
