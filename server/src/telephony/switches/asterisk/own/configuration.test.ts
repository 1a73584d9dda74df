import { expect, it } from 'vitest'
import { configurationFiles, MODULES } from './configuration.ts'

const files = configurationFiles({
  folders: { home: '/data/a;b/asterisk', modules: '/usr/lib/asterisk/modules', data: '/usr/share/asterisk' },
  rtpPorts: { first: 10_000, last: 19_999 },
  ari: { port: 18_088, username: 'carillon', password: 'one' },
  manager: { port: 15_038, username: 'carillon', password: 'two' },
})

const valuesOf = (name: string, key: string) =>
  [...(files[name] ?? '').matchAll(new RegExp(`^${key} = (.*)$`, 'gm'))].map(([, value]) => value)

it('keeps everything that Asterisk writes below one folder', () => {
  expect(valuesOf('asterisk.conf', 'astetcdir')).toEqual(['/data/a\\;b/asterisk/etc'])
  const written = [
    'astvarlibdir',
    'astdbdir',
    'astkeydir',
    'astagidir',
    'astcachedir',
    'astspooldir',
    'astrundir',
    'astlogdir',
  ]
  for (const name of written)
    expect(valuesOf('asterisk.conf', name)).toEqual([expect.stringContaining('/data/a\\;b/asterisk/')])
})

it('opens its interfaces on loopback only, with the given secrets', () => {
  for (const name of ['http.conf', 'manager.conf']) expect(valuesOf(name, 'bindaddr')).toEqual(['127.0.0.1'])
  expect(valuesOf('http.conf', 'bindport')).toEqual(['18088'])
  expect(valuesOf('manager.conf', 'port')).toEqual(['15038'])
  expect(valuesOf('ari.conf', 'password')).toEqual(['one'])
  expect(valuesOf('manager.conf', 'secret')).toEqual(['two'])
})

it('loads only what is listed', () => {
  expect(valuesOf('modules.conf', 'autoload')).toEqual(['no'])
  expect(valuesOf('modules.conf', 'load')).toEqual(MODULES.map((name) => `${name}.so`))
  expect(new Set(MODULES).size).toBe(MODULES.length)
  expect(MODULES).not.toContain('res_pjsip_endpoint_identifier_anonymous')
})

it('has the ports of RTP, and lets calls from outside only come to us or be refused', () => {
  expect([valuesOf('rtp.conf', 'rtpstart'), valuesOf('rtp.conf', 'rtpend')]).toEqual([['10000'], ['19999']])
  const steps = files['extensions.conf']?.matchAll(/^(?:exten|same) = .*?,([A-Z]\w+)\(/gm) ?? []
  expect([...steps].map(([, name]) => name)).toEqual(['GotoIf', 'Stasis', 'Hangup'])
})
