// An audio that is recorded by phone, through a real Asterisk: what was said into the phone is what calls can play.

import { expect, it } from 'vitest'
import { jsonBody, type Service } from '../support/carillon-process.ts'
import { shareAnsweringNetwork } from './answering-network.ts'
import { openService, read } from './campaign.ts'
import { PATIENCE } from './controlled-call.ts'
import { findSound } from './hear.ts'
import { RATE, readWav } from './wav.ts'

const shared = shareAnsweringNetwork()

interface AudioRecording {
  id: string
  status: string
  audioId: string
  failure: string | null
}

async function record(service: Service, name: string, phoneNumber: string): Promise<AudioRecording> {
  const asked = await service.call<AudioRecording>('/api/audio/record', jsonBody({ name, phoneNumber }))
  const find = () => read<AudioRecording>(service, `/api/audio/record/${asked?.data.id}`)
  await expect.poll(async () => (await find()).status, PATIENCE).toMatch(/^(kept|failed)$/)
  return find()
}

it('has the words of the callee, without the silence around them', async () => {
  const network = shared()
  const { service } = await openService(network, { SPEECH: 'none' })
  const { status, audioId } = await record(service, 'Office', '4930018')
  expect(status).toBe('kept')
  const headers = { authorization: `Bearer ${service.token}` }
  const file = await fetch(`${service.address}/api/audio/${audioId}/file`, { headers })
  const { samples } = readWav(Buffer.from(await file.arrayBuffer()))
  const spoken = await network.voice('office')
  expect(findSound(samples, spoken).share).toBeGreaterThan(0.7)
  // The phone waited for 2.5 s before it spoke, and for as long before it pressed #.
  expect(samples.length / RATE).toBeLessThan(spoken.length / RATE + 1)
  expect(await network.ledger()).toContain('4930018 presses #')
  // Nothing is left at the switch.
  const stored = async () => (await network.ari<object[]>('GET', '/recordings/stored')).body
  await expect.poll(stored, PATIENCE).toEqual([])

  expect(await record(service, 'Silence', '4930050')).toMatchObject({
    status: 'failed',
    failure: 'nothing_recorded',
  })
})
