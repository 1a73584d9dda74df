// A gateway to the FreeSWITCH of a test, and all that it reports.

import { systemClock } from '../../src/platform/kernel/clock.ts'
import type { Gateway, GatewayEvent } from '../../src/telephony/gateway.ts'
import {
  createFreeswitchGateway,
  type FreeswitchOptions,
} from '../../src/telephony/gateways/freeswitch/freeswitch-gateway.ts'
import type { FreeswitchSettings } from '../../src/telephony/gateways/freeswitch/freeswitch-settings.ts'
import { ESL_PASSWORD, type EslServer } from './esl-server.ts'
import { silentLog } from './silent-log.ts'

interface TestOptions extends Partial<Omit<FreeswitchOptions, 'settings'>> {
  settings?: Partial<FreeswitchSettings>
}

export function connectFreeswitch(
  server: EslServer,
  { settings, ...more }: TestOptions = {},
): { gateway: Gateway; events: GatewayEvent[] } {
  const gateway = createFreeswitchGateway({
    settings: {
      callerIds: [],
      host: '127.0.0.1',
      port: server.port,
      password: ESL_PASSWORD,
      dial: 'sofia/gateway/trunk/{number}',
      onAnswer: '7000 XML default',
      ringTimeoutSeconds: 30,
      maxCallSeconds: 3600,
      ...settings,
    },
    clock: systemClock,
    log: silentLog,
    ...more,
  })
  const events: GatewayEvent[] = []
  gateway.listen((event) => events.push(event))
  return { gateway, events }
}
