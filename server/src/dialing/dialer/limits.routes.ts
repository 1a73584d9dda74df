import { Type } from 'typebox'
import {
  type Api,
  named,
  operation,
  optional,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import type { Limits } from './limits.service.ts'

const lines = Type.Integer({
  minimum: 0,
  maximum: 100_000,
  description: 'Max number of live calls.',
  examples: [100],
})
const callsPerSecond = Type.Integer({
  minimum: 0,
  maximum: 100_000,
  description: 'Max number of calls started per second; 0 is no limit.',
  examples: [100],
})

const DialerLimits = named('DialerLimits', Type.Object({ lines, callsPerSecond }))
const DialerLimitsChange = named(
  'DialerLimitsChange',
  Type.Object(
    { lines: optional(lines), callsPerSecond: optional(callsPerSecond) },
    { examples: [{ lines: 200 }] },
  ),
)

export function addLimitRoutes(app: Api, limits: Limits): void {
  for (const schema of [DialerLimits, DialerLimitsChange]) app.addSchema(schema)
  const tag = 'Dialer'

  app.get(
    '/api/dialer/limits',
    operation({
      id: 'getDialerLimits',
      tag,
      summary: 'Read the limits of the dialer',
      needs: 'see',
      bound: 'none',
      data: ref(DialerLimits),
    }),
    async () => success(await limits.read()),
  )

  app.post(
    '/api/dialer/limits',
    operation({
      id: 'changeDialerLimits',
      tag,
      summary: 'Change the limits of the dialer',
      description: 'For all nodes together, from the next call on. Live calls go on.',
      needs: 'administer',
      bound: 'all',
      body: ref(DialerLimitsChange),
      data: ref(DialerLimits),
    }),
    async (request) => success(await limits.change(request.body)),
  )
}
