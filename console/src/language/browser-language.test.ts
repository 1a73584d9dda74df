import { expect, it } from 'vitest'
import { replaceInvalidLanguage } from './browser-language.ts'

function navigatorWith(language: string): Navigator {
  return { language, languages: [language] } as unknown as Navigator
}

it.each([
  ['en-US@posix', 'en-US'],
  ['zh_CN.UTF-8', 'zh-CN'],
  ['zh-CN@posix', 'zh-CN'],
  ['C', 'en-US'],
  ['', 'en-US'],
  ['c.utf-8', 'en-US'],
])('replaces %s, which Intl rejects, with %s', (reported, used) => {
  const navigator = navigatorWith(reported)
  replaceInvalidLanguage(navigator)
  expect(navigator.language).toBe(used)
  expect(navigator.languages).toEqual([used])
  expect(() => new Intl.NumberFormat(navigator.language)).not.toThrow()
})

it.each(['en-GB', 'zh-Hans-CN', 'de', 'en-US-posix'])('keeps %s', (reported) => {
  const navigator = navigatorWith(reported)
  replaceInvalidLanguage(navigator)
  expect(navigator.language).toBe(reported)
})
