// The request of a form. An error of the API is shown at the field that it is about.
import { ApiError } from '@carillon/client/errors'
import { useState } from 'react'
import { useErrorText } from '../errors/use-error-text.ts'

interface Form {
  setFieldError(field: string, text: string): void
}

/** `error` belongs to no field. */
export function useFormRequest(form: Form, fieldOf: (error: unknown) => string | undefined) {
  const textOf = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  async function send(request: () => Promise<void>): Promise<void> {
    setBusy(true)
    setError(undefined)
    try {
      await request()
    } catch (failure) {
      const field = fieldOf(failure)
      if (field) form.setFieldError(field, textOf(failure))
      else setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { send, isBusy, error }
}

/** Finds the field that an error of the API is about, among these. */
export function fieldAmong(fields: readonly string[]): (error: unknown) => string | undefined {
  return (error) => {
    if (!(error instanceof ApiError)) return undefined
    return fields.find((field) => error.errors.some((each) => each.field === field))
  }
}
