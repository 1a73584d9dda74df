export type Language = 'en' | 'zh'
export const LANGUAGES: readonly Language[] = ['en', 'zh']
