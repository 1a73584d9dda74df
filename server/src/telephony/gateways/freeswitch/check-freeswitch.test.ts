import { expect, it } from 'vitest'
import { ESL_PASSWORD, startEslServer } from '../../../../test/support/esl-server.ts'
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts'
import { checkFreeswitch } from './check-freeswitch.ts'

async function open() {
  const server = await startEslServer()
  const settings = {
    callerIds: [],
    host: '127.0.0.1',
    port: server.port,
    password: ESL_PASSWORD,
    dial: 'sofia/gateway/trunk/{number}',
    onAnswer: '&playback(/sounds/hello.wav)',
    ringTimeoutSeconds: 30,
    maxCallSeconds: 3600,
  }
  return { server, settings }
}

it('says that a call could be placed', async () => {
  const { server, settings } = await open()
  expect(await checkFreeswitch(settings)).toEqual([
    { level: 'ok', text: `FreeSWITCH at 127.0.0.1:${server.port} answers and takes the password` },
    { level: 'ok', text: 'the trunk trunk is not down as far as FreeSWITCH knows' },
    { level: 'ok', text: 'answered calls get &playback(/sounds/hello.wav), and the file exists' },
  ])
  expect(server.originates).toEqual([])
})

it.each([
  ['down', 'the trunk trunk is down: FreeSWITCH cannot reach it'],
  ['missing', 'FreeSWITCH has no gateway "trunk"'],
] as const)('names a trunk that is %s', async (state, text) => {
  const { server, settings } = await open()
  server.setTrunk(state)
  expect((await checkFreeswitch(settings))[1]).toEqual({ level: 'problem', text })
})

it.each([
  ['REGED', undefined],
  ['FAIL_WAIT', /is not registered with its carrier \(FAIL_WAIT\): check username, password/],
] as const)('reads the registration of the trunk: %s', async (state, words) => {
  const { server, settings } = await open()
  server.register(state)
  const finding = (await checkFreeswitch(settings))[1]
  expect(finding?.level).toBe(words ? 'problem' : 'ok')
  if (words) expect(finding?.text).toMatch(words)
})

it('names a wrong password, a closed door and a FreeSWITCH that is not there', async () => {
  const { server, settings } = await open()
  const place = `FreeSWITCH at 127.0.0.1:${server.port}`
  const only = (text: string) => [{ level: 'problem', text }]
  expect(await checkFreeswitch({ ...settings, password: 'wrong' })).toEqual(
    only(`${place} refuses the password (FREESWITCH_PASSWORD)`),
  )
  server.rejectRudely(true)
  expect(await checkFreeswitch(settings)).toEqual(
    only(`${place} refuses connections from this machine (its access list, apply-inbound-acl)`),
  )
  await server.stop()
  expect(await checkFreeswitch(settings)).toEqual(only(`${place} cannot be reached (ECONNREFUSED)`))
})

it('warns where only a call can tell', async () => {
  const { settings } = await open()
  const findings = await checkFreeswitch({ ...settings, dial: 'user/{number}' })
  expect(findings[1]).toMatchObject({ level: 'warning', text: expect.stringContaining('user/{number}') })
  const extension = await checkFreeswitch({ ...settings, onAnswer: '7000 XML default' })
  expect(extension[2]).toMatchObject({ level: 'warning', text: expect.stringContaining('7000 XML default') })
})

it('names a sound that is not there', async () => {
  const { server, settings } = await open()
  server.setAnswerPlace('missing')
  expect((await checkFreeswitch(settings))[2]).toEqual({
    level: 'problem',
    text: 'FreeSWITCH has no file /sounds/hello.wav (FREESWITCH_ON_ANSWER)',
  })
})

it('warns if the sounds of call flows could not be played', async () => {
  const { server, settings } = await open()
  server.unload('mod_httapi')
  expect(await checkFreeswitch(settings)).toHaveLength(3)
  server.unload('mod_http_cache')
  expect((await checkFreeswitch(settings))[3]).toEqual({
    level: 'warning',
    text: 'FreeSWITCH cannot play the sounds of call flows: load mod_httapi',
  })
})

it('says whether both see the folder for recordings', async () => {
  const { server, settings } = await open()
  const recordings = await temporaryFolder()
  expect((await checkFreeswitch({ ...settings, recordings })).at(-1)).toEqual({
    level: 'ok',
    text: `calls can be recorded in ${recordings}`,
  })
  expect((await checkFreeswitch({ ...settings, recordings: '/nowhere' })).at(-1)).toEqual({
    level: 'problem',
    text: 'this service cannot read and write /nowhere (FREESWITCH_RECORDINGS)',
  })
  server.setAnswerPlace('missing')
  expect((await checkFreeswitch({ ...settings, recordings })).at(-1)).toEqual({
    level: 'problem',
    text: `FreeSWITCH has no folder ${recordings} (FREESWITCH_RECORDINGS)`,
  })
})
