// Errors of threads. An error loses its class when it is sent to another thread, so it is sent as a description.
import type { ErrorDetail } from '../../words/faults.ts'
import { DomainError, InvalidInput, TooLarge } from '../errors.ts'

export interface Failure {
  type: 'InvalidInput' | 'TooLarge' | 'other'
  message: string
  /** Set for all types but `other`. */
  detail: ErrorDetail | undefined
  code: string | undefined
  stack: string | undefined
}

export function describeFailure(error: unknown): Failure {
  const { message = String(error), code, stack } = error as Partial<Error> & { code?: string }
  const type: Failure['type'] =
    error instanceof InvalidInput ? 'InvalidInput' : error instanceof TooLarge ? 'TooLarge' : 'other'
  const detail = error instanceof DomainError ? error.detail : undefined
  return { type, message, detail, code, stack }
}

export function errorOf({ type, message, detail, code, stack }: Failure): Error {
  if (detail && type === 'InvalidInput') return new InvalidInput(message, detail)
  if (detail && type === 'TooLarge') return new TooLarge(message, detail)
  return Object.assign(new Error(message), { code, ...(stack && { stack }) })
}
