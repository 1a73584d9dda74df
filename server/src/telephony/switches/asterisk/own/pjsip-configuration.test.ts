import { describe, expect, it } from 'vitest'
import { trunkWith } from '../../../../../test/support/trunks.ts'
import type { SipPhone } from './phone-sections.ts'
import { type PjsipOptions, pjsipConfiguration, type SipTrunk } from './pjsip-configuration.ts'
import { UnusableTrunk } from './sip-values.ts'

const OPTIONS: PjsipOptions = {
  sipPort: 5060,
  externalAddress: undefined,
  localNetworks: ['10.0.0.0/8'],
  bindAddress: '0.0.0.0',
  authorities: '/etc/ssl/certs/ca-certificates.crt',
  qualifySeconds: 30,
}

const trunk = (changes: Partial<SipTrunk> = {}): SipTrunk =>
  trunkWith({
    ...{ id: 'a1', name: 'Carrier', host: 'sip.example.com', codecs: ['alaw', 'ulaw', 'opus'] },
    ...changes,
  })

/** As Asterisk reads it: sections in their order, with a semicolon that is not escaped as the beginning of a comment. */
function parse(text: string) {
  const sections: { name: string; values: Record<string, string> }[] = []
  for (const line of text.split('\n')) {
    const bare = line.replace(/(?<!\\);.*/, '').replaceAll('\\;', ';')
    const name = /^\[([^\]]+)\]/.exec(bare)?.[1]
    const [, key, value] = /^(\w+) = (.*)$/.exec(bare) ?? []
    if (name !== undefined) sections.push({ name, values: {} })
    else if (key !== undefined && value !== undefined)
      Object.assign(sections.at(-1)?.values ?? {}, { [key]: value })
    else if (bare.trim() !== '') throw new Error(`neither section nor value: ${line}`)
  }
  return sections
}

const sectionsOf = (changes: Partial<SipTrunk>, options: Partial<PjsipOptions> = {}) => {
  const found = parse(pjsipConfiguration([trunk(changes)], { ...OPTIONS, ...options }))
  return Object.fromEntries(found.map(({ values }) => [values.type, values]))
}

it('writes a trunk that is accepted by its address', () => {
  expect(pjsipConfiguration([trunk()], OPTIONS)).toBe(`[global]
type = global
user_agent = Carillon
max_initial_qualify_time = 1
endpoint_identifier_order = username,ip

[transport-udp]
type = transport
protocol = udp
bind = 0.0.0.0:5060

[trunk-a1]
type = endpoint
transport = transport-udp
context = from-trunk
identify_by = ip
disallow = all
allow = alaw,ulaw
aors = trunk-a1
send_pai = no
direct_media = no
rtp_symmetric = yes
force_rport = yes
dtmf_mode = auto

[trunk-a1]
type = aor
contact = sip:sip.example.com
qualify_frequency = 30
qualify_timeout = 3.0

[trunk-a1]
type = identify
endpoint = trunk-a1
match = sip.example.com
`)
})

it('writes account, registration, From and identity', () => {
  const found = sectionsOf({
    username: 'me@example.com',
    password: 'secret',
    registers: true,
    port: 5080,
    fromUser: '+4930123',
    fromDomain: 'example.com',
    sendsIdentity: true,
  })
  expect(found.endpoint).toMatchObject({
    outbound_auth: 'trunk-a1',
    from_user: '+4930123',
    from_domain: 'example.com',
    send_pai: 'yes',
  })
  expect(found.auth).toMatchObject({ username: 'me@example.com', password: 'secret' })
  expect(found.registration).toMatchObject({
    server_uri: 'sip:sip.example.com:5080',
    client_uri: 'sip:me@example.com',
    contact_user: 'me',
    endpoint: 'trunk-a1',
    outbound_auth: 'trunk-a1',
    line: 'yes',
    auth_rejection_permanent: 'no',
    max_retries: '1000000',
  })
})

