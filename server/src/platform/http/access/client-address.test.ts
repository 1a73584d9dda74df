import { describe, expect, it } from 'vitest'
import { createProxyCheck, networkOf } from './client-address.ts'

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['2001:DB8:1:02:ffff:ffff:ffff:ffff', '2001:db8:1:2'],
    ['2001:db8::6', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['::', '0:0:0:0'],
    ['1::', '1:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

it.each([
  ['127.0.0.9', ['loopback'], true],
  ['::1', ['loopback'], true],
  ['10.0.0.5', ['loopback'], false],
  ['10.0.0.5', ['10.0.0.5'], true],
  ['10.0.0.6', ['10.0.0.5'], false],
  ['10.9.9.9', ['192.0.2.1', '10.0.0.0/8'], true],
  ['2001:db8::9', ['2001:db8::/32'], true],
  ['unknown', ['loopback'], false],
])('%s is a proxy of %j: %s', (address, proxies, isOne) => {
  expect(createProxyCheck(proxies)(address)).toBe(isOne)
  expect(createProxyCheck(false)(address)).toBe(false)
})
