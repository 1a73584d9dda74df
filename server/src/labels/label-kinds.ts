// What words there are, in every language.

type Words = Readonly<Record<string, string>>

export interface Labels {
  titles: Words
  /** Of columns that are named after a step or a field: `digits.confirm`. */
  prefixes: Words
  /** Of contacts in a task. A contact that is done without a success has the word of its last call. */
  statuses: Words
  /** What came of a call. */
  endings: Words
  /** The same where success is a confirmation. */
  confirmedStatuses: Words
  confirmedEndings: Words
  causes: Words
  verdicts: Words
  transfers: Words
  /** Of events in the history of a number. */
  kinds: Words
  answers: Words
}

/** The kinds of codes that cells may hold. */
export type WordKind =
  | 'statuses'
  | 'confirmedStatuses'
  | 'endings'
  | 'confirmedEndings'
  | 'causes'
  | 'verdicts'
  | 'transfers'
  | 'kinds'
  | 'answers'
