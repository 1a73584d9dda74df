// Words in two languages, as plain objects: English decides which words there are, and the compiler sees to it that
// the Chinese has the same.

export type Language = 'en' | 'zh'

export interface Messages<Words> {
  en: Words
  zh: Words
}

/** For the attribute `lang` and for the formats of the browser. */
export const locales: Record<Language, string> = { en: 'en-GB', zh: 'zh-CN' }

export const languageNames: Record<Language, string> = { en: 'English', zh: '简体中文' }
