import { describe, expect, it } from 'vitest'
import { createSettings } from '../kernel/settings.ts'
import { readTraceSettings } from './trace-settings.ts'

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT'
const at = (more: Record<string, string> = {}) =>
  readTraceSettings(createSettings({ [ENDPOINT]: 'http://127.0.0.1:4318', ...more }))

describe('the settings of traces', () => {
  it('are those of OpenTelemetry', () => {
    expect(at()).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: {},
      timeoutMs: 10_000,
      resource: {},
      ratio: 1,
      followsParent: true,
    })
    expect(
      at({
        [ENDPOINT]: 'https://collector.example.com/otlp/',
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc=, x-tenant = 7',
        OTEL_SERVICE_NAME: 'calls',
        OTEL_RESOURCE_ATTRIBUTES: 'service.name=other,deployment.environment.name=test',
        OTEL_EXPORTER_OTLP_TIMEOUT: '500',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }),
    ).toEqual({
      url: 'https://collector.example.com/otlp/v1/traces',
      headers: { authorization: 'Basic abc=', 'x-tenant': '7' },
      timeoutMs: 500,
      resource: { 'service.name': 'calls', 'deployment.environment.name': 'test' },
      ratio: 0.25,
      followsParent: true,
    })
  })

  it.each([
    ['parentbased_always_on', { ratio: 1, followsParent: true }],
    ['parentbased_always_off', { ratio: 0, followsParent: true }],
    ['parentbased_traceidratio', { ratio: 0.5, followsParent: true }],
    ['always_on', { ratio: 1, followsParent: false }],
    ['always_off', { ratio: 0, followsParent: false }],
    ['traceidratio', { ratio: 0.5, followsParent: false }],
  ])('know the sampler %s', (sampler, settings) => {
    expect(at({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: '0.5' })).toMatchObject(settings)
  })

  it('are absent without an endpoint, and if OpenTelemetry is disabled', () => {
    expect(readTraceSettings(createSettings({ OTEL_SERVICE_NAME: 'calls' }))).toBeUndefined()
    expect(at({ OTEL_SDK_DISABLED: 'true' })).toBeUndefined()
  })

  it.each([
    [{ [ENDPOINT]: 'collector:4317' }, /must be the address of a collector/],
    [{ [ENDPOINT]: 'http://collector:4318?key=1' }, /must be the address of a collector/],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /must be one of http\/json, http\/protobuf, not "grpc"/],
    [{ OTEL_TRACES_SAMPLER: 'xray' }, /OTEL_TRACES_SAMPLER must be one of/],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, /a share from 0 to 1/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=b,secret' }, /name=value,name=value; pair 2 does not/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%0d%0ab' }, /pair 1 does not/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%' }, /pair 1 does not/],
  ])('refuse %j', (env, sentence) => {
    expect(() => at(env)).toThrow(sentence)
  })
})
