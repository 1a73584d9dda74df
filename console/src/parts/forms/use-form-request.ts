// The request of a form. An error of the API is shown at the field that it is about.
import { ApiError } from '@carillon/client/errors'
import { useState } from 'react'
import { useErrorText } from '../errors/use-error-text.ts'

interface Form {
  setFieldError(field: string, text: string): void
}

/** `failure` is an error that belongs to no field. */
export function useFormRequest(form: Form, fieldOf: (error: unknown) => string | undefined) {
  const textOf = useErrorText()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  async function send(request: () => Promise<void>): Promise<void> {
    setBusy(true)
    setFailure(undefined)
    try {
      await request()
    } catch (error) {
      const field = fieldOf(error)
      if (field) form.setFieldError(field, textOf(error))
      else setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { send, isBusy, failure }
}

/** Finds the field that an error of the API is about, among these. */
export function fieldAmong(fields: readonly string[]): (error: unknown) => string | undefined {
  return (error) => {
    if (!(error instanceof ApiError)) return undefined
    return fields.find((field) => error.errors.some((each) => each.field === field))
  }
}
