// The codes of the API's errors. A code is what a client acts upon: faults that it treats alike share one. openapi.json and
// docs/api-notes.md list all of them.
import type { FaultDefinition } from './faults/fault-definition.ts'
import { type ErrorDetail, type Fault, faults } from './faults.ts'
import { type SharedCode, sharedCodes } from './shared-codes.ts'

type FaultOf<Code extends SharedCode> = {
  [Each in Fault]: (typeof faults)[Each] extends { code: Code } ? Each : never
}[Fault]

/** Why the service or its database cannot do its work. */
export type ServiceFault = FaultOf<'unavailable'>
export type ErrorCode = SharedCode | Exclude<Fault, FaultOf<SharedCode>>

const definitions: Readonly<Record<string, FaultDefinition>> = faults
const codeOfFault = (fault: Fault): ErrorCode => definitions[fault]?.code ?? (fault as ErrorCode)

/** The faults of each code, in the order of the faults. */
const faultsByCode = new Map<ErrorCode, Fault[]>()
for (const fault of Object.keys(faults) as Fault[]) {
  const code = codeOfFault(fault)
  faultsByCode.set(code, [...(faultsByCode.get(code) ?? []), fault])
}

export const ERROR_CODES = [...faultsByCode.keys()]

const isShared = (code: ErrorCode): code is SharedCode => code in sharedCodes

/** What a code means, with its parameters or with the faults that share it. */
export function definitionOf(code: ErrorCode): FaultDefinition & { faults?: readonly Fault[] } {
  return isShared(code)
    ? { meaning: sharedCodes[code], faults: faultsByCode.get(code) ?? [] }
    : { ...faults[code] }
}

/** A fault as answers name it. */
export function codeOf({ fault, params }: Pick<ErrorDetail, 'fault' | 'params'>): {
  code: ErrorCode
  params: object
} {
  const code = codeOfFault(fault)
  return { code, params: { ...(isShared(code) && { reason: fault }), ...params } }
}
