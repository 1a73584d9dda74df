// Messages in two languages, as plain objects. English defines the keys; the compiler checks that Chinese has the same.

export type Language = 'en' | 'zh'

export interface Messages<Words> {
  en: Words
  zh: Words
}

/** For the `lang` attribute and for Intl. */
export const locales: Record<Language, string> = { en: 'en-GB', zh: 'zh-CN' }

export const languageNames: Record<Language, string> = { en: 'English', zh: '简体中文' }
