import { describe, expect, it } from 'vitest'
import { parseHostList } from './host-list.ts'

describe('an address', () => {
  it.each([
    ['postgres://u:p@db1/calls', ['postgres://u:p@db1/calls']],
    [
      'postgres://u:p@db1:5432,db2:5433/calls?sslmode=verify-full',
      [
        'postgres://u:p@db1:5432/calls?sslmode=verify-full',
        'postgres://u:p@db2:5433/calls?sslmode=verify-full',
      ],
    ],
    ['postgresql://db1,[::1]:6432/calls', ['postgresql://db1/calls', 'postgresql://[::1]:6432/calls']],
    [
      'postgres://u:p%40,ss@db1,db2/calls',
      ['postgres://u:p%40,ss@db1/calls', 'postgres://u:p%40,ss@db2/calls'],
    ],
    ['postgres:///calls?host=/var/run/postgresql', ['postgres:///calls?host=/var/run/postgresql']],
    [
      'postgres://u@/calls?host=/tmp/a,/tmp/b&port=5432,5433',
      ['postgres://u@/calls?host=%2Ftmp%2Fa&port=5432', 'postgres://u@/calls?host=%2Ftmp%2Fb&port=5433'],
    ],
    [
      'postgres://u@/calls?host=/tmp/a,/tmp/b&port=6000',
      ['postgres://u@/calls?host=%2Ftmp%2Fa&port=6000', 'postgres://u@/calls?host=%2Ftmp%2Fb&port=6000'],
    ],
  ])('becomes one for each host: %s', (url, urls) => {
    expect(parseHostList(url)).toEqual({ urls, asked: undefined })
  })

  it('says what it asks of the server', () => {
    const asked = 'read-write'
    expect(parseHostList(`postgres://a,b/calls?target_session_attrs=${asked}`)).toMatchObject({ asked })
  })

  it.each([
    'mysql://a/calls',
    'localhost',
    'postgres:x',
    'postgres://host:port/x',
    'postgres://a,b:port/x',
    'postgres://a,,b/x',
    'postgres://u:p@a,/x',
    'postgres://a:1,b:70000/x',
  ])('is none: %s', (url) => {
    expect(parseHostList(url)).toBeUndefined()
  })
})
