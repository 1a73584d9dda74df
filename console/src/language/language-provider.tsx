// The language of the page: the last one chosen, or else the browser's.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Language, locales, type Messages } from './messages.ts'

interface ChosenLanguage {
  language: Language
  choose(language: Language): void
}

const STORAGE_KEY = 'carillon-language'
const LanguageContext = createContext<ChosenLanguage>({ language: 'en', choose: () => undefined })

interface LanguageProviderProps {
  children: ReactNode
  /** Instead of the last one chosen. */
  initial?: Language
}

export function LanguageProvider({ children, initial }: LanguageProviderProps) {
  const [language, setLanguage] = useState(() => initial ?? initialLanguage())
  useEffect(() => {
    document.documentElement.lang = locales[language]
  }, [language])
  const chosen = useMemo(
    () => ({
      language,
      choose(next: Language) {
        localStorage.setItem(STORAGE_KEY, next)
        setLanguage(next)
      },
    }),
    [language],
  )
  return <LanguageContext value={chosen}>{children}</LanguageContext>
}

export function useLanguage(): ChosenLanguage {
  return useContext(LanguageContext)
}

export function useMessages<Words>(messages: Messages<Words>): Words {
  return messages[useLanguage().language]
}

function initialLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY)
  if (stored === 'en' || stored === 'zh') return stored
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
