// What a voice agent tells its call to do: one command in a message.
import type { AgentCommand, AgentWord } from '../flows/flow-state.ts'
import { isGiven, MAX_FIELD_VALUE, readObject, readText, wrong } from './agent-word.ts'

export const MAX_KEYS = 50
export const MAX_PLACE = 500
export const MAX_RING_SECONDS = 120
const DEFAULT_RING_SECONDS = 30
const DEFAULT_ACCEPT_KEY = '1'
const KEYS = /^[0-9*#]+$/

const COMMANDS = ['transfer', 'hangup', 'sendDigits', 'say'] as const

/** Part of the agent's word. Refuses with the name of the field. */
export function readCommands(given: object): Pick<AgentWord, 'commands'> {
  const command = readCommand(given)
  return command ? { commands: [command] } : {}
}

function readCommand(given: object): AgentCommand | undefined {
  const fields = given as Record<string, unknown>
  // `false` is what a model writes that does not want to hang up.
  const [name, other] = COMMANDS.filter((each) => isGiven(fields[each]) && fields[each] !== false)
  if (other !== undefined && name !== undefined)
    throw wrong(other, { fault: 'excluded', params: { other: name } }, `cannot be given beside ${name}`)
  switch (name) {
    case 'hangup':
      if (fields['hangup'] !== true)
        throw wrong('hangup', { fault: 'wrong_type', params: { types: ['boolean'] } }, 'must be true')
      return { do: 'hangup' }
    case 'sendDigits':
      return { do: 'sendDigits', keys: readKeys('sendDigits', fields['sendDigits'], MAX_KEYS) }
    case 'say': {
      const { text, language, voice } = readObject('say', fields['say'])
      return {
        do: 'say',
        text: readFilled('say.text', text, MAX_FIELD_VALUE),
        ...(isGiven(language) && { language: readText('say.language', language, 35) }),
        ...(isGiven(voice) && { voice: readText('say.voice', voice, 100) }),
      }
    }
    case 'transfer':
      return readTransfer(readObject('transfer', fields['transfer']))
    default:
      return undefined
  }
}

function readTransfer({ to, timeout, whisper, acceptKey }: Record<string, unknown>): AgentCommand {
  const seconds = isGiven(timeout) ? timeout : DEFAULT_RING_SECONDS
  if (typeof seconds !== 'number' || !(seconds >= 1 && seconds <= MAX_RING_SECONDS))
    throw wrong(
      'transfer.timeout',
      { fault: 'out_of_range', params: { min: 1, max: MAX_RING_SECONDS } },
      `must be from 1 to ${MAX_RING_SECONDS} seconds`,
    )
  return {
    do: 'transfer',
    to: readFilled('transfer.to', to, MAX_PLACE),
    timeoutSeconds: Math.round(seconds),
    ...(isGiven(whisper) && { whisper: readFilled('transfer.whisper', whisper, MAX_FIELD_VALUE) }),
    acceptKey: isGiven(acceptKey) ? readKeys('transfer.acceptKey', acceptKey, 1) : DEFAULT_ACCEPT_KEY,
  }
}

function readKeys(field: string, given: unknown, max: number): string {
  const keys = readText(field, given, max)
  if (!KEYS.test(keys)) throw wrong(field, { fault: 'not_a_key' }, 'may contain only the keys 0-9, * and #')
  return keys
}

function readFilled(field: string, given: unknown, max: number): string {
  const text = readText(field, given, max)
  if (text.trim() === '') throw wrong(field, { fault: 'no_visible_character' }, 'must not be empty')
  return text
}
