// The simulator and Asterisk do with answered calls what every gateway must do.
import { expect, onTestFinished } from 'vitest'
import { type ControlUnderTest, testCallControl } from '../../../test/support/control-conformance.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { startFakeAri } from '../../../test/support/fake-ari.ts'
import { openSimulator } from '../../../test/support/simulator-in-time.ts'
import { systemClock } from '../../platform/kernel/clock.ts'
import { createSilentLog } from '../../platform/kernel/log/log.ts'
import { createSettings } from '../../platform/kernel/settings.ts'
import { readAsteriskSettings } from './asterisk/asterisk-settings.ts'
import { createSharedAsterisk } from './asterisk/shared-asterisk.ts'

const sound = { url: 'http://127.0.0.1:3000/media/signature/hello.wav', durationMs: 1500 }

testCallControl(
  'the simulator',
  async (): Promise<ControlUnderTest> => {
    const { simulator, pass } = openSimulator('last-digit, ring=1-1, timeout=60, press.none=1')
    return {
      gateway: simulator,
      pass,
      numbers: { stays: '100', rings: '103' },
      answerMs: 1000,
      sound,
      toneMs: 300,
    }
  },
  { addsUpSounds: true },
)

testCallControl(
  'Asterisk',
  async (): Promise<ControlUnderTest> => {
    const asterisk = await startFakeAri({ username: 'carillon', password: 'secret', trunk: 'trunk' })
    const gateway = createSharedAsterisk({
      settings: readAsteriskSettings(
        createSettings({
          ARI_URL: asterisk.url,
          ARI_USERNAME: 'carillon',
          ARI_PASSWORD: 'secret',
          ASTERISK_ENDPOINT: 'PJSIP/{number}@trunk',
          ASTERISK_ON_ANSWER: 'carillon,s,1',
        }),
      ),
      clock: systemClock,
      log: createSilentLog(),
      timing: { reopenAfterMs: 5, maxReopenAfterMs: 20, eventDelayMs: 20, trialMs: 5 },
    })
    onTestFinished(async () => {
      await gateway.close()
      await asterisk.close()
    })
    await eventually(() => expect(gateway.health()).toEqual({ isUp: true }))
    return {
      gateway,
      pass: asterisk.pass,
      numbers: { stays: '105', rings: '103' },
      answerMs: 1000,
      sound,
      missing: { ...sound, url: 'http://127.0.0.1:3000/nothing.wav' },
      toneMs: 0,
      transfers: { answered: 'tel:115', busy: 'tel:101', noAnswer: 'tel:103', timeoutSeconds: 5 },
      press: (id, digit) => asterisk.send({ type: 'ChannelDtmfReceived', channel: { id }, digit }),
      hangUp: asterisk.hangUpAtFarEnd,
    }
  },
  { keys: true, missingSounds: true, hangsUp: true, transfers: true },
)
