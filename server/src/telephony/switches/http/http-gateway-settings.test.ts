import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { createSettings, InvalidSetting } from '../../../platform/kernel/settings.ts'
import { readHttpGatewaySettings } from './http-gateway-settings.ts'

const needed = {
  HTTP_GATEWAY_URL: 'https://voice.example.com/calls/',
  PUBLIC_URL: 'https://carillon.example.com/',
  HTTP_GATEWAY_SECRET: 'sixteen-characters',
}
const read = (env: Record<string, string>) => readHttpGatewaySettings(createSettings({ ...needed, ...env }))

describe('the settings of the HTTP gateway', () => {
  it('need a URL, a way back and a secret; the rest has defaults', () => {
    expect(read({})).toEqual({
      callerIds: [],
      url: 'https://voice.example.com/calls',
      callbackUrl: 'https://carillon.example.com/api/gateway/http/callback',
      secret: 'sixteen-characters',
      ringTimeoutSeconds: 30,
      requestTimeoutSeconds: 10,
      answerWithinSeconds: 90,
      maxCallSeconds: 3600,
      answersQuestions: false,
      hangsUp: false,
    })
  })

  it('are read', () => {
    expect(
      read({
        CALLER_ID: '+4930100, 4930101',
        RING_TIMEOUT: '45',
        HTTP_GATEWAY_TIMEOUT: '3',
        HTTP_GATEWAY_LONGEST_CALL: '600',
        HTTP_GATEWAY_STATUS: 'yes',
        HTTP_GATEWAY_HANG_UP: 'yes',
      }),
    ).toMatchObject({
      callerIds: ['+4930100', '4930101'],
      ringTimeoutSeconds: 45,
      requestTimeoutSeconds: 3,
      answerWithinSeconds: 105,
      maxCallSeconds: 600,
      answersQuestions: true,
      hangsUp: true,
    })
  })

  it('take the secret from a file', async () => {
    const file = join(await temporaryFolder(), 'secret')
    writeFileSync(file, 'a secret in a file\n')
    expect(read({ HTTP_GATEWAY_SECRET: '', HTTP_GATEWAY_SECRET_FILE: file }).secret).toBe(
      'a secret in a file',
    )
  })

  it.each([
    [{ HTTP_GATEWAY_URL: '' }, 'HTTP_GATEWAY_URL is needed: where the voice platform takes calls'],
    [{ PUBLIC_URL: '' }, 'PUBLIC_URL is needed: where the voice platform reaches this service'],
    [
      { HTTP_GATEWAY_SECRET: '' },
      'HTTP_GATEWAY_SECRET (or HTTP_GATEWAY_SECRET_FILE) is needed: requests and callbacks are signed with it',
    ],
    [{ HTTP_GATEWAY_SECRET: 'short' }, 'HTTP_GATEWAY_SECRET must have at least 16 characters'],
    [{ HTTP_GATEWAY_URL: 'voice.example.com' }, 'HTTP_GATEWAY_URL must be a URL that begins with https://'],
    [{ HTTP_GATEWAY_URL: 'ftp://voice.example.com' }, 'HTTP_GATEWAY_URL must be a URL that begins with'],
    [{ HTTP_GATEWAY_URL: 'https://me:you@example.com' }, 'HTTP_GATEWAY_URL must not hold a user'],
    [{ PUBLIC_URL: 'https://example.com/?a=b' }, 'PUBLIC_URL must end with its path, without ? and #'],
    [{ HTTP_GATEWAY_STATUS: 'maybe' }, 'HTTP_GATEWAY_STATUS must be one of no, yes, not "maybe"'],
    [{ HTTP_GATEWAY_ANSWER_WITHIN: '10' }, 'HTTP_GATEWAY_ANSWER_WITHIN must be a whole number from 30 to'],
    [{ RING_TIMEOUT: '0' }, 'RING_TIMEOUT must be a whole number from 5 to 300, not "0"'],
  ])('%j are refused', (env, message) => {
    expect(() => read(env)).toThrow(InvalidSetting)
    expect(() => read(env)).toThrow(message)
  })

  it('never show the secret in what they say', () => {
    try {
      read({ HTTP_GATEWAY_SECRET: 'too-short', HTTP_GATEWAY_URL: 'nonsense' })
    } catch (error) {
      expect(String(error)).not.toContain('too-short')
    }
  })
})
