// Settings of voice agents: how they know that it is this service that calls, and how long they are waited for.
import { InvalidSetting, type Settings } from '../kernel/settings.ts'
import type { AgentTiming } from './conversation.ts'

export interface AgentSettings {
  /** Signs the requests to agents, and what they say about their calls. Without it they cannot say it by request. */
  secret: string | undefined
  timing: Partial<AgentTiming>
}

const MIN_SECRET_LENGTH = 16

export function readAgentSettings(settings: Settings): AgentSettings {
  const secret = settings.secret('AGENT_SECRET')
  if (secret !== undefined && secret.length < MIN_SECRET_LENGTH)
    throw new InvalidSetting(`AGENT_SECRET must have at least ${MIN_SECRET_LENGTH} characters`)
  const seconds = (name: string, range: { default: number; min: number; max: number }) =>
    settings.wholeNumber(name, range) * 1000
  return {
    secret,
    timing: {
      openWithinMs: seconds('AGENT_CONNECT_TIMEOUT', { default: 5, min: 1, max: 60 }),
      speakWithinMs: seconds('AGENT_SILENCE_TIMEOUT', { default: 20, min: 1, max: 600 }),
    },
  }
}
