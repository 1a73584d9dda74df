// The Asterisk gateway alone, without a dialer: calls to phones that answer, commands, and what comes of them.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import type { CallControl, Sound } from '../../src/conversations/answered-call.ts'
import { systemClock } from '../../src/platform/kernel/clock.ts'
import { newId } from '../../src/platform/kernel/ids.ts'
import { createSilentLog } from '../../src/platform/kernel/log/log.ts'
import { createSettings } from '../../src/platform/kernel/settings.ts'
import type { GatewayEvent } from '../../src/telephony/gateway.ts'
import { readAsteriskSettings } from '../../src/telephony/switches/asterisk/asterisk-settings.ts'
import { createSharedAsterisk } from '../../src/telephony/switches/asterisk/shared-asterisk.ts'
import type { AnsweringNetwork } from './answering-network.ts'
import { secondsOf } from './answering-network.ts'
import { writeWav } from './wav.ts'

export const PATIENCE = { timeout: 60_000, interval: 30 }
const FLOW = { steps: [{ id: 'end', type: 'hangup' as const }] }

/** An event with the time at which it came. */
export type TimedEvent = GatewayEvent & { atMs: number }

export async function openGateway(
  network: Pick<AnsweringNetwork, 'settings'>,
  env: Record<string, string> = {},
) {
  const settings = readAsteriskSettings(createSettings({ ...network.settings, ...env }))
  const gateway = createSharedAsterisk({ settings, clock: systemClock, log: createSilentLog() })
  const events: TimedEvent[] = []
  let listener: (event: GatewayEvent) => void = () => undefined
  gateway.listen((event) => {
    events.push({ ...event, atMs: performance.now() })
    listener(event)
  })
  onTestFinished(() => gateway.close())
  await expect.poll(() => gateway.health(), PATIENCE).toEqual({ isUp: true })
  const control = gateway.control as CallControl

  const eventsOf = (id: string) => events.filter((event) => event.attemptId === id)
  async function heard<Type extends GatewayEvent['type']>(id: string, type: Type, count = 1) {
    const find = () =>
      eventsOf(id).filter((event): event is Extract<TimedEvent, { type: Type }> => event.type === type)
    await expect.poll(() => find().length, PATIENCE).toBeGreaterThanOrEqual(count)
    return find()[count - 1] as Extract<TimedEvent, { type: Type }>
  }
  async function ring(phoneNumber: string): Promise<string> {
    const attemptId = newId()
    await gateway.originate({ attemptId, phoneNumber, taskId: 'task', contactId: 'contact', flow: FLOW })
    return attemptId
  }

  return {
    gateway,
    control,
    listen(next: (event: GatewayEvent) => void) {
      listener = next
    },
    eventsOf,
    heard,
    ring,
    /** Rings a phone that answers. */
    async call(phoneNumber: string): Promise<string> {
      const id = await ring(phoneNumber)
      await heard(id, 'answered')
      return id
    },
    keysOf: (id: string) => eventsOf(id).flatMap((event) => (event.type === 'key' ? [event.key] : [])),
  }
}

/** Serves sounds as the service does. */
export async function openSounds() {
  const files = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '')
    response.writeHead(file ? 200 : 404, { 'content-type': 'audio/wav', 'cache-control': 'max-age=3600' })
    response.end(request.method === 'HEAD' ? undefined : file)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return (samples: Int16Array): Sound => {
    // Asterisk cannot play a sound whose address is shorter than the path under which it keeps the file.
    const path = `/media/${'0'.repeat(100)}/${files.size + 1}.wav`
    files.set(path, writeWav(samples))
    return { url: `http://127.0.0.1:${port}${path}`, durationMs: secondsOf(samples) * 1000 }
  }
}
