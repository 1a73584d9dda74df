// Whom this service connects to for its users: by address, by name, and by what a name resolves to at that moment.
import { describe, expect, it } from 'vitest'
import { findAddressFault, guardedLookup, type OutgoingRules, readHosts } from './outgoing-address.ts'

const rulesOf = (hosts: string, allowsUnencrypted = false): OutgoingRules => ({
  setting: 'AGENT_HOSTS',
  hosts: readHosts('AGENT_HOSTS', hosts),
  allowsUnencrypted,
})
const fault = (url: string, hosts = 'none') => findAddressFault(new URL(url), rulesOf(hosts))

/** What a connection would be made to, or why not. */
function reached(url: string, hosts: string, addresses: string[]): Promise<string[] | string> {
  const resolveName = ((_name: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )) as unknown as Parameters<typeof guardedLookup>[2]
  const address = new URL(url)
  const lookup = guardedLookup(address, rulesOf(hosts), resolveName)
  return new Promise((resolve) =>
    lookup(address.hostname, { all: true }, (error, found) =>
      resolve(error ? error.message : (found as { address: string }[]).map((each) => each.address)),
    ),
  )
}

describe('an address', () => {
  it.each([
    'wss://169.254.169.254/',
    'wss://[fe80::1]/',
    'wss://[fd00:ec2::254]/',
    'wss://100.100.100.200/',
    'wss://168.63.129.16/',
    'wss://0.0.0.0/',
    'wss://[::]/',
    'wss://224.0.0.1/',
    'wss://255.255.255.255/',
    'wss://[::ffff:169.254.169.254]/',
    'wss://0xa9fea9fe/',
  ])('is never called, whatever is allowed: %s', (url) => {
    expect(fault(url, '0.0.0.0/0 ::/0')).toMatch(/which is never called$/)
  })

  it.each([
    ['wss://10.1.2.3/', '10.1.0.0/16'],
    ['wss://172.16.0.1/', '172.16.0.1'],
    ['wss://192.168.1.9:8765/', '192.168.1.9:8765'],
    ['wss://100.64.1.1/', '100.64.0.0/10'],
    ['wss://127.0.0.1/', '127.0.0.1:443'],
    ['wss://2130706433/', '127.0.0.0/8'],
    ['wss://[::1]:9/', '[::1]:9'],
    ['wss://[fd12::7]/', 'fd12::/16'],
    ['wss://[::ffff:10.1.2.3]/', '10.1.2.3'],
    ['wss://[64:ff9b::a01:203]/', '64:ff9b::/96'],
  ])('inside your own network must be named: %s', (url, hosts) => {
    expect(fault(url)).toMatch(/inside your own network: AGENT_HOSTS must name it$/)
    expect(fault(url, hosts)).toBeUndefined()
  })

  it('is allowed at its port only, if the setting names one', () => {
    expect(fault('wss://10.1.2.3:8766/', '10.1.2.3:8765')).toMatch(/must name it$/)
    expect(fault('wss://10.1.2.3/', '10.1.2.3:8765')).toMatch(/must name it$/)
  })

  it.each(['wss://203.0.113.9/', 'wss://agent.example.com/', 'https://[2a00:1450::1]/'])(
    'may be %s',
    (url) => {
      expect(fault(url)).toBeUndefined()
    },
  )

  it.each(['wss://user@agent.example.com/', 'wss://:word@agent.example.com/'])(
    'has no password in it: %s',
    (url) => {
      expect(fault(url)).toMatch(/^has a user name or a password in it/)
    },
  )

  it('on another machine is encrypted, unless the operator allows otherwise', () => {
    expect(fault('ws://agent.example.com/')).toBe(
      'must begin with wss://: ws:// to agent.example.com can be read on the way (ALLOW_UNENCRYPTED_GATEWAY=yes allows it)',
    )
    expect(fault('http://hook.example.com/')).toMatch(/^must begin with https:/)
    expect(fault('ws://localhost:9/')).toBeUndefined()
    expect(findAddressFault(new URL('ws://agent.example.com/'), rulesOf('none', true))).toBeUndefined()
  })
})

describe('a name', () => {
  const url = 'wss://agent.internal/'

  it('is judged by all that it resolves to, and the connection goes to exactly that', async () => {
    expect(await reached(url, 'none', ['203.0.113.9', '2a00:1450::1'])).toEqual([
      '203.0.113.9',
      '2a00:1450::1',
    ])
    expect(await reached(url, 'none', ['203.0.113.9', '127.0.0.1'])).toBe(
      'agent.internal is at 127.0.0.1, inside your own network: AGENT_HOSTS must name it',
    )
    expect(await reached(url, 'none', ['fe80::1%eth0'])).toMatch(/never called$/)
  })

  it.each(['agent.internal', '*.internal', 'AGENT.internal:443', '10.0.0.0/8'])(
    'may be inside it with %s',
    async (hosts) => {
      expect(await reached(url, hosts, ['10.1.2.3'])).toEqual(['10.1.2.3'])
      expect(await reached(url, hosts, ['169.254.169.254'])).toMatch(/never called$/)
    },
  )

  it.each(['internal', '*.agent.internal', 'agent.internal:80', '10.2.0.0/16'])(
    'may not with %s',
    async (hosts) => {
      expect(await reached(url, hosts, ['10.1.2.3'])).toMatch(/must name it$/)
    },
  )
})

it.each(['agent.internal/8', '10.0.0.0/33', 'http://agent', '[fd12::7', 'a b c=d'])(
  'the setting is not %s',
  (hosts) => {
    expect(() => readHosts('AGENT_HOSTS', hosts)).toThrow(/^AGENT_HOSTS must be none, or host names such as/)
  },
)
