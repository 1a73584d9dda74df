// The configuration that docs/gateways.md shows is the one that real calls are tested with.

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

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
