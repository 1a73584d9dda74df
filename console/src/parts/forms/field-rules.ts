// Validation rules for form fields, built from the API's own limits.
import { useMessages } from '../../language/language-provider.tsx'
import { partsMessages } from '../parts.messages.ts'

interface TextLimits {
  minLength?: number
  maxLength?: number
  isRequired?: boolean
}

interface NumberLimits {
  minimum: number
  maximum: number
}

/** Returns what is wrong with a value, or null. */
type Rule<Value> = (value: Value) => string | null

interface FieldRules {
  text(limits: TextLimits): Rule<string>
  integer(limits: NumberLimits): Rule<number | string>
  /** Accepts an empty text: no time is set. */
  time(limits: { pattern: string }): Rule<string>
}

export function useFieldRules(): FieldRules {
  const { field: t } = useMessages(partsMessages)
  return {
    text:
      ({ minLength = 0, maxLength = Number.POSITIVE_INFINITY, isRequired = false }) =>
      (value) => {
        // Counts like the API: trimmed, and an emoji is one character.
        const length = [...value.trim()].length
        if (length === 0) return isRequired ? t.required : null
        if (length >= minLength && length <= maxLength) return null
        return minLength > 0 ? t.length(minLength, maxLength) : t.maxLength(maxLength)
      },
    integer:
      ({ minimum, maximum }) =>
      (value) =>
        typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum
          ? null
          : t.range(minimum, maximum),
    time:
      ({ pattern }) =>
      (value) =>
        value === '' || new RegExp(pattern).test(value) ? null : t.time,
  }
}
