// Corrects the language that the browser reports. In some environments Chromium reports the locale of its process, such as
// `en-US@posix` with LANG=C.UTF-8. That is not a language tag: Intl throws on it, and uPlot passes it to Intl at import.

const FALLBACK_LANGUAGE = 'en-US'

/** Replaces a language that Intl rejects, for the page and its libraries. Must run before the first page is loaded. */
export function replaceInvalidLanguage(navigator: Navigator): void {
  if (isValidLanguage(navigator.language)) return
  const language = closestLanguage(navigator.language)
  Object.defineProperty(navigator, 'language', { value: language, configurable: true })
  Object.defineProperty(navigator, 'languages', { value: [language], configurable: true })
}

function isValidLanguage(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0
  } catch {
    return false
  }
}

/** `zh_CN.UTF-8` and `zh-CN@posix` become `zh-CN`. */
function closestLanguage(language: string): string {
  const tag = /^[a-z]{2,3}([-_][a-z]{2})?(?=[.@]|$)/i.exec(language ?? '')?.[0].replace('_', '-')
  return tag !== undefined && isValidLanguage(tag) ? tag : FALLBACK_LANGUAGE
}
