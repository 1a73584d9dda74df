import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { readRegistrations } from './registrations.ts'

const SECRET = 'password of the carrier'

/** The manager interface as Asterisk 22 speaks it. */
async function startManager(registrations: Record<string, string>[]) {
  const server = createServer((socket) => {
    let text = ''
    const say = (fields: Record<string, string>) =>
      socket.write(
        `${Object.entries(fields)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\r\n')}\r\n\r\n`,
      )
    socket.write('Asterisk Call Manager/11.0.0\r\n')
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      text += data
      const actions = text.split('\r\n\r\n')
      text = actions.pop() ?? ''
      for (const action of actions) {
        if (action.startsWith('Action: Login'))
          say(
            action.includes('Secret: right')
              ? { Response: 'Success', Message: 'Authentication accepted' }
              : { Response: 'Error', Message: 'Authentication failed' },
          )
        else if (registrations.length === 0)
          say({ Response: 'Error', Message: 'No outbound registrations found' })
        else {
          say({ Response: 'Success', EventList: 'start', Message: 'Following are Events' })
          for (const each of registrations)
            say({
              Event: 'OutboundRegistrationDetail',
              ObjectType: 'registration',
              Password: SECRET,
              ...each,
            })
          say({ Event: 'OutboundRegistrationDetailComplete', EventList: 'Complete' })
        }
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { host: '127.0.0.1', port, username: 'carillon', password: 'right' }
}

it('reads whether trunks are registered, and nothing secret', async () => {
  const settings = await startManager([
    { ObjectName: 'trunk', Endpoint: 'trunk', ServerUri: 'sip:sip.example.com', Status: 'Rejected' },
  ])
  const found = await readRegistrations(settings, 5000)
  expect(found).toEqual([
    { name: 'trunk', endpoint: 'trunk', server: 'sip:sip.example.com', client: '', status: 'Rejected' },
  ])
  expect(JSON.stringify(found)).not.toContain(SECRET)
  expect(await readRegistrations(await startManager([]), 5000)).toEqual([])
})

it('says what is wrong with the interface', async () => {
  const settings = await startManager([])
  await expect(readRegistrations({ ...settings, password: 'wrong' }, 5000)).rejects.toThrow(
    /refuses AMI_USERNAME and AMI_PASSWORD: see manager.conf/,
  )
  await expect(readRegistrations({ ...settings, port: 1 }, 5000)).rejects.toThrow(/cannot be reached/)
})
