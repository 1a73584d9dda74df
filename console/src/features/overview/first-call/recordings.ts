import type { Language } from '../../../language/messages.ts'
import { sentences } from './sentences.ts'

/** The address of a sentence of the example call, spoken by espeak-ng; undefined if it is not recorded. */
export function recordingOf(language: Language, text: string): string | undefined {
  const name = Object.entries(sentences[language]).find(([, sentence]) => sentence === text)?.[0]
  return name && new URL(`./sounds/${language}-${name}.mp3`, import.meta.url).href
}
