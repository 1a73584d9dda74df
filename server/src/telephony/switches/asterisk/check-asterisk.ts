// Checks whether a call could be placed through this Asterisk now, without placing one.
import { randomBytes } from 'node:crypto'
import type { CallAbility } from '../../../conversations/flows/flow.ts'
import type { Clock } from '../../../platform/kernel/clock.ts'
import { createSilentLog } from '../../../platform/kernel/log/log.ts'
import type { Finding } from '../finding.ts'
import { type AriClient, createAriClient, explainStatus } from './ari/ari-client.ts'
import { readEvent } from './ari/ari-events.ts'
import { openEventSocket } from './ari/event-socket.ts'
import type { AsteriskSettings, OnAnswer } from './asterisk-settings.ts'
import { createAnswerPlace } from './calls/answer-place.ts'
import type { PlaceState } from './calls/answer-watch.ts'
import { createEndpointCondition, endpointIn } from './endpoint-condition.ts'
import { findMissingModules } from './flow-modules.ts'
import { type Registration, readRegistrations } from './registrations.ts'

const PATIENCE_MS = 5000
const NEVER_MS = 1_000_000
const YOUNG_SECONDS = 30

export async function checkAsterisk(settings: AsteriskSettings, clock: Clock): Promise<Finding[]> {
  const ari = createAriClient({ settings, clock, timeoutMs: PATIENCE_MS })
  try {
    const findings = await checkAccess(settings, ari)
    if (findings.some(({ level }) => level === 'problem')) return findings
    const [trunk, registration, answers, timeouts, flows] = await Promise.all([
      checkTrunk(settings, ari, clock),
      checkRegistration(settings, ari),
      checkWithEvents(settings, ari),
      checkTimeouts(ari),
      checkFlows(ari),
    ])
    const [events, ...onAnswer] = answers
    return [...findings, events, ...trunk, ...registration, ...onAnswer, ...timeouts, ...flows]
  } catch (error) {
    return [problem(error instanceof Error ? error.message : String(error))]
  } finally {
    ari.close()
  }
}

async function checkAccess({ url, username }: AsteriskSettings, ari: AriClient): Promise<Finding[]> {
  const { status, body } = await ari.send('GET', '/asterisk/info')
  if (status !== 200) return [problem(explainStatus(status, body, url))]
  // Changes nothing, because there is no such application. A read-only user is refused before Asterisk notices that.
  const write = await ari.send('PUT', '/applications/carillon-check/eventFilter', { body: {} })
  if (write.status === 403) return [problem(explainStatus(write.status, write.body, url))]
  return [fine(`Asterisk ${versionIn(body)} at ${url} takes the user ${username} and the password`)]
}

/** Checks that events arrive and that the place for answered calls exists: a trial playback is judged by its events. */
function checkWithEvents(settings: AsteriskSettings, ari: AriClient): Promise<[Finding, ...Finding[]]> {
  const app = `${settings.app}-check-${randomBytes(4).toString('hex')}`
  const place = createAnswerPlace({ onAnswer: settings.onAnswer, ari })
  return new Promise((resolve, reject) => {
    const finish = (findings: [Finding, ...Finding[]]) => {
      socket.close()
      resolve(findings)
    }
    const socket = openEventSocket({
      settings,
      nameApps: () => [app],
      onOpen() {
        place.check(app).then(
          (state) => finish([fine('the event socket can be opened'), describe(settings.onAnswer, state)]),
          (error) => {
            socket.close()
            reject(error)
          },
        )
      },
      onMessage(text) {
        const event = readEvent(text)
        if (event?.type === 'played') place.applyEvent(event)
      },
      onDown: (reason) => finish([problem(`the event socket cannot be opened: ${reason}`)]),
      onFault: reject,
      timing: {
        openWithinMs: PATIENCE_MS,
        reopenAfterMs: NEVER_MS,
        maxReopenAfterMs: NEVER_MS,
        pingEveryMs: NEVER_MS,
      },
    })
  })
}

function describe(onAnswer: OnAnswer, state: PlaceState): Finding {
  if (state.kind === 'missing') return problem(state.reason)
  if (state.kind === 'unknown') return warning(state.reason)
  if (onAnswer.kind === 'flow') return fine('answered calls follow their flow')
  if (onAnswer.kind === 'sound')
    return fine(`answered calls hear ${onAnswer.media.replaceAll('sound:', '').replaceAll(',', ', ')}`)
  const { context, extension, priority } = onAnswer
  return fine(`answered calls go to ${context},${extension},${priority}, which the dialplan has`)
}

