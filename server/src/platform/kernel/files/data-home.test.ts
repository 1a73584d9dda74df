import { expect, it } from 'vitest'
import { dataHome } from './data-home.ts'

const installed = { env: {}, isCheckout: false, isRoot: false, home: '/home/mia' }

it.each([
  ['a checkout', { ...installed, isCheckout: true, isRoot: true }, './data'],
  ['a user', installed, '/home/mia/.local/share/carillon'],
  ['a user with XDG_DATA_HOME', { ...installed, env: { XDG_DATA_HOME: '/data' } }, '/data/carillon'],
  [
    'a user with a relative XDG_DATA_HOME',
    { ...installed, env: { XDG_DATA_HOME: 'data' } },
    '/home/mia/.local/share/carillon',
  ],
  ['root', { ...installed, isRoot: true, home: '/root' }, '/var/lib/carillon'],
  ['a systemd service', { ...installed, env: { STATE_DIRECTORY: '/var/lib/bells' } }, '/var/lib/bells'],
])('the data of %s are in a folder of their own', (_, machine, folder) => {
  expect(dataHome(machine)).toBe(folder)
})
