// Whether a call could be placed through this Asterisk now. Places none.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'
import type { Finding } from '../finding.ts'
import { type AriClient, createAriClient, explainStatus } from './ari-client.ts'
import type { AsteriskSettings, OnAnswer } from './asterisk-settings.ts'
import { openEventSocket } from './event-socket.ts'
import { createTrunk } from './trunk.ts'

const PATIENCE_MS = 5000
const NEVER_MS = 1_000_000

export async function checkAsterisk(settings: AsteriskSettings, clock: Clock): Promise<Finding[]> {
  const ari = createAriClient({ settings, clock, timeoutMs: PATIENCE_MS })
  try {
    const findings = await checkAccess(settings, ari)
    if (findings.some(({ level }) => level === 'problem')) return findings
    return [
      ...findings,
      await checkEvents(settings),
      ...(await checkTrunk(settings, ari, clock)),
      await checkOnAnswer(settings.onAnswer, ari),
      ...(await checkTimeouts(ari)),
    ]
  } catch (error) {
    return [problem(error instanceof Error ? error.message : String(error))]
  } finally {
    ari.close()
  }
}

async function checkAccess({ url, username }: AsteriskSettings, ari: AriClient): Promise<Finding[]> {
  const { status, body } = await ari.send('GET', '/asterisk/info')
  if (status !== 200) return [problem(explainStatus(status, body, url))]
  // Changes nothing: there is no such application. A user who may only read is refused before that is noticed.
  const write = await ari.send('PUT', '/applications/carillon-check/eventFilter', { body: {} })
  if (write.status === 403) return [problem(explainStatus(write.status, write.body, url))]
  return [fine(`Asterisk ${versionIn(body)} at ${url} takes the user ${username} and the password`)]
}

function checkEvents(settings: AsteriskSettings): Promise<Finding> {
  return new Promise((resolve) => {
    const finish = (finding: Finding) => {
      socket.close()
      resolve(finding)
    }
    const socket = openEventSocket({
      settings,
      nameApps: () => [`${settings.app}-check-${randomBytes(4).toString('hex')}`],
      onOpen: () => finish(fine('the event socket can be opened')),
      onMessage: () => undefined,
      onDown: (reason) => finish(problem(`the event socket cannot be opened: ${reason}`)),
      timing: {
        openWithinMs: PATIENCE_MS,
        reopenAfterMs: NEVER_MS,
        mostReopenAfterMs: NEVER_MS,
        pingEveryMs: NEVER_MS,
      },
    })
  })
}

async function checkTrunk(settings: AsteriskSettings, ari: AriClient, clock: Clock): Promise<Finding[]> {
  const silent = { info: () => undefined, warn: () => undefined }
  const trunk = createTrunk({ settings, ari, clock, log: silent })
  if (trunk.name === undefined)
    return [warning(`whether ${settings.endpoint} can be dialed shows only when a call is placed`)]
  await trunk.look()
  const fault = trunk.fault()
  if (fault !== undefined) return [problem(fault)]
  if (trunk.isQualified() === false)
    return [
      fine(`Asterisk has the trunk ${trunk.name}`),
      warning(
        `Asterisk does not ask the trunk whether it is there, so an outage is noticed late: set qualify_frequency in its aor section of pjsip.conf`,
      ),
    ]
  return [fine(`the trunk ${trunk.name} is online`)]
}

async function checkOnAnswer(onAnswer: OnAnswer, ari: AriClient): Promise<Finding> {
  if (onAnswer.kind === 'dialplan') {
    const { context, extension, priority } = onAnswer
    return warning(
      `who answers goes to ${context},${extension},${priority}: whether the dialplan has it shows only then (try: asterisk -rx 'dialplan show ${extension}@${context}')`,
    )
  }
  const names = onAnswer.media.split(',').map((sound) => sound.slice('sound:'.length))
  for (const name of names.filter((each) => !each.includes(':'))) {
    const { status } = await ari.send('GET', `/sounds/${encodeURIComponent(name)}`)
    if (status === 404) return problem(`Asterisk has no sound "${name}"`)
  }
  return fine(`who answers hears ${names.join(', ')}`)
}

/** What ends a call that nobody ends. */
async function checkTimeouts(ari: AriClient): Promise<Finding[]> {
  const { status } = await ari.send('GET', '/asterisk/modules/func_timeout.so')
  return status === 404 ? [warning('func_timeout.so is not loaded: ASTERISK_LONGEST_CALL has no effect')] : []
}

function versionIn(info: unknown): string {
  const text = JSON.stringify(info) ?? ''
  return /"version":"(\d+(?:\.\d+)*)/.exec(text)?.[1] ?? ''
}

const fine = (text: string): Finding => ({ level: 'ok', text })
const warning = (text: string): Finding => ({ level: 'warning', text })
const problem = (text: string): Finding => ({ level: 'problem', text })
