// Settings of traces: the variables of OpenTelemetry, with their meaning and their defaults.
import { InvalidSetting, type Settings } from '../kernel/settings.ts'

export interface TraceSettings {
  /** Where spans are posted. */
  url: string
  headers: Readonly<Record<string, string>>
  timeoutMs: number
  /** What is said about this process with all of its spans. */
  resource: Readonly<Record<string, string>>
  /** Which share of the traces that begin here is kept: 0 to 1. */
  ratio: number
  /** Whether a trace that began elsewhere is kept if it is kept there. */
  followsParent: boolean
}

const SAMPLERS = [
  ...(['parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'] as const),
  ...(['always_on', 'always_off', 'traceidratio'] as const),
] as const
/** A collector takes JSON where it takes the binary form. */
const PROTOCOLS = ['http/json', 'http/protobuf'] as const
const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT'

/** Undefined: there are no traces. */
export function readTraceSettings(settings: Settings): TraceSettings | undefined {
  const { text, oneOf } = settings
  const endpoint = text(ENDPOINT)
  if (endpoint === undefined || text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined
  oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', PROTOCOLS, 'http/json')
  const sampler = oneOf('OTEL_TRACES_SAMPLER', SAMPLERS, 'parentbased_always_on')
  return {
    url: urlOf(endpoint),
    headers: pairsOf('OTEL_EXPORTER_OTLP_HEADERS', settings.secret('OTEL_EXPORTER_OTLP_HEADERS')),
    timeoutMs: settings.wholeNumber('OTEL_EXPORTER_OTLP_TIMEOUT', { default: 10_000, min: 1, max: 600_000 }),
    resource: {
      ...pairsOf('OTEL_RESOURCE_ATTRIBUTES', text('OTEL_RESOURCE_ATTRIBUTES')),
      ...serviceName(text('OTEL_SERVICE_NAME')),
    },
    ratio: sampler.endsWith('always_off') ? 0 : sampler.endsWith('ratio') ? ratioOf(settings) : 1,
    followsParent: sampler.startsWith('parentbased'),
  }
}

function serviceName(name: string | undefined): Record<string, string> {
  return name === undefined ? {} : { 'service.name': name }
}

function urlOf(endpoint: string): string {
  if (!/^https?:\/\/[^/?#]+(\/[^?#]*)?$/.test(endpoint) || !URL.canParse(endpoint))
    throw new InvalidSetting(
      `${ENDPOINT} must be the address of a collector such as http://127.0.0.1:4318, not "${endpoint}"`,
    )
  return `${endpoint}${endpoint.endsWith('/') ? '' : '/'}v1/traces`
}

function ratioOf({ text }: Settings): number {
  const value = text('OTEL_TRACES_SAMPLER_ARG') ?? '1'
  const ratio = /^(\d+(\.\d+)?|\.\d+)$/.test(value) ? Number(value) : Number.NaN
  if (ratio >= 0 && ratio <= 1) return ratio
  throw new InvalidSetting(`OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1, such as 0.1, not "${value}"`)
}

/** `name=value,name=value`, with values that may be percent-encoded. The value is not shown: it may be a password. */
function pairsOf(setting: string, value = ''): Record<string, string> {
  const pairs = value.split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(
    pairs.map((pair, index) => {
      const equals = pair.indexOf('=')
      const name = pair.slice(0, Math.max(equals, 0)).trim()
      const content = decode(pair.slice(equals + 1).trim())
      if (!/^[\w.-]+$/.test(name) || content === undefined || !/^[\x20-\x7e]+$/.test(content))
        throw new InvalidSetting(
          `${setting} must look like name=value,name=value; pair ${index + 1} does not`,
        )
      return [name, content]
    }),
  )
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
