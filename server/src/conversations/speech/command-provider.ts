// Speech by a program on this machine, such as espeak-ng. It is started without a shell, so text is never read as a command.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SpeechFailed } from '../flow-parts.ts'
import { espeakVoice, readEspeakVoices } from './espeak-voices.ts'
import type { Sentence, SpeechProvider } from './provider.ts'

export interface CommandSettings {
  /** The program and its arguments, with {text}, {voice}, {language} and {file} in them. */
  words: string[]
  /** If a sentence names neither a voice nor a language. */
  defaultVoice: string
  /** What the program gets of the environment. */
  environment: Record<string, string>
  timeoutMs: number
}

/** A name that no program takes for an option or for a place outside its folder of voices. */
const HARMLESS_NAME = /^(?!.*\.\.)[\p{L}\p{N}][\p{L}\p{N} _.+/-]{0,99}$/u
/** Of all programs, we know how these tell their voices. */
const ESPEAK = /(^|\/)espeak(-ng)?$/
const VOICES_WITHIN_MS = 5000
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
const SHOWN_ERROR = 300

export function createCommandProvider(settings: CommandSettings): SpeechProvider {
  const { words } = settings
  const takes = (place: string) => words.some((word) => word.includes(place))

  return {
    identity: JSON.stringify(['command', ...words]),

    async synthesize(sentence) {
      const folder = takes('{file}') ? await mkdtemp(join(tmpdir(), 'carillon-speech-')) : undefined
      try {
        const file = folder === undefined ? '' : join(folder, 'speech.wav')
        const [program = '', ...args] = fillIn(words, sentence, file, settings.defaultVoice)
        const output = await run(program, args, takes('{text}') ? '' : sentence.text, settings)
        const audio = folder === undefined ? output : await readFile(file).catch(() => Buffer.alloc(0))
        if (audio.length === 0) throw new SpeechFailed(`${program} made no sound`)
        return audio
      } finally {
        if (folder !== undefined) await rm(folder, { recursive: true, force: true })
      }
    },
    async voices() {
      const [program = ''] = words
      if (!ESPEAK.test(program)) return undefined
      const output = await run(program, ['--voices'], '', { ...settings, timeoutMs: VOICES_WITHIN_MS })
      return readEspeakVoices(output.toString('utf8')).filter((name) => HARMLESS_NAME.test(name))
    },
  }
}

function fillIn(words: string[], sentence: Sentence, file: string, defaultVoice: string): string[] {
  const { language = '' } = sentence
  const voice = sentence.voice ?? (language ? espeakVoice(language) : defaultVoice)
  for (const [what, name] of Object.entries({ voice, language })) {
    if (name && !HARMLESS_NAME.test(name))
      throw new SpeechFailed(`${what} ${JSON.stringify(name)} is not a name`)
  }
  const values: Record<string, string> = {
    // A text that begins with a dash is not an option.
    '{text}': sentence.text.replace(/^-/, ' -'),
    '{voice}': voice,
    '{language}': language,
    '{file}': file,
  }
  return words.map((word) =>
    word.replace(/\{(?:text|voice|language|file)\}/g, (place) => values[place] ?? place),
  )
}

function run(
  program: string,
  args: string[],
  input: string,
  { environment, timeoutMs }: CommandSettings,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env: environment,
      stdio: 'pipe',
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const output: Buffer[] = []
    let bytes = 0
    let complaint = ''
    const fail = (why: string) => reject(new SpeechFailed(`${program} ${why}`))
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > MAX_OUTPUT_BYTES) child.kill('SIGKILL')
      else output.push(chunk)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (complaint.length < SHOWN_ERROR) complaint += chunk.toString('utf8')
    })
    child.on('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'ENOENT' ? 'is not installed' : `cannot be started: ${error.message}`),
    )
    child.on('close', (code, signal) => {
      const said = complaint.trim().slice(0, SHOWN_ERROR)
      if (code === 0) resolve(Buffer.concat(output))
      else if (bytes > MAX_OUTPUT_BYTES) fail(`wrote more than ${MAX_OUTPUT_BYTES} bytes`)
      else if (signal) fail(`was ended by ${signal} after at most ${timeoutMs / 1000} s`)
      else fail(`failed with code ${code}${said ? `: ${said}` : ''}`)
    })
    // A program that does not read its input is not at fault.
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}
