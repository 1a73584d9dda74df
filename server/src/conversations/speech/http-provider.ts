// Speech by an HTTP endpoint of the form that OpenAI's API has, which many speech servers offer.
import { withWavHeader } from '../audio/wav.ts'
import { SpeechFailed } from '../flow-parts.ts'
import type { SpeechProvider } from './provider.ts'

export interface HttpSpeechSettings {
  url: string
  apiKey: string | undefined
  model: string
  defaultVoice: string
  /** What the endpoint is asked for. `pcm` is 24 kHz, 16 bit, mono, without a header. */
  format: 'wav' | 'pcm'
  timeoutMs: number
}

const MAX_ANSWER_BYTES = 64 * 1024 * 1024
const SHOWN_ERROR = 300
const READ_ERROR_BYTES = 64 * 1024
const TELLING_CHARACTERS = 8
const PCM_RATE = 24_000
const OPENAI_HOST = 'api.openai.com'
/** The voices that all speech models of OpenAI have. */
const OPENAI_VOICES = ['alloy', 'echo', 'fable', 'nova', 'onyx', 'shimmer']

export function createHttpProvider(settings: HttpSpeechSettings): SpeechProvider {
  const { url, apiKey, model, defaultVoice, format, timeoutMs } = settings
  const secrets = [...(apiKey === undefined ? [] : [apiKey]), ...new URL(url).searchParams.values()]

  return {
    identity: JSON.stringify(['http', url, model, defaultVoice]),

    async synthesize({ text, voice = defaultVoice }) {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ model, input: text, voice, response_format: format }),
        // The key and the sentence are for this address alone.
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      }).catch((error: unknown) => {
        throw new SpeechFailed(
          `the speech service cannot be reached: ${withoutSecrets(whyOf(error, timeoutMs), secrets)}`,
        )
      })
      const bytes = await readAll(response).catch((error: unknown) => {
        throw error instanceof SpeechFailed
          ? error
          : new SpeechFailed(
              `the answer of the speech service was cut off: ${withoutSecrets(whyOf(error, timeoutMs), secrets)}`,
            )
      })
      if (!response.ok)
        throw new SpeechFailed(
          `the speech service answered ${response.status}: ${whyNot(response.status, bytes, secrets)}`,
        )
      if (bytes.length === 0) throw new SpeechFailed('the speech service made no sound')
      return format === 'pcm' ? withWavHeader(bytes, PCM_RATE) : bytes
    },
    // There is no request for them.
    voices: async () => (new URL(url).hostname === OPENAI_HOST ? OPENAI_VOICES : undefined),
  }
}

function whyOf(error: unknown, timeoutMs: number): string {
  const { name, message, cause } = error as Error & { cause?: { message?: string } }
  return name === 'TimeoutError' ? `no answer within ${timeoutMs / 1000} s` : cause?.message || message
}

async function readAll(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES)
      throw new SpeechFailed(`the speech service sent more than ${MAX_ANSWER_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function whyNot(status: number, body: Buffer, secrets: readonly string[]): string {
  // What is said about a key often has a part of the key in it.
  if (status === 401 || status === 403) return 'it does not accept SPEECH_API_KEY'
  if (status >= 300 && status < 400) return 'redirects are not followed; give the final address as SPEECH'
  return withoutSecrets(complaintIn(body), secrets).slice(0, SHOWN_ERROR) || 'it does not say why'
}

/** The error as such services send it, otherwise the answer. */
function complaintIn(body: Buffer): string {
  const text = body.toString('utf8', 0, READ_ERROR_BYTES).trim()
  let message: unknown
  try {
    message = (JSON.parse(text) as { error?: { message?: unknown } }).error?.message
  } catch {
    // A body that is not JSON is shown as it is.
  }
  return (typeof message === 'string' ? message : text).replace(/\s+/g, ' ')
}

/** An answer may repeat what it was asked with, also in part: the beginning of a key is enough to hide the word. */
function withoutSecrets(text: string, secrets: readonly string[]): string {
  const beginnings = secrets
    .filter(({ length }) => length >= TELLING_CHARACTERS)
    .map((secret) => secret.slice(0, TELLING_CHARACTERS))
  return text
    .split(' ')
    .map((word) => (beginnings.some((beginning) => word.includes(beginning)) ? '[hidden]' : word))
    .join(' ')
}
