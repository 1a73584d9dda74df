// What is said of a fault in the list, beside its sentences.
import type { SharedCode } from '../shared-codes.ts'

/** What a parameter holds. A question mark: it may be left out. */
type ParamKind = 'text' | 'number' | 'texts' | 'text?' | 'number?'

export interface FaultDefinition {
  meaning: string
  /** Without one, its own name is the code. */
  code?: SharedCode
  params?: Readonly<Record<string, ParamKind>>
}
