// Asks Asterisk for its channels, ends one, and says which events an application wants.
import { type createAriClient, explainStatus } from './ari-client.ts'
import { type Channel, CONTROL_EVENT_TYPES, EVENT_TYPES, readChannels } from './ari-events.ts'

export function createAriChannels(ari: ReturnType<typeof createAriClient>, url: string) {
  const end = (id: string) => ari.send('DELETE', `/channels/${encodeURIComponent(id)}`)
  return {
    async list(): Promise<Map<string, Channel>> {
      const { status, body } = await ari.send('GET', '/channels')
      const channels = status === 200 ? readChannels(body) : undefined
      if (!channels) throw new Error(explainStatus(status, body, url))
      return channels
    },

    /** Rejects if the channel may still be there. */
    async hangUp(id: string): Promise<void> {
      const { status, body } = await end(id)
      if (status !== 204 && status !== 404) throw new Error(explainStatus(status, body, url))
    },

    /** Not awaited: a channel that stays is found again later. */
    remove(id: string): void {
      end(id).catch(() => undefined)
    },

    async filterEvents(app: string): Promise<void> {
      const allowed = [...EVENT_TYPES, ...CONTROL_EVENT_TYPES].map((type) => ({ type }))
      const { status, body } = await ari.send('PUT', `/applications/${app}/eventFilter`, {
        body: { allowed },
      })
      // An Asterisk without event filters sends all events; one with read-only access is useless.
      if ([401, 403, 503].includes(status)) throw new Error(explainStatus(status, body, url))
    },
  }
}