async function checkTrunk(settings: AsteriskSettings, ari: AriClient, clock: Clock): Promise<Finding[]> {
  const trunk = createEndpointCondition({ settings, ari, clock, log: createSilentLog() })
  if (trunk.name === undefined)
    return [warning(`whether ${settings.endpoint} can be dialed shows only when a call is placed`)]
  await trunk.check()
  const fault = trunk.fault()
  if (fault !== undefined) return [problem(fault), ...(await checkAge(ari))]
  if (trunk.isQualified() === false)
    return [
      fine(`Asterisk has the trunk ${trunk.name}`),
      warning(
        `Asterisk does not check the trunk regularly, so an outage is noticed late: set qualify_frequency in its aor section of pjsip.conf`,
      ),
    ]
  return [fine(`the trunk ${trunk.name} is online`)]
}

/** A trunk is offline until Asterisk has asked it for the first time. */
async function checkAge(ari: AriClient): Promise<Finding[]> {
  const { body } = await ari.send('GET', '/asterisk/info?filter=status')
  const started = /"startup_time":"([^"]+)"/.exec(JSON.stringify(body) ?? '')?.[1]
  const seconds = Math.round((Date.now() - Date.parse(started ?? '')) / 1000)
  // NaN if Asterisk does not say.
  if (!(seconds < YOUNG_SECONDS)) return []
  return [
    warning(
      `Asterisk started ${Math.max(0, seconds)} s ago and may not have asked its trunks yet: check again in half a minute`,
    ),
  ]
}

async function checkRegistration(
  { endpoint, manager }: AsteriskSettings,
  ari: AriClient,
): Promise<Finding[]> {
  const trunk = endpointIn(endpoint)
  if (trunk?.technology !== 'PJSIP') return []
  const name = trunk.resource
  if (!manager) {
    const path = `/asterisk/config/dynamic/res_pjsip/registration/${encodeURIComponent(name)}`
    const { status } = await ari.send('GET', path)
    if (status !== 200) return []
    return [
      warning(
        `whether the trunk ${name} is registered is not known: set AMI_USERNAME and AMI_PASSWORD to a user in manager.conf, or see asterisk -rx 'pjsip show registrations'`,
      ),
    ]
  }
  try {
    const all = await readRegistrations(manager, PATIENCE_MS)
    return all.filter((each) => each.endpoint === name || each.name === name).map(describeRegistration)
  } catch (error) {
    return [warning(error instanceof Error ? error.message : String(error))]
  }
}

function describeRegistration({ name, server, status }: Registration): Finding {
  if (status === 'Registered') return fine(`the registration ${name} at ${server} is accepted`)
  const why =
    status === 'Rejected'
      ? 'the carrier refuses it: check username and password in the auth section that outbound_auth names, and client_uri'
      : 'the carrier has not answered it: check server_uri, the firewall and DNS'
  return problem(`the registration ${name} at ${server} is ${status}: ${why}`)
}

/** The module that ends calls after the max call time. */
async function checkTimeouts(ari: AriClient): Promise<Finding[]> {
  const { status } = await ari.send('GET', '/asterisk/modules/func_timeout.so')
  return status === 404 ? [warning('func_timeout.so is not loaded: ASTERISK_LONGEST_CALL has no effect')] : []
}

const WITHOUT: Record<CallAbility, string> = {
  play: 'cannot say or play anything',
  keys: 'cannot ask for keys',
  detect: 'do not know who answered',
  record: 'cannot be recorded',
  transfer: 'cannot be transferred to a number',
  stream: 'cannot be streamed to a voice agent',
}

async function checkFlows(ari: AriClient): Promise<Finding[]> {
  const missing = await findMissingModules(ari)
  return [...missing].map(([ability, modules]) => {
    const names = modules.map((name) => `${name}.so`).join(', ')
    return warning(
      `calls with a flow ${WITHOUT[ability]}: ${names} ${modules.length === 1 ? 'is' : 'are'} not loaded`,
    )
  })
}

function versionIn(info: unknown): string {
  const text = JSON.stringify(info) ?? ''
  return /"version":"(\d+(?:\.\d+)*)/.exec(text)?.[1] ?? ''
}

const fine = (text: string): Finding => ({ level: 'ok', text })
const warning = (text: string): Finding => ({ level: 'warning', text })
const problem = (text: string): Finding => ({ level: 'problem', text })
