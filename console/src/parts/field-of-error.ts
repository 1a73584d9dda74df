import { ApiError } from '@carillon/client/errors'

/** The field that an error of the API is about, if it is one of these: its messages name it first. */
export function fieldOfError<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): Field | undefined {
  if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 409)) return undefined
  const [, name] = /^(\w+)/.exec(error.message) ?? []
  return fields.find((field) => field === name)
}
