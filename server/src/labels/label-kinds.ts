// What words there are, in every language.

type Words = Readonly<Record<string, string>>

export interface Labels {
  titles: Words
  /** Of columns that are named after a step or a field: `digits.confirm`. */
  prefixes: Words
  statuses: Words
  outcomes: Words
  causes: Words
  verdicts: Words
  transfers: Words
  /** Of events in the history of a number. */
  kinds: Words
  answers: Words
}

/** The kinds of codes that cells may hold. */
export type WordKind = 'statuses' | 'outcomes' | 'causes' | 'verdicts' | 'transfers' | 'kinds' | 'answers'
