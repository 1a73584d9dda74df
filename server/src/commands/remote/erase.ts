// Erases a person by number through the API of a running service, waits for the end, and prints the certificate.
import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../config.ts'
import { CommandFailed } from '../failure.ts'
import { say, sayAside } from '../terminal.ts'
import { openApi } from './api-client.ts'

interface Flags {
  yes?: boolean
  json?: boolean
  url?: string
}

interface Erasure {
  id: string
  state: 'running' | 'waiting' | 'done'
  waitsFor: string | null
  endTime: string | null
  counts: Record<string, number>
  backupsUntil: string | null
}

const LOOK_MS = 1000

export async function eraseCommand([phoneNumber, ...rest]: string[], flags: Flags): Promise<void> {
  if (!phoneNumber || rest.length > 0) throw new CommandFailed('erase needs a number, such as +4915112345678')
  if (!flags.yes)
    throw new CommandFailed(
      'Everything about the number will be gone for good, in all data sources and tasks; its sums stay. Add --yes to do it.',
    )
  const api = await openApi(readConfig(), flags.url)
  let erasure = await api.post<Erasure>('/api/erasure', { phoneNumber })
  for (let said: string | null = null; erasure.state !== 'done'; ) {
    if (erasure.waitsFor !== null && erasure.waitsFor !== said) sayAside(`It waits for ${erasure.waitsFor}.`)
    said = erasure.waitsFor
    await sleep(LOOK_MS)
    erasure = await api.get<Erasure>(`/api/erasure/${erasure.id}`)
  }
  if (flags.json) return say(JSON.stringify(erasure))
  say(`Erased at ${erasure.endTime}. Certificate ${erasure.id}:`)
  for (const [kind, count] of Object.entries(erasure.counts)) say(`  ${kind.padEnd(14)} ${count}`)
  say(
    erasure.backupsUntil === null
      ? 'Backups that were made before still contain the number: delete them.'
      : `Nightly backups contain the number until ${erasure.backupsUntil}; other copies until you delete them.`,
  )
}
