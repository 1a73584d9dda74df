// espeak-ng names its voices by languages, in its own way. Most tags only differ in case; these differ in more.

const VOICES: Record<string, string> = {
  zh: 'cmn',
  'zh-cn': 'cmn',
  'zh-sg': 'cmn',
  'zh-tw': 'cmn',
  'zh-hans': 'cmn',
  'zh-hant': 'cmn',
  'zh-hk': 'yue',
  'zh-mo': 'yue',
  'en-gb': 'en-gb',
  'en-us': 'en-us',
  'en-ca': 'en-us',
  'es-mx': 'es-419',
  'es-us': 'es-419',
  'fr-be': 'fr-be',
  'fr-ch': 'fr-ch',
  'pt-br': 'pt-br',
  'pt-pt': 'pt',
  'vi-vn': 'vi',
  no: 'nb',
  'no-no': 'nb',
}

/** The voice for a BCP 47 tag: one of its own, otherwise that of the language without its region. */
export function espeakVoice(language: string): string {
  const tag = language.toLowerCase().replaceAll('_', '-')
  const [base = 'en'] = tag.split('-')
  return VOICES[tag] ?? (tag.startsWith('zh-') ? 'cmn' : (VOICES[base] ?? base))
}

/** The voices in the table that `espeak-ng --voices` prints. The second column is the name that `-v` takes. */
export function readEspeakVoices(table: string): string[] {
  const names = table
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/\s+/)[1] ?? '')
  return [...new Set(names)].filter((name) => name !== '')
}
