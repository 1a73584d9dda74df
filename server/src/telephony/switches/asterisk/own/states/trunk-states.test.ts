import { expect, it } from 'vitest'
import { trunkStatesFrom } from './trunk-states.ts'

const registration = (endpoint: string, status: string) => ({
  name: endpoint,
  endpoint,
  server: '',
  client: 'sip:me@x',
  status,
})

it('says for each trunk whether it is reachable and registered', () => {
  const states = trunkStatesFrom(
    ['trunk-a', 'trunk-b', 'trunk-c'],
    [
      registration('trunk-a', 'Registered'),
      registration('trunk-b', 'Rejected'),
      registration('trunk-c', 'Unregistered'),
    ],
    [
      { endpoint: 'trunk-a', status: 'Reachable', roundTripMs: 12.5 },
      { endpoint: 'trunk-b', status: 'Unreachable', roundTripMs: undefined },
      { endpoint: 'trunk-c', status: 'Unknown', roundTripMs: undefined },
    ],
  )
  expect(states).toEqual([
    { id: 'a', isReachable: true, roundTripMs: 12.5, registration: 'registered', fault: undefined },
    { id: 'b', isReachable: false, roundTripMs: undefined, registration: 'rejected', fault: undefined },
    { id: 'c', isReachable: undefined, roundTripMs: undefined, registration: 'waiting', fault: undefined },
  ])
  expect(trunkStatesFrom(['trunk-d'], [], [])).toMatchObject([{ id: 'd', registration: undefined }])
})
