import { expect, it } from 'vitest'
import { createSettings } from '../../../../platform/kernel/settings.ts'
import { readOwnAsteriskSettings } from './own-asterisk-settings.ts'

const read = (env: Record<string, string>) => readOwnAsteriskSettings(createSettings(env))

it('needs no settings', () => {
  expect(read({})).toEqual({
    program: undefined,
    path: undefined,
    sipHost: '0.0.0.0',
    sipPort: 5060,
    rtpPorts: { first: 10_000, last: 19_999 },
    externalAddress: undefined,
    authorities: undefined,
    localNetworks: ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'],
  })
})

it('reads what is set', () => {
  expect(
    read({
      ASTERISK_PROGRAM: '/opt/asterisk/sbin/asterisk',
      SIP_HOST: '192.0.2.7',
      SIP_PORT: '5070',
      RTP_PORTS: '30000-30099',
      EXTERNAL_ADDRESS: 'pbx.example.com',
      LOCAL_NETWORKS: '192.168.7.0/24, fd00::/8',
      SIP_CA_FILE: '/etc/carrier.pem',
    }),
  ).toMatchObject({
    program: '/opt/asterisk/sbin/asterisk',
    sipHost: '192.0.2.7',
    sipPort: 5070,
    rtpPorts: { first: 30_000, last: 30_099 },
    externalAddress: 'pbx.example.com',
    localNetworks: ['192.168.7.0/24', 'fd00::/8'],
    authorities: '/etc/carrier.pem',
  })
})

it.each([
  ['SIP_HOST', 'pbx.example.com', /^SIP_HOST must be an IP address .* not "pbx.example.com"$/],
  ['SIP_PORT', '80', /^SIP_PORT must be a whole number from 1024 to 65534, not "80"$/],
  ['RTP_PORTS', '20000', /^RTP_PORTS must be two ports .* not "20000"$/],
  ['RTP_PORTS', '30000-20000', /the lower one first/],
  ['RTP_PORTS', '60000-70000', /from 1024 to 65535/],
  ['EXTERNAL_ADDRESS', '1.2.3.4\nlocal_net = 0.0.0.0/0', /^EXTERNAL_ADDRESS must be an address or a name/],
  ['EXTERNAL_ADDRESS', 'a;b', /not "a;b"$/],
  ['LOCAL_NETWORKS', '10.0.0.0', /^LOCAL_NETWORKS must be networks .* not "10.0.0.0"$/],
  ['SIP_CA_FILE', 'carrier.pem', /^SIP_CA_FILE must be the full name of a file/],
  ['SIP_CA_FILE', '/etc/a;b', /not "\/etc\/a;b"$/],
  ['LOCAL_NETWORKS', '10.0.0.0/33', /not "10.0.0.0\/33"$/],
])('refuses %s=%j', (name, value, message) => {
  expect(() => read({ [name]: value })).toThrow(message)
})
