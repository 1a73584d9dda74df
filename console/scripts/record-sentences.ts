// Records the sentences of the example call with espeak-ng, as small MP3 files. Needs espeak-ng and ffmpeg.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sentences } from '../src/features/overview/first-call/sentences.ts'

const folder = fileURLToPath(new URL('../src/features/overview/first-call/sounds/', import.meta.url))
const voices = { en: ['-v', 'en-us+f3', '-s', '150'], zh: ['-v', 'cmn+f3', '-s', '190'] }
/** Without the hiss of the synthesis, as loud as speech on the phone, with a moment of silence at the end. */
const FILTER = 'highpass=f=180,lowpass=f=5200,loudnorm=I=-18:TP=-2,apad=pad_dur=0.2'

for (const language of ['en', 'zh'] as const) {
  for (const [name, text] of Object.entries(sentences[language])) {
    const sound = execFileSync('espeak-ng', [...voices[language], '--stdout', text])
    const file = `${folder}${language}-${name}.mp3`
    const format = ['-ac', '1', '-ar', '16000', '-b:a', '16k', '-map_metadata', '-1']
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', '-', '-af', FILTER, ...format, file], { input: sound })
  }
}
