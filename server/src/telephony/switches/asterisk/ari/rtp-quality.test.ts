import { expect, it } from 'vitest'
import { readEvent } from './ari-events.ts'
import { mediaQuality, readRtpVariable } from './rtp-quality.ts'

// As Asterisk 22 sets them.
const QOS =
  'ssrc=784264755;themssrc=16040968;lp=5;rxjitter=0.000000;rxcount=495;txjitter=0.001250;txcount=189;rlp=0;rtt=0.000000;rxmes=87.654321;txmes=0.000000'
const JITTER =
  'minrxjitter=000.000000;maxrxjitter=000.007875;avgrxjitter=000.002532;stdevrxjitter=000.001521;mintxjitter=000.000000;'

it('reads loss, jitter and MES of a call', () => {
  const quality = { ...readRtpVariable('RTPAUDIOQOS', QOS), ...readRtpVariable('RTPAUDIOQOSJITTER', JITTER) }
  expect(mediaQuality(quality)).toEqual({ loss: 0.01, jitterMs: 2.5, mes: 87.7 })
})

it('leaves out a score that was not computed, and calls without sound', () => {
  const quality = readRtpVariable('RTPAUDIOQOS', QOS.replace('87.654321', '0.000000'))
  expect(mediaQuality(quality ?? {})).toEqual({ loss: 0.01, jitterMs: 0 })
  expect(mediaQuality({ received: 49, lost: 0 })).toBeUndefined()
  expect(mediaQuality({})).toBeUndefined()
  expect(readRtpVariable('RTPAUDIOQOS', 'nothing of it')).toEqual({})
  expect(readRtpVariable('RTPAUDIOQOSLOSS', 'minrxlost=1;')).toBeUndefined()
})

it('hears of no other variable', () => {
  const frame = (variable: string, value: string) =>
    JSON.stringify({ type: 'ChannelVarset', variable, value, channel: { id: 'a', state: 'Up' } })
  expect(readEvent(frame('STASISSTATUS', 'SUCCESS'))).toBeUndefined()
  expect(readEvent(frame('RTPAUDIOQOSMES', 'minrxmes=1;'))).toBeUndefined()
  expect(readEvent(frame('RTPAUDIOQOS', 'lp=0;rxcount=60;'))).toEqual({
    ...{ type: 'measured', id: 'a', quality: { received: 60, lost: 0 } },
  })
})
