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
  /** Loads what a language needs, before the page changes to it. */
  prepare?: (language: Language) => Promise<unknown>
}

export function LanguageProvider({ children, initial, prepare }: LanguageProviderProps) {
  const [language, setLanguage] = useState(() => initial ?? chosenLanguage())
  useEffect(() => {
    document.documentElement.lang = locales[language]
  }, [language])
  const chosen = useMemo(
    () => ({
      language,
      choose(next: Language) {
        localStorage.setItem(STORAGE_KEY, next)
        const show = () => setLanguage(next)
        if (prepare) void prepare(next).then(show, show)
        else show()
      },
    }),
    [language, prepare],
  )
  return <LanguageContext value={chosen}>{children}</LanguageContext>
}

export function useLanguage(): ChosenLanguage {
  return useContext(LanguageContext)
}

export function useMessages<Words>(messages: Messages<Words>): Words {
  return messages[useLanguage().language]
}

/** The last one chosen, or else that of the browser. */
export function chosenLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY)
  if (stored === 'en' || stored === 'zh') return stored
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
