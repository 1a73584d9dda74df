// What all parts of call control need: commands to Asterisk, and the channels that we add to a call. Such a channel has the
// id of its call in its own id, so that any node can find it.
import { randomBytes } from 'node:crypto'
import type { ControlEvent } from '../../../../conversations/answered-call.ts'
import type { Log } from '../../../../platform/kernel/log/log.ts'
import type { AsteriskSwitchSettings } from '../asterisk-settings.ts'
import { type AriClient, explainStatus } from './ari-client.ts'
import type { AriEvent } from './ari-events.ts'

export type ControlLine = ReturnType<typeof createControlLine>
export type ChannelKind = 'media' | 'snoop' | 'leg' | 'ear'

interface ControlLineOptions {
  settings: AsteriskSwitchSettings
  ari: AriClient
  /** The application whose events we receive. */
  app(): string
  report(event: ControlEvent): void
  log: Log
}

/** How long a channel that we add may take to enter our application. */
const START_WITHIN_MS = 5000

export function createControlLine({ settings, ari, app, report, log }: ControlLineOptions) {
  const awaited = new Map<string, (hasStarted: boolean) => void>()

  /** Returns false if what the command is about does not exist any more. Rejects if Asterisk refuses the command. */
  async function command(method: string, path: string, body?: object): Promise<boolean> {
    const answer = await ari.send(method, path, body && { body })
    if (answer.status < 300) return true
    if (answer.status === 404) return false
    throw new Error(explainStatus(answer.status, answer.body, settings.url))
  }

  return {
    settings,
    ari,
    app,
    report,
    log,
    command,

    /** Not awaited: a channel or bridge that stays is found again later. */
    remove(kind: 'channels' | 'bridges', id: string): void {
      ari.send('DELETE', `/${kind}/${encodeURIComponent(id)}`).catch(() => undefined)
    },

    /** Resolves when the channel is in our application. To be called before the channel is requested. */
    started(id: string): Promise<void> {
      const start = new Promise<void>((resolve, reject) => {
        const settle = (hasStarted: boolean) => {
          clearTimeout(timer)
          awaited.delete(id)
          if (hasStarted) resolve()
          else reject(new Error(`Asterisk did not start the channel ${id}`))
        }
        const timer = setTimeout(settle, START_WITHIN_MS, false)
        awaited.set(id, settle)
      })
      // It is not awaited if the channel could not even be requested.
      start.catch(() => undefined)
      return start
    },

    applyEvent(event: AriEvent): void {
      if (event.type === 'waiting') awaited.get(event.id)?.(true)
      else if (event.type === 'destroyed') awaited.get(event.id)?.(false)
    },
  }
}

/** A new id for a channel of a call. */
export function channelIdOf(callId: string, kind: ChannelKind): string {
  return `${callId}.${kind}.${randomBytes(4).toString('hex')}`
}

/** The call that a channel or bridge of ours belongs to; undefined for any other id. */
export function ownerOf(id: string): { callId: string; kind: ChannelKind } | undefined {
  const [, callId, kind] = /^(.+)\.(media|snoop|leg|ear)\.[0-9a-f]{8}$/.exec(id) ?? []
  return callId === undefined ? undefined : { callId, kind: kind as ChannelKind }
}
