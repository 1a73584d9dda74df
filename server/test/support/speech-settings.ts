// A speech engine that needs nothing installed: see speech-command.script.mjs.
import { fileURLToPath } from 'node:url'
import type { SpeechSettings } from '../../src/conversations/speech/speech-settings.ts'

const SCRIPT = fileURLToPath(new URL('./speech-command.script.mjs', import.meta.url))

/** `ledger`: a file that gets a line for each sentence that is made. */
export function testSpeech({
  words,
  ledger,
  ...settings
}: Partial<SpeechSettings> & { words?: string[]; ledger?: string } = {}): SpeechSettings {
  return {
    kind: 'command',
    words: words ?? [process.execPath, SCRIPT, '{file}', '{text}', ...(ledger === undefined ? [] : [ledger])],
    defaultVoice: 'en',
    environment: {},
    timeoutMs: 30_000,
    atOnce: 2,
    keptDays: 30,
    ...settings,
  } as SpeechSettings
}