it('has the transports that trunks need, TLS on the next port', () => {
  expect(parse(pjsipConfiguration([], OPTIONS)).map(({ name }) => name)).toEqual(['global'])
  const { transport, aor, endpoint } = sectionsOf({ transport: 'tls' })
  expect(transport).toMatchObject({
    protocol: 'tls',
    bind: '0.0.0.0:5061',
    verify_server: 'yes',
    ca_list_file: '/etc/ssl/certs/ca-certificates.crt',
  })
  expect(aor).toMatchObject({ contact: 'sip:sip.example.com;transport=tls' })
  expect(endpoint).toMatchObject({ media_encryption: 'sdes', media_encryption_optimistic: 'yes' })
  expect(sectionsOf({ transport: 'tcp' }).transport).toMatchObject({ protocol: 'tcp', bind: '0.0.0.0:5060' })
})

it('writes what few carriers want', () => {
  const found = sectionsOf({
    ...{ username: 'me', password: 'secret', authName: 'auth', registers: true },
    ...{ outboundProxy: 'proxy.example.com:5080', transport: 'tcp' as const, sendsOptions: false },
    ...{ sendsRemotePartyId: true, hidesCallerId: true, srtp: 'demanded' as const, keys: 'inBand' as const },
  })
  const outbound_proxy = 'sip:proxy.example.com:5080;transport=tcp;lr'
  expect(found.endpoint).toMatchObject({
    ...{ outbound_proxy, send_rpid: 'yes', send_pai: 'yes', trust_id_outbound: 'yes', dtmf_mode: 'inband' },
    ...{ media_encryption: 'sdes', media_encryption_optimistic: 'no' },
  })
  expect(found.aor).toMatchObject({ qualify_frequency: '0', outbound_proxy })
  expect(found.registration).toMatchObject({ outbound_proxy, client_uri: 'sip:me@sip.example.com' })
  expect(found.auth).toMatchObject({ username: 'auth' })
  expect(found.identify).toMatchObject({ match: 'sip.example.com,proxy.example.com' })
  expect(sectionsOf({ outboundProxy: '[2001:db8::2]:5080' }).aor).toMatchObject({
    outbound_proxy: 'sip:[2001:db8::2]:5080;lr',
  })
  expect(sectionsOf({ transport: 'tls', srtp: 'off' }).endpoint).not.toHaveProperty('media_encryption')
  expect(sectionsOf({}, { bindAddress: '::1' }).transport).toMatchObject({ bind: '[::1]:5060' })
})

it('tells the far end the external address, but for local networks', () => {
  expect(sectionsOf({}, { externalAddress: '203.0.113.7' }).transport).toMatchObject({
    external_media_address: '203.0.113.7',
    external_signaling_address: '203.0.113.7',
    local_net: '10.0.0.0/8',
  })
  expect(sectionsOf({}).transport).not.toHaveProperty('local_net')
})

it('puts an IPv6 address into brackets where it is part of another one', () => {
  const found = sectionsOf({ host: '2001:db8::1', port: 5060 })
  expect(found.aor).toMatchObject({ contact: 'sip:[2001:db8::1]:5060' })
  expect(found.identify).toMatchObject({ match: '2001:db8::1' })
})

it('is the same text for the same trunks in another order', () => {
  const [one, other] = [trunk({ id: 'a' }), trunk({ id: 'b' })]
  expect(pjsipConfiguration([other, one], OPTIONS)).toBe(pjsipConfiguration([one, other], OPTIONS))
})

const HOSTILE = [
  'x\ntype = global',
  'x\r[general]',
  'x\u2028y',
  'x;--y',
  'x\\;y',
  '[x]',
  'x]',
  'x,sip:other.example.com',
  '=>x',
  '#include /etc/passwd',
  '$\u007bENV(PATH)}',
  ' x',
  '',
  'x'.repeat(9000),
]

