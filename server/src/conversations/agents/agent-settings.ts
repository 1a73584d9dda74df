// Settings of voice agents: which hosts are allowed, the secrets that sign requests to them, and timeouts.

import { type OutgoingRules, readHosts } from '../../platform/kernel/outgoing-address.ts'
import { isUnencryptedAllowed } from '../../platform/kernel/secrets/encryption.ts'
import { InvalidSetting, type Settings } from '../../platform/kernel/settings.ts'

export interface AgentTiming {
  /** The connection must be open by then. */
  openWithinMs: number
  /** The agent must send anything by then, after the start and whenever the callee has finished talking. */
  speakWithinMs: number
  /** The callee has finished talking after this much silence. */
  talkEndsAfterMs: number
  pingEveryMs: number
  /** An agent that leaves may have said more than was played: its last words may take this long. */
  playOutWithinMs: number
  /** After `stop` an agent may still say what came of the call, until it closes the connection or this time has passed. */
  lastWordWithinMs: number
}

export interface AgentSettings {
  /** Signs the requests to agents, and what they say about their calls. Without it they cannot say it by request. */
  secret: string | undefined
  /** The secrets of single agents, by their host, with the port if their address has one. */
  secrets?: ReadonlyMap<string, string>
  /** Where they may be; left out, as by default. */
  rules?: OutgoingRules
  timing: Partial<AgentTiming>
}

const MIN_SECRET_LENGTH = 16
const HOSTS_SETTING = 'AGENT_HOSTS'
/** An agent beside the service is the way to try one. */
const THIS_MACHINE = '127.0.0.0/8 ::1'

export const DEFAULT_RULES: OutgoingRules = {
  setting: HOSTS_SETTING,
  hosts: readHosts(HOSTS_SETTING, THIS_MACHINE),
  allowsUnencrypted: false,
}

export function readAgentSettings(settings: Settings): AgentSettings {
  const secret = settings.secret('AGENT_SECRET')
  if (secret !== undefined) checkLength('AGENT_SECRET', secret)
  const seconds = (name: string, range: { default: number; min: number; max: number }) =>
    settings.wholeNumber(name, range) * 1000
  return {
    secret,
    secrets: readSecrets(settings.secret('AGENT_SECRETS') ?? ''),
    rules: {
      setting: HOSTS_SETTING,
      hosts: readHosts(HOSTS_SETTING, settings.text(HOSTS_SETTING) ?? THIS_MACHINE),
      allowsUnencrypted: isUnencryptedAllowed(settings),
    },
    timing: {
      openWithinMs: seconds('AGENT_CONNECT_TIMEOUT', { default: 5, min: 1, max: 60 }),
      speakWithinMs: seconds('AGENT_SILENCE_TIMEOUT', { default: 20, min: 1, max: 600 }),
    },
  }
}

/** `host=secret`, separated by commas or line ends. */
function readSecrets(list: string): Map<string, string> {
  const entries = list.split(/[\s,]+/).filter(Boolean)
  return new Map(
    entries.map((entry) => {
      const [, host = '', secret = ''] = /^([^=]+)=(.+)$/.exec(entry) ?? []
      if (!URL.canParse(`wss://${host}`) || new URL(`wss://${host}`).host !== host)
        throw new InvalidSetting(
          'AGENT_SECRETS must be entries such as agent.example.com=secret, separated by commas, each with the host of an agent as its address has it',
        )
      checkLength(`AGENT_SECRETS for ${host}`, secret)
      return [host, secret]
    }),
  )
}

function checkLength(what: string, secret: string): void {
  if (secret.length < MIN_SECRET_LENGTH)
    throw new InvalidSetting(`${what} must have at least ${MIN_SECRET_LENGTH} characters`)
}

/** With which secret an agent is spoken to. */
export function secretOf(
  { secret, secrets }: Pick<AgentSettings, 'secret' | 'secrets'>,
  url: string,
): string | undefined {
  return (URL.canParse(url) ? secrets?.get(new URL(url).host) : undefined) ?? secret
}
