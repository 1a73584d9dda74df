// What can be wrong: every fault, what it means, its parameters, and the code of the API if it shares one. A new fault is an entry here and a
// sentence in each language: without these it does not compile, nor does a domain error without a fault. The sentences are files of their own
// (en/errors.ts, zh/errors.ts) because a browser loads one language, and neither this list nor the codes.
import { accessFaults } from './faults/access-faults.ts'
import { contactFaults } from './faults/contact-faults.ts'
import { fieldFaults } from './faults/field-faults.ts'
import { fileFaults } from './faults/file-faults.ts'
import { flowFaults } from './faults/flow-faults.ts'
import { requestFaults } from './faults/request-faults.ts'
import { serviceFaults } from './faults/service-faults.ts'
import { stateFaults } from './faults/state-faults.ts'

export const faults = {
  ...fieldFaults,
  ...flowFaults,
  ...contactFaults,
  ...fileFaults,
  ...stateFaults,
  ...accessFaults,
  ...requestFaults,
  ...serviceFaults,
} as const

export type Fault = keyof typeof faults

interface KindTypes {
  text: string
  number: number
  texts: readonly string[]
}

type TypeOf<Kind> = Kind extends keyof KindTypes ? KindTypes[Kind] : never

/** `number?` is a number that may be left out. */
type ParamsOf<Params> = {
  [Name in keyof Params as Params[Name] extends `${string}?` ? never : Name]: TypeOf<Params[Name]>
} & {
  [Name in keyof Params as Params[Name] extends `${string}?` ? Name : never]?:
    | (Params[Name] extends `${infer Kind}?` ? TypeOf<Kind> : never)
    | undefined
}

/** Faults that say everything without a parameter. */
export type PlainFault = {
  [Each in Fault]: (typeof faults)[Each] extends { params: unknown } ? never : Each
}[Fault]

type WithParams = {
  [Each in Exclude<Fault, PlainFault>]: {
    fault: Each
    params: ParamsOf<(typeof faults)[Each]['params']>
  }
}[Exclude<Fault, PlainFault>]

/** What is wrong, for programs. */
export type ErrorDetail = ({ fault: PlainFault; params?: undefined } | WithParams) & {
  /** The field or query parameter that it is about. */
  field?: string | undefined
  /** Of a file: the row, as a spreadsheet numbers it. */
  row?: number | undefined
  /** Of a flow: the id of the step. Callers read it as a parameter. */
  step?: string | undefined
}

export interface Range {
  min?: number | undefined
  max?: number | undefined
}

type FactsOf<Definition> = (Definition extends { params: infer Params } ? ParamsOf<Params> : object) & {
  row?: number | undefined
}

export type ErrorWords = {
  [Each in Fault]: (facts: FactsOf<(typeof faults)[Each]>, field: string) => string
}
