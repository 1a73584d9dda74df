// The service with the HTTP gateway and a voice platform on loopback; nothing dials unless it is told to.

import { onTestFinished } from 'vitest'
import type { Role } from '../../src/app/app-options.ts'
import { type Clock, systemClock } from '../../src/platform/kernel/clock.ts'
import type { GatewayEvent } from '../../src/telephony/gateway.ts'
import type { Switch } from '../../src/telephony/switch.ts'
import { createHttpGateway, type HttpGatewayTiming } from '../../src/telephony/switches/http/http-gateway.ts'
import {
  CALLBACK_PATH,
  type HttpGatewaySettings,
} from '../../src/telephony/switches/http/http-gateway-settings.ts'
import { completeGateway } from './plain-gateway.ts'
import { silentLog } from './silent-log.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import type { TestDatabase } from './test-database.ts'
import { PLATFORM_SECRET, type VoicePlatform } from './voice-platform.ts'

interface HttpGatewayAppOptions {
  platform: Pick<VoicePlatform, 'url'>
  settings?: Partial<HttpGatewaySettings>
  timing?: Partial<HttpGatewayTiming>
  clock?: Clock
  role?: Role
  /** Another node on a database that somebody else made and drops. */
  database?: TestDatabase
  /** Where the platform reports to, if that is another node. */
  reportTo?: string
}

export interface HttpGatewayApp extends TestApp {
  address: string
  gateway: Switch
  settings: HttpGatewaySettings
  events: GatewayEvent[]
}

export async function createHttpGatewayApp(options: HttpGatewayAppOptions): Promise<HttpGatewayApp> {
  const { platform, clock = systemClock, database } = options
  let made: Switch | undefined
  // The address is known only when it listens, and the gateway is needed before.
  const settings: HttpGatewaySettings = {
    callerIds: [],
    url: platform.url,
    callbackUrl: '',
    secret: PLATFORM_SECRET,
    ringTimeoutSeconds: 30,
    requestTimeoutSeconds: 5,
    answerWithinSeconds: 90,
    maxCallSeconds: 3600,
    answersQuestions: false,
    hangsUp: false,
    ...options.settings,
  }
  const app = await createTestApp({
    role: options.role ?? 'all',
    clock,
    callbackSigning: { secret: PLATFORM_SECRET, path: CALLBACK_PATH },
    ...(database && { database }),
    gateway: (storage) => {
      made = createHttpGateway({
        settings,
        clock,
        log: silentLog,
        ...storage,
        timing: { minReadIntervalMs: 1, probeEveryMs: 20, readEveryMs: 50, ...options.timing },
      })
      return { gateway: completeGateway(made), probe: () => undefined }
    },
  })
  onTestFinished(() => app.close())
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  settings.callbackUrl = `${options.reportTo ?? address}${CALLBACK_PATH}`
  if (!made) throw new Error('no gateway was made')
  const events: GatewayEvent[] = []
  made.listen((event) => events.push(event))
  return { ...app, address, gateway: made, settings, events }
}
