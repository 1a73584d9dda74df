// Checks whether a call could be placed through this voice platform now, and whether it could report. Places no call.
import { randomUUID } from 'node:crypto'
import type { Clock } from '../../../platform/kernel/clock.ts'
import type { Finding } from '../finding.ts'
import { type HttpGatewaySettings, publicUrlOf } from './http-gateway-settings.ts'
import { createPlatform, type Platform } from './platform.ts'

const PATIENCE_MS = 5000

export async function checkHttpGateway(settings: HttpGatewaySettings, clock: Clock): Promise<Finding[]> {
  const platform = createPlatform({ settings, clock })
  const fault = await platform.probe()
  const reached: Finding =
    fault === undefined
      ? { level: 'ok', text: `the voice platform answers at ${settings.url}` }
      : { level: 'problem', text: `${fault}: ${settings.url}` }
  const asked = fault === undefined && settings.answersQuestions ? [await checkQuestions(platform)] : []
  return [reached, ...asked, await checkWayBack(settings)]
}

async function checkQuestions(platform: Platform): Promise<Finding> {
  try {
    const said = await platform.ask(randomUUID())
    if (said === 'not known') return { level: 'ok', text: 'it answers questions about calls' }
    return { level: 'problem', text: 'it claims to know a call that never was (HTTP_GATEWAY_STATUS=yes)' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { level: 'problem', text: `${reason}: set HTTP_GATEWAY_STATUS=no if it cannot be asked` }
  }
}

/** Tested from this machine, not from the platform's network, so the result is only a hint. */
async function checkWayBack(settings: HttpGatewaySettings): Promise<Finding> {
  const publicUrl = publicUrlOf(settings)
  try {
    const response = await fetch(`${publicUrl}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    await response.arrayBuffer()
    if (response.ok) return { level: 'ok', text: `this service answers at ${publicUrl}` }
    return { level: 'warning', text: `${publicUrl} answers ${response.status}: is it this service?` }
  } catch {
    return {
      level: 'warning',
      text: `nothing answers at ${publicUrl} (PUBLIC_URL): the voice platform must be able to report there`,
    }
  }
}