describe.each(HOSTILE)('the value %j', (value) => {
  const whole = {
    username: 'me',
    password: 'secret',
    registers: true,
    fromUser: 'me',
    fromDomain: 'example.com',
    outboundProxy: 'proxy.example.com:5080',
    authName: 'me',
  }
  const expected = sectionsOf(whole)

  it.each([
    ...([
      'id',
      'host',
      'username',
      'password',
      'fromUser',
      'fromDomain',
      'outboundProxy',
      'authName',
    ] as const),
  ])('is refused or kept as the value of %s', (field) => {
    let found: ReturnType<typeof sectionsOf>
    try {
      found = sectionsOf({ ...whole, [field]: value })
    } catch (error) {
      expect(error).toBeInstanceOf(UnusableTrunk)
      if (field === 'password' && value.length > 3) expect((error as Error).message).not.toContain(value)
      return
    }
    // Nothing has come or gone, and what was free text is read as it was.
    const shape = (sections: typeof found) =>
      Object.values(sections).map((values) => Object.keys(values ?? {}))
    expect(shape(found)).toEqual(shape(expected))
    if (field === 'password') expect(found.auth?.['password']).toBe(value)
    else if (field === 'authName') expect(found.auth?.['username']).toBe(value)
    else expect(['fromUser', 'username']).toContain(field)
  })

  it('is refused as a codec', () => {
    expect(() => sectionsOf({ codecs: [value as 'ulaw'] })).toThrow(UnusableTrunk)
    expect(sectionsOf({ codecs: [value as 'ulaw', 'ulaw'] }).endpoint?.allow).toBe('ulaw')
  })
})

it('says what is wrong', () => {
  expect(() => sectionsOf({ host: 'a b' })).toThrow(
    'host must be a name or an address such as sip.example.com, not "a b"',
  )
  expect(() => sectionsOf({ port: 70_000 })).toThrow('port must be a whole number from 1 to 65535, not 70000')
  expect(() => sectionsOf({ registers: true })).toThrow('a trunk that registers needs username and password')
  expect(() => sectionsOf({ codecs: ['opus'] })).toThrow(
    'codecs must have one of ulaw, alaw, g722, gsm, not only "opus"',
  )
})

it('writes own phones, which need their passwords, have no way out, and bring the transports that they need', () => {
  const softphone = { username: '0001234567', password: 'one', isBrowser: false }
  const browser = { username: '0007654321', password: 'two', isBrowser: true }
  const names = (phones: SipPhone[]) => parse(pjsipConfiguration([], OPTIONS, phones)).map(({ name }) => name)
  expect(names([softphone])).toEqual(['global', 'transport-udp', ...Array(3).fill('0001234567')])
  expect(names([browser])).toEqual(['global', 'transport-ws', ...Array(3).fill('0007654321')])
  const text = pjsipConfiguration([trunk()], OPTIONS, [browser, softphone])
  expect(text).toBe(pjsipConfiguration([trunk()], OPTIONS, [softphone, browser]))
  const endpoints = parse(text).filter(({ values }) => values['type'] === 'endpoint')
  expect(
    endpoints.map(({ name, values: { context, identify_by, auth, webrtc } }) => ({
      name,
      context,
      identify_by,
      auth,
      webrtc,
    })),
  ).toEqual([
    // Nobody becomes a trunk by its name.
    { name: 'trunk-a1', context: 'from-trunk', identify_by: 'ip', auth: undefined, webrtc: undefined },
    {
      name: '0001234567',
      context: 'from-phone',
      identify_by: 'username',
      auth: '0001234567',
      webrtc: undefined,
    },
    { name: '0007654321', context: 'from-phone', identify_by: 'username', auth: '0007654321', webrtc: 'yes' },
  ])
  expect(parse(text).at(-1)?.values).toMatchObject({ type: 'auth', username: '0007654321', password: 'two' })
})
