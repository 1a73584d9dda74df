import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startFakeAri } from '../../../../test/support/fake-ari.ts'
import { systemClock } from '../../../platform/kernel/clock.ts'
import { createSettings } from '../../../platform/kernel/settings.ts'
import { readAsteriskSettings } from './asterisk-settings.ts'
import { checkAsterisk } from './check-asterisk.ts'

async function open(options: { isQualified?: boolean } = {}) {
  const asterisk = await startFakeAri({
    username: 'carillon',
    password: 'secret',
    trunk: 'trunk',
    ...options,
  })
  onTestFinished(() => asterisk.close())
  const check = async (env: Record<string, string> = {}) => {
    const settings = createSettings({
      ARI_URL: asterisk.url,
      ARI_USERNAME: 'carillon',
      ARI_PASSWORD: 'secret',
      ASTERISK_ENDPOINT: 'PJSIP/{number}@trunk',
      ASTERISK_ON_ANSWER: 'sound:hello-world',
      ...env,
    })
    const findings = await checkAsterisk(readAsteriskSettings(settings), systemClock)
    return findings.map(({ level, text }) => `${level}: ${text}`)
  }
  return { asterisk, check }
}

describe('a look at an Asterisk', () => {
  it('says that all is well, and places no call', async () => {
    const { asterisk, check } = await open()
    expect(await check()).toEqual([
      `ok: Asterisk 22.0.0 at ${asterisk.url}/ari takes the user carillon and the password`,
      'ok: the event socket can be opened',
      'ok: the trunk PJSIP/trunk is online',
      'ok: answered calls hear hello-world',
    ])
    expect(await check({ ASTERISK_ON_ANSWER: 'carillon,s,1' })).toContain(
      'ok: answered calls go to carillon,s,1, which the dialplan has',
    )
    expect(asterisk.requests.map(({ line }) => line)).not.toContain('POST /channels')
  })

  it('looks a sound up in the index where it cannot be played on trial', async () => {
    const { asterisk, check } = await open()
    const checkWithoutBridges = (media: string) => {
      asterisk.answer(/^POST \/bridges$/, { status: 404 })
      return check({ ASTERISK_ON_ANSWER: media })
    }
    expect(await checkWithoutBridges('sound:hello-world')).toContain('ok: answered calls hear hello-world')
    expect(await checkWithoutBridges('sound:nothing')).toContainEqual(
      expect.stringMatching(/^problem: .*cannot play/),
    )
    expect(await checkWithoutBridges('sound:/srv/hello')).toContainEqual(
      expect.stringMatching(/^warning: cannot check whether Asterisk can play sound:\/srv\/hello/),
    )
  })

  it('says what calls with a flow cannot do, and which modules are missing', async () => {
    const { asterisk, check } = await open()
    asterisk.setModules([
      'format_wav.so',
      'res_stasis_playback.so',
      'res_ari_bridges.so',
      'bridge_softmix.so',
    ])
    expect((await check()).filter((line) => line.startsWith('warning'))).toEqual([
      'warning: calls with a flow cannot say or play anything: res_http_media_cache.so is not loaded',
      'warning: calls with a flow do not know who answered: func_talkdetect.so is not loaded',
      'warning: calls with a flow cannot be recorded: res_stasis_recording.so, res_stasis_snoop.so, res_ari_recordings.so are not loaded',
      'warning: calls with a flow cannot be streamed to a voice agent: chan_websocket.so is not loaded',
    ])
  })

  it('says that a registration is not known, or that the manager interface cannot be asked', async () => {
    const { asterisk, check } = await open()
    asterisk.answer(/registration\/trunk$/, { status: 200, body: [] })
    expect(await check()).toContainEqual(
      expect.stringMatching(/^warning: whether the trunk trunk is registered is not known: set AMI_USERNAME/),
    )
    expect(await check({ AMI_USERNAME: 'carillon', AMI_PASSWORD: 'x', AMI_PORT: '1' })).toContainEqual(
      expect.stringMatching(/^warning: the manager interface of Asterisk at 127.0.0.1:1 cannot be reached/),
    )
  })

  it('says that an Asterisk which has just started may not have asked its trunks', async () => {
    const { asterisk, check } = await open()
    await asterisk.setTrunk('offline')
    asterisk.answer(/^GET \/asterisk\/info/, 'as usual')
    asterisk.answer(/^GET \/asterisk\/info/, {
      status: 200,
      body: { status: { startup_time: new Date(Date.now() - 3000).toISOString() } },
    })
    const lines = await check()
    expect(lines).toContainEqual(expect.stringMatching(/^problem: the trunk PJSIP\/trunk is offline/))
    expect(lines).toContainEqual(expect.stringMatching(/^warning: Asterisk started \d s ago .*check again/))
  })

  it('says what keeps calls from being placed', async () => {
    const { asterisk, check } = await open()
    expect(await check({ ARI_PASSWORD: 'wrong' })).toEqual([expect.stringMatching(/^problem: .*\(401\)/)])
    expect(await check({ ASTERISK_ENDPOINT: 'PJSIP/{number}@other' })).toContain(
      'problem: Asterisk has no endpoint PJSIP/other: see pjsip.conf (404)',
    )
    expect(await check({ ASTERISK_ON_ANSWER: 'sound:nothing' })).toContainEqual(
      expect.stringMatching(/^problem: Asterisk cannot play sound:nothing \(ASTERISK_ON_ANSWER\)/),
    )
    expect(await check({ ASTERISK_ENDPOINT: 'SIP/trunk/{number}' })).toContainEqual(
      expect.stringMatching(/^problem: Asterisk has no channel driver SIP, so SIP\/trunk\/\{number\} cannot/),
    )
    asterisk.setDialplan(false)
    expect(await check({ ASTERISK_ON_ANSWER: 'carillon,s,1' })).toContainEqual(
      expect.stringMatching(/^problem: the dialplan has no place carillon,s,1 for answered calls/),
    )
    asterisk.setDialplan(true)
    asterisk.answer(/eventFilter$/, { status: 403 })
    expect(await check()).toEqual([expect.stringMatching(/^problem: .*read_only = no/)])
    await asterisk.setTrunk('offline')
    expect(await check()).toContain('problem: the trunk PJSIP/trunk is offline: Asterisk cannot reach it')
    await asterisk.crash()
    expect(await check()).toEqual([expect.stringMatching(/^problem: Asterisk at \S+ cannot be reached/)])
  })

  it('says that the event socket cannot be opened, and does not stay to try again', async () => {
    const { asterisk, check } = await open()
    asterisk.closeEvents()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    expect(await check()).toContainEqual(
      expect.stringMatching(/^problem: the event socket cannot be opened: Asterisk at \S+ cannot be reached/),
    )
    // A timer that is left keeps the command from ending. What the fake's own sockets wait for ends with them.
    await expect.poll(() => vi.getTimerCount()).toBe(0)
  })

  it('warns of what may go wrong later', async () => {
    const { asterisk, check } = await open({ isQualified: false })
    asterisk.answer(/func_timeout/, { status: 404 })
    asterisk.answer(/variable$/, { status: 500 })
    expect(await check({ ASTERISK_ON_ANSWER: 'carillon,s,1' })).toEqual([
      expect.stringMatching(/^ok/),
      expect.stringMatching(/^ok/),
      'ok: Asterisk has the trunk PJSIP/trunk',
      expect.stringMatching(/^warning: .*qualify_frequency/),
      expect.stringMatching(/^warning: .*dialplan show s@carillon/),
      expect.stringMatching(/^warning: func_timeout.so/),
    ])
    expect(await check({ ASTERISK_ENDPOINT: 'Local/{number}@out' })).toContain(
      'warning: whether Local/{number}@out can be dialed shows only when a call is placed',
    )
  })
})
