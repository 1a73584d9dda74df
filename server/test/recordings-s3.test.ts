// Recordings in an S3-compatible store, which verifies every signature.

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { readRecordingSettings } from '../src/conversations/recordings/recording-settings.ts'
import { createRecordingStores } from '../src/conversations/recordings/recording-stores.ts'
import { createRecordings } from '../src/conversations/recordings/recordings.service.ts'
import { signRequest } from '../src/conversations/recordings/s3-signature.ts'
import { systemClock } from '../src/platform/kernel/clock.ts'
import { newId } from '../src/platform/kernel/ids.ts'
import { createSilentLog } from '../src/platform/kernel/log/log.ts'
import { createPhoneNumberReader } from '../src/platform/kernel/phone/phone-number.ts'
import { createSettings } from '../src/platform/kernel/settings.ts'
import { createRecordingSwitch, makeWav } from './support/recording-switch.ts'
import { createS3StandIn, S3_KEYS } from './support/s3-stand-in.ts'
import { temporaryFolder } from './support/temporary-folder.ts'
import { createTestApp } from './support/test-app.ts'

function settingsOf(env: Record<string, string>, dataDir = '/nowhere') {
  return readRecordingSettings(createSettings(env), dataDir)
}

const keys = { S3_ACCESS_KEY: S3_KEYS.accessKey, S3_SECRET_KEY: S3_KEYS.secretKey }

it('keeps, reads in parts and removes a file', async () => {
  const { endpoint, files } = await createS3StandIn()
  const settings = settingsOf({
    ...{ RECORDINGS: 's3://calls/of/ours', S3_ENDPOINT: endpoint, S3_REGION: 'eu-central-1' },
    ...keys,
  })
  const store = await createRecordingStores({ settings, clock: systemClock }).main()
  const file = '2026-03-02/0123456789abcdef.wav'
  await store.write(file, makeWav(1))
  expect([...files]).toEqual([[`/calls/of/ours/${file}`, Buffer.from(makeWav(1))]])
  const part = await store.read(file, { start: 44, end: 143 })
  expect(
    (await buffer(part as NonNullable<typeof part>)).equals(Buffer.from(makeWav(1).subarray(44, 144))),
  ).toBe(true)
  await store.remove(file)
  await store.remove(file)
  expect(files.size).toBe(0)
  expect(await store.read(file, { start: 0, end: 9 })).toBeUndefined()
})

it('says what the store answers if the key is wrong', async () => {
  const { endpoint, files } = await createS3StandIn()
  const settings = settingsOf({
    ...{ RECORDINGS: 's3://calls', S3_ENDPOINT: endpoint, ...keys },
    S3_SECRET_KEY: 'another secret',
  })
  const store = await createRecordingStores({ settings, clock: systemClock }).main()
  await expect(store.write('a.wav', makeWav(1))).rejects.toThrow(/403: .*SignatureDoesNotMatch/)
  expect(files.size).toBe(0)
})

it('reads on in the folder of earlier recordings', async () => {
  const dataDir = await temporaryFolder()
  const before = await createRecordingStores({ settings: settingsOf({}, dataDir), clock: systemClock }).main()
  await before.write('a.wav', makeWav(1))
  const settings = settingsOf({ RECORDINGS: 's3://calls', ...keys }, dataDir)
  const stores = createRecordingStores({ settings, clock: systemClock })
  expect((await stores.all()).map(({ name }) => name)).toEqual([
    's3:https://s3.us-east-1.amazonaws.com/calls/',
    before.name,
  ])
})

// The example "GET Object" of the AWS documentation, with the headers that are signed there.
it('signs as the documentation of AWS shows', () => {
  const headers = signRequest(
    {
      method: 'GET',
      url: new URL('https://examplebucket.s3.amazonaws.com/test.txt'),
      headers: { range: 'bytes=0-9' },
    },
    {
      region: 'us-east-1',
      accessKey: 'AKIAIOSFODNN7EXAMPLE',
      secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      now: new Date('2013-05-24T00:00:00Z'),
    },
  )
  expect(headers['authorization']).toContain(
    'Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  )
})

it.each([
  [{ RECORDINGS: '/var/recordings' }, /RECORDINGS must look like s3:\/\/bucket/],
  [{ RECORDINGS: 's3://calls' }, /S3_ACCESS_KEY is needed/],
  [{ RECORDINGS: 's3://calls/a/../b', ...keys }, /RECORDINGS must have no \. or \.\. in its prefix/],
  [{ RECORDINGS: 's3://calls', S3_ACCESS_KEY: 'a' }, /S3_SECRET_KEY \(or S3_SECRET_KEY_FILE\) is needed/],
  [{ RECORDINGS: 's3://calls', ...keys, S3_ENDPOINT: 'minio:9000/x' }, /S3_ENDPOINT must be a URL/],
  [
    { RECORDINGS: 's3://calls', ...keys, S3_ENDPOINT: 'http://minio:9000' },
    /S3_ENDPOINT must begin with https:.*ALLOW_UNENCRYPTED_GATEWAY=yes$/,
  ],
  [{ RECORDING_DAYS: '-1' }, /RECORDING_DAYS must be a whole number/],
])('refuses the settings %j', (env, problem) => {
  expect(() => settingsOf(env as Record<string, string>)).toThrow(problem)
})

it('does not hold up a node that stops while the store does not answer', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const endpoint = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  const app = await createTestApp()
  onTestFinished(() => app.close())
  const telephoneSwitch = createRecordingSwitch()
  const node = createRecordings({
    ...{ db: app.db, clock: systemClock, log: createSilentLog(), gateway: telephoneSwitch.gateway },
    settings: settingsOf({ RECORDINGS: 's3://calls', S3_ENDPOINT: endpoint, ...keys }),
    readPhoneNumber: createPhoneNumberReader(undefined),
  })
  const [id, callId] = [newId(), newId()]
  const call = {
    callId,
    taskId: newId(),
    contactId: newId(),
    phoneNumber: '13800138000',
    phoneKey: '13800138000',
  }
  await node.begin({ id, what: 'call', ...call })
  telephoneSwitch.files.set(id, makeWav(1))
  const asked = once(silent, 'request')
  node.callEnded(callId)
  await asked
  await node.stop()
  const { body } = await app.get<{ problems: object[] }>('/api/system')
  expect(body.data.problems).toContainEqual(
    expect.objectContaining({
      code: 'recordings_waiting',
      calls: 1,
      message: expect.stringMatching(/^1 recording could not/),
    }),
  )
})
