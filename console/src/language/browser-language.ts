// The language that the browser reports. Chromium reports its process's locale in some environments, such as `en-US@posix`
// with LANG=C.UTF-8, which is no language tag: Intl throws on it, and uPlot passes it to Intl when it is loaded.

const FALLBACK_LANGUAGE = 'en-US'

/** Replaces a language that Intl refuses, for the page and every library in it. Call it before a page is loaded. */
export function replaceUnknownLanguage(navigator: Navigator): void {
  if (isKnownLanguage(navigator.language)) return
  const language = closestLanguage(navigator.language)
  Object.defineProperty(navigator, 'language', { value: language, configurable: true })
  Object.defineProperty(navigator, 'languages', { value: [language], configurable: true })
}

function isKnownLanguage(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0
  } catch {
    return false
  }
}

/** `zh_CN.UTF-8` and `zh-CN@posix` are still Chinese. */
function closestLanguage(language: string): string {
  const tag = /^[a-z]{2,3}([-_][a-z]{2})?(?=[.@]|$)/i.exec(language ?? '')?.[0].replace('_', '-')
  return tag !== undefined && isKnownLanguage(tag) ? tag : FALLBACK_LANGUAGE
}
