import { useSystem } from '../session/use-system.ts'
import { createFormat, type Format } from './format.ts'
import { useLanguage } from './language-provider.tsx'

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Made once: the formatters of Intl are slow to make, and many components of a page need them. */
const made = new Map<string, Format>()

export function useFormat(): Format {
  const { language } = useLanguage()
  // No times are shown before the service has answered, so the fallback does not matter.
  const timeZone = useSystem()?.timeZone ?? browserZone
  const key = `${language} ${timeZone}`
  const format = made.get(key) ?? createFormat(language, timeZone)
  made.set(key, format)
  return format
}
