// Properties get the seed of the run, and print it when they fail. SEED sets it.
import fc from 'fast-check'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    seed: number
  }
}

fc.configureGlobal({ seed: inject('seed') })
