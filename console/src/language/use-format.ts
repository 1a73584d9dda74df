import { useMemo } from 'react'
import { useSystem } from '../session/use-system.ts'
import { createFormat, type Format } from './format.ts'
import { useLanguage } from './language-provider.tsx'

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export function useFormat(): Format {
  const { language } = useLanguage()
  // No times are shown before the service has answered, so the fallback does not matter.
  const timeZone = useSystem()?.timeZone ?? browserZone
  return useMemo(() => createFormat(language, timeZone), [language, timeZone])
}
