import { ApiError } from '@carillon/client/errors'

/** The field that an error of the API is about, if it is one of these. */
export function fieldOfError<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): Field | undefined {
  if (!(error instanceof ApiError)) return undefined
  return fields.find((field) => error.errors.some((each) => each.field === field))
}
