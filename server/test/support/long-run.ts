// What takes long: `npm test` runs a short version of it, `npm run test:long` (with the files that use this) the whole.

import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    isLongRun: boolean
  }
}

export const isLongRun: boolean = inject('isLongRun')

/** A size or a count: the first for every change, the second for the long run. */
export function inLength(short: number, long: number): number {
  return isLongRun ? long : short
}
