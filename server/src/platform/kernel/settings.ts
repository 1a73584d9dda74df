// Reads settings strictly: an invalid value is refused with a sentence that names the setting.
import { readFileSync } from 'node:fs'

export class InvalidSetting extends Error {
  override name = 'InvalidSetting'
}

export interface Range {
  min: number
  max: number
}

export interface Settings {
  /** Trimmed; an empty value counts as not set, as in `HOST= npm start`. */
  text(name: string): string | undefined
  required(name: string, why: string): string
  /** The value of NAME, or the content of the file that NAME_FILE names. */
  secret(name: string): string | undefined
  oneOf<Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice
  wholeNumber(name: string, range: Range & { default: number }): number
  optionalNumber(name: string, range: Range): number | undefined
  /** The settings that were asked for and are set. */
  given(): GivenSetting[]
}

export interface GivenSetting {
  name: string
  value: string
  isSecret: boolean
}

const NOT_OURS = ['PATH']
const HAS_PASSWORD = /:\/\/[^/?#\s]*:[^/?#\s]*@/

export function createSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const secrets = new Map<string, boolean>()
  const text = (name: string) => {
    secrets.set(name, secrets.get(name) ?? false)
    return env[name]?.trim() || undefined
  }

  function optionalNumber(name: string, { min, max }: Range): number | undefined {
    const value = text(name)
    if (value === undefined) return undefined
    const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidSetting(`${name} must be a whole number from ${min} to ${max}, not "${value}"`)
  }

  return {
    text,
    optionalNumber,

    required(name, why) {
      const value = text(name)
      if (value === undefined) throw new InvalidSetting(`${name} is needed: ${why}`)
      return value
    },

    secret(name) {
      secrets.set(name, true)
      const file = text(`${name}_FILE`)
      if (file === undefined) return text(name)
      if (text(name) !== undefined)
        throw new InvalidSetting(`${name} and ${name}_FILE are both set: keep one`)
      try {
        return readFileSync(file, 'utf8').trim() || undefined
      } catch (error) {
        const reason = error instanceof Error ? error.message : error
        throw new InvalidSetting(`${name}_FILE cannot be read: ${reason}`)
      }
    },

    oneOf(name, choices, fallback) {
      const value = text(name)
      if (value === undefined) return fallback
      const choice = choices.find((known) => known === value)
      if (choice) return choice
      throw new InvalidSetting(`${name} must be one of ${choices.join(', ')}, not "${value}"`)
    },

    wholeNumber: (name, { default: fallback, ...range }) => optionalNumber(name, range) ?? fallback,

    given: () =>
      [...secrets].flatMap(([name, isSecret]) => {
        const value = env[name]?.trim()
        if (!value || NOT_OURS.includes(name)) return []
        return [{ name, value, isSecret: isSecret || HAS_PASSWORD.test(value) }]
      }),
  }
}
