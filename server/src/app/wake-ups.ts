// Who wakes up at which notification of the database.

import type { Notifications } from '../platform/storage/notifications.ts'
import type { AppOptions } from './app-options.ts'
import type { Databases } from './databases.ts'
import type { Dialing } from './dialing.ts'
import type { Services } from './services.ts'
import type { WakeUps } from './telephony.ts'

/** How long ended calls are collected into a progress event of their task. */
const PROGRESS_MS = 1000

/** The gateway's are its own channels. */
export function listenForWakeUps(
  notifications: Notifications,
  { log, role }: AppOptions,
  { db }: Databases,
  services: Services,
  dialing: Dialing,
  gatewayWakeUps: WakeUps,
): void {
  const {
    sessions,
    tokens,
    tokenWatch,
    events,
    progress,
    doneContacts,
    importProgress,
    importRunner,
    serviceCountry,
  } = services
  const { webhookRunner } = services
  function followCountry(): void {
    serviceCountry.follow(db).catch((error) => {
      const what = 'the country of the service was not read; numbers in requests are read by the one before'
      log.warn({ err: error }, what)
    })
  }
  function followRetention(): void {
    services.retention
      .follow()
      .catch((error) => log.warn({ err: error }, 'how long things are kept was not read; the old ages hold'))
  }
  const wakeUps: WakeUps = {
    token_changed() {
      tokens.forget()
      sessions.forget()
      tokenWatch.recheck()
      gatewayWakeUps.own_phone_changed?.()
    },
    task_changed() {
      dialing.wake()
      events.wake()
      doneContacts.wake()
      progress.wake()
      webhookRunner.wake()
    },
    import_changed() {
      importProgress.wake()
      webhookRunner.wake()
      if (role !== 'dialer') importRunner.wake()
    },
    country_changed: followCountry,
    retention_changed: followRetention,
    call_ended() {
      events.wake()
      doneContacts.wake()
      progress.wake(PROGRESS_MS)
      webhookRunner.wake()
    },
    webhook_changed(payload) {
      const [what, webhookId, deliveryId] = payload?.split(' ') ?? []
      if (what === 'now') webhookRunner.sendNow(webhookId || undefined, Number(deliveryId) || undefined)
      else webhookRunner.changed()
    },
    single_call() {
      dialing.takeSingleCalls()
    },
    call_hang_up(callId) {
      if (callId !== undefined) dialing.hangUp(callId)
    },
    call_transfer(payload) {
      const [callId, to] = payload?.split(' ') ?? []
      if (callId !== undefined && to !== undefined) dialing.transfer(callId, to)
    },
    call_watched(callId) {
      if (callId !== undefined) dialing.watch(callId)
    },
    agent_word(callId) {
      if (role !== 'api') dialing.agentWords?.deliver(callId)
    },
    ...gatewayWakeUps,
  }
  notifications.listen({
    channels: Object.keys(wakeUps),
    onNotify: (channel, payload) => wakeUps[channel]?.(payload),
    onGap: () => {
      for (const wake of Object.values(wakeUps)) wake()
    },
  })
  notifications.ready.then(() => {
    // The trunks may have changed after the start has read them.
    followCountry()
    followRetention()
    gatewayWakeUps.trunk_changed?.()
    gatewayWakeUps.own_phone_changed?.()
  })
}
