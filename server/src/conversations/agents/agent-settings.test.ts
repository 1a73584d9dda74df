import { expect, it } from 'vitest'
import { findAddressFault } from '../../platform/kernel/outgoing-address.ts'
import { createSettings } from '../../platform/kernel/settings.ts'
import { DEFAULT_RULES, readAgentSettings, secretOf } from './agent-settings.ts'

const read = (env: Record<string, string>) => readAgentSettings(createSettings(env))
const refuses = (url: string, env: Record<string, string> = {}) =>
  findAddressFault(new URL(url), read(env).rules ?? DEFAULT_RULES) !== undefined

it('agents are on this machine or on the internet, unless the settings say otherwise', () => {
  expect(refuses('ws://127.0.0.1:8765/')).toBe(false)
  expect(refuses('ws://[::1]:8765/')).toBe(false)
  expect(refuses('wss://agent.example.com/')).toBe(false)
  expect(refuses('wss://10.1.2.3/')).toBe(true)
  expect(refuses('wss://10.1.2.3/', { AGENT_HOSTS: '10.1.2.3' })).toBe(false)
  expect(refuses('ws://127.0.0.1:8765/', { AGENT_HOSTS: 'none' })).toBe(true)
  expect(refuses('ws://agent.example.com/')).toBe(true)
  expect(refuses('ws://agent.example.com/', { ALLOW_UNENCRYPTED_GATEWAY: 'yes' })).toBe(false)
})

it('an agent has its own secret, or that of all', () => {
  const settings = read({
    AGENT_SECRET: 'the secret of all agents',
    AGENT_SECRETS: 'a.test=0123456789abcdef=, b.test:8443=fedcba9876543210',
  })
  expect(secretOf(settings, 'wss://a.test/call?x=1')).toBe('0123456789abcdef=')
  expect(secretOf(settings, 'wss://b.test:8443/')).toBe('fedcba9876543210')
  expect(secretOf(settings, 'wss://b.test/')).toBe('the secret of all agents')
  expect(secretOf(read({}), 'wss://a.test/')).toBeUndefined()
})

it.each([
  [{ AGENT_SECRET: 'short' }, 'AGENT_SECRET must have at least 16 characters'],
  [{ AGENT_SECRETS: 'a.test=short' }, 'AGENT_SECRETS for a.test must have at least 16 characters'],
  [{ AGENT_SECRETS: 'wss://a.test=0123456789abcdef' }, 'AGENT_SECRETS must be entries such as'],
  [{ AGENT_SECRETS: '0123456789abcdef' }, 'AGENT_SECRETS must be entries such as'],
  [{ AGENT_HOSTS: 'wss://a.test' }, 'AGENT_HOSTS must be none, or host names such as'],
])('refuses %o', (env, message) => {
  expect(() => read(env as unknown as Record<string, string>)).toThrow(message)
})
