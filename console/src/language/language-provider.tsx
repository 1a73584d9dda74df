// The language of the page: as it was chosen last, or else as the browser asks.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Language, locales, type Messages } from './messages.ts'

interface ChosenLanguage {
  language: Language
  choose(language: Language): void
}

const STORED_AS = 'carillon-language'
const LanguageContext = createContext<ChosenLanguage>({ language: 'en', choose: () => undefined })

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = locales[language]
  }, [language])
  const chosen = useMemo(
    () => ({
      language,
      choose(next: Language) {
        localStorage.setItem(STORED_AS, next)
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

function firstLanguage(): Language {
  const stored = localStorage.getItem(STORED_AS)
  if (stored === 'en' || stored === 'zh') return stored
  return navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}
