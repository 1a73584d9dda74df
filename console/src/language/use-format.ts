import { useMemo } from 'react'
import { useSystem } from '../session/use-system.ts'
import { createFormat, type Format } from './format.ts'
import { useLanguage } from './language-provider.tsx'

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone

export function useFormat(): Format {
  const { language } = useLanguage()
  // Until the service has said where it is, there is nothing to show a time of.
  const timeZone = useSystem()?.timeZone ?? browserZone
  return useMemo(() => createFormat(language, timeZone), [language, timeZone])
}
