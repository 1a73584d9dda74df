// The configuration that docs/gateways.md shows is the one that real calls are tested with, and its example of a signature fits.

import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sign } from '../src/platform/kernel/secrets/signature.ts'

const page = readFileSync(new URL('../../docs/gateways.md', import.meta.url), 'utf8')

it.each(['http.conf', 'ari.conf', 'pjsip.conf', 'extensions.conf'])(
  'the docs show %s as it is used',
  (name) => {
    const used = readFileSync(new URL(`telephony/asterisk/${name}`, import.meta.url), 'utf8').trimEnd()
    const shown = used
      .split('\n')
      .map((line) => (line === '' ? '' : `   ${line}`))
      .join('\n')
    expect(page).toContain(`\`\`\`ini\n${shown}\n   \`\`\``)
  },
)

it('the docs sign a report as it is checked', () => {
  const format = /SIGNATURE=\$\(printf '([^']+)'/.exec(page)?.[1] ?? ''
  const [path, time, body] = [/^URL_PATH=(\S+)/m.exec(page)?.[1] ?? '', '1781078400', '{}']
  const values = [path, time, body]
  const text = format.replaceAll('\\n', '\n').replace(/%s/g, () => values.shift() ?? '')
  const hex = createHmac('sha256', 'secret').update(text).digest('hex')
  expect(sign('secret', time, { direction: 'callback', method: 'POST', path, body })).toBe(`v2=${hex}`)
})

it('the docs show a FreeSWITCH trunk on which the caller ID is seen', () => {
  const trunk = /<gateway name="trunk">[\s\S]*?<\/gateway>/.exec(page)?.[0]
  expect(trunk).toContain('<param name="caller-id-in-from" value="true"/>')
})
