// The configuration that docs/gateways.md shows is the one that real calls are tested with, and its other examples fit.

import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readArguments } from '../src/commands/command.ts'
import { commands } from '../src/commands/command-table.ts'
import { newTrunk, type TrunkFlags } from '../src/commands/remote/trunk.ts'
import { sign } from '../src/platform/kernel/secrets/signature.ts'
import { parseWholeXml } from '../src/platform/tabular/xlsx/xlsx-xml.ts'
import { expectSuccess } from './support/expectations.ts'
import { createTestApp } from './support/test-app.ts'

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

describe('a FreeSWITCH as a trunk', () => {
  const section = /^## FreeSWITCH\n([\s\S]*?)^## /m.exec(page)?.[1] ?? ''
  const blocks = (kind: string) =>
    [...section.matchAll(/^ *```(\w+)\n([\s\S]*?)^ *```$/gm)].flatMap(([, found, text = '']) =>
      found === kind ? [text.trim()] : [],
    )

  const [, path, body = ''] = /^POST (\S+)\n\n(.*)$/.exec(blocks('http')[0] ?? '') ?? []
  const added = JSON.parse(body)

  /** The values of the settings, by their names. */
  async function settingsIn(xml: string): Promise<Record<string, string>> {
    const found: Record<string, string> = {}
    await parseWholeXml(Readable.from([Buffer.from(xml)]), {
      open(element, { name, id, ...rest }) {
        const value = rest['value'] ?? rest['expression'] ?? rest['data'] ?? ''
        found[name ?? id ?? rest['application'] ?? rest['field'] ?? element] = value
      },
    })
    return found
  }

  it('is added by the command and by the request, which say the same', async () => {
    const [command = ''] = blocks('sh')
    const asked = readArguments(commands, command.replace(/^npx carillon /, '').split(' '))
    if (asked.kind !== 'run') throw new Error(`not a command: ${command}`)
    expect(asked.command.name).toBe('trunk add')
    const { codecs, ...request } = added
    const sent = newTrunk(asked.operands, asked.flags as TrunkFlags, request.password)
    expect(JSON.parse(JSON.stringify(sent))).toEqual({ ...request, registers: false, sendsIdentity: false })
    const app = await createTestApp()
    onTestFinished(() => app.close())
    expect(expectSuccess(await app.post(path ?? '', { codecs, ...request }))).toMatchObject({
      name: request.name,
      port: request.port,
    })
  })

  it('is configured by XML that fits it and the caller ID', async () => {
    const files = await Promise.all(blocks('xml').map(settingsIn))
    expect(files).toHaveLength(5)
    const [profile, directory, gateway, dialplan, inbound] = files
    const { username, password, port } = added
    expect(profile).toMatchObject({ 'sip-port': String(port), 'auth-calls': 'true', 'dtmf-type': 'rfc2833' })
    expect(profile?.['inbound-codec-prefs']?.split(',').sort()).toEqual(['PCMA', 'PCMU'])
    expect(Object.keys(directory ?? {})).toEqual(
      expect.arrayContaining([username, profile?.['force-register-domain']]),
    )
    expect(directory).toMatchObject({ password, user_context: profile?.['context'] })
    expect(gateway).toMatchObject({ 'caller-id-in-from': 'true', ping: '15' })
    expect(Object.keys(dialplan ?? {})).toContain(profile?.['context'])
    expect(dialplan?.['bridge']).toBe('{sip_cid_type=pid}sofia/gateway/provider/$1')
    expect(Object.keys(gateway ?? {})).toContain('provider')
    expect('+493010203040').toMatch(new RegExp(dialplan?.['destination_number'] ?? '$^'))
    // From the profile that the trunk names, and to a caller ID of it.
    const [, sender, target] = /^sofia\/(\w+)\/\+\$1@([\d.:]+)$/.exec(inbound?.['bridge'] ?? '') ?? []
    expect([sender, target]).toEqual(['carillon', '10.0.0.10:5060'])
    expect('493010203040').toMatch(new RegExp(inbound?.['destination_number'] ?? '$^'))
  })
})
