import { expect, it } from 'vitest'
import { PLATFORM_SECRET, startVoicePlatform } from '../../../../test/support/voice-platform.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import { createSettings } from '../../../platform/kernel/settings.ts'
import { checkHttpGateway } from './check-http-gateway.ts'
import { readHttpGatewaySettings } from './http-gateway-settings.ts'

async function open(env: Record<string, string> = {}) {
  const platform = await startVoicePlatform()
  const settings = readHttpGatewaySettings(
    createSettings({
      HTTP_GATEWAY_URL: platform.url,
      HTTP_GATEWAY_SECRET: PLATFORM_SECRET,
      // Whatever answers there; it is asked for /healthz.
      PUBLIC_URL: new URL(platform.url).origin,
      ...env,
    }),
  )
  return { platform, check: () => checkHttpGateway(settings, systemClock) }
}

it('says that a call could be placed, without placing one', async () => {
  const { platform, check } = await open({ HTTP_GATEWAY_STATUS: 'yes' })
  expect((await check()).slice(0, 2)).toEqual([
    { level: 'ok', text: `the voice platform answers at ${platform.url}` },
    { level: 'ok', text: 'it answers questions about calls' },
  ])
  expect(platform.posts).toEqual([])
})

it('names a secret that the platform does not know', async () => {
  const { platform, check } = await open({ HTTP_GATEWAY_SECRET: 'another-secret-altogether' })
  const [finding] = await check()
  expect(finding).toEqual({
    level: 'problem',
    text: `the voice platform refuses our signature (401): ${platform.url}`,
  })
})

it('names a platform that is not there, and a way back that leads nowhere', async () => {
  const { platform, check } = await open()
  const publicUrl = new URL(platform.url).origin
  expect((await check()).at(-1)).toEqual({
    level: 'warning',
    text: expect.stringMatching(/answers 40\d: is it this service\?$/),
  })
  await platform.stop()
  expect(await check()).toEqual([
    { level: 'problem', text: `the voice platform cannot be reached (ECONNREFUSED): ${platform.url}` },
    {
      level: 'warning',
      text: `nothing answers at ${publicUrl} (PUBLIC_URL): the voice platform must be able to report there`,
    },
  ])
})
