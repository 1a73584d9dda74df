// What the far end sees of this machine. A request of our own asks the carrier whether it is there, and Via of its answer says where the request came
// from (RFC 3581). It leaves by another port than Asterisk's, but by the same NAT.
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv6 } from 'node:net'
import { guarded } from '../../../../platform/kernel/guarded-listener.ts'
import type { SeenAddress } from '../../../trunks/test/trunk-probe.ts'
import type { Trunk } from '../../../trunks/trunk.ts'
import type { OwnAsteriskSettings } from './own-asterisk-settings.ts'

export type NatSettings = Pick<OwnAsteriskSettings, 'externalAddress' | 'localNetworks'>

const SIP_PORT = 5060
/** It is sent again until then, because a datagram may be lost. */
const ASK_AT_MS = [0, 500, 1500]
const GIVE_UP_MS = 3000

/** Undefined if the carrier does not say it, and for other transports than UDP, and for a carrier that is not to be asked. */
export async function readSeenAddress(
  {
    host,
    port,
    transport,
    sendsOptions = true,
  }: Pick<Trunk, 'host' | 'port' | 'transport'> & Partial<Pick<Trunk, 'sendsOptions'>>,
  { externalAddress, localNetworks }: NatSettings,
): Promise<SeenAddress | undefined> {
  if (transport !== 'udp' || !sendsOptions) return undefined
  const target = await addressOf(host)
  const asked = target && (await ask(target, port ?? SIP_PORT))
  if (!target || !asked) return undefined
  const { seenAs, local } = asked
  if (externalAddress === undefined) return { seenAs, announced: local, by: 'interface' }
  if (networksOf(localNetworks).check(target, isIPv6(target) ? 'ipv6' : 'ipv4'))
    return { seenAs, announced: local, by: 'localNetworks' }
  return { seenAs, announced: (await addressOf(externalAddress)) ?? externalAddress, by: 'externalAddress' }
}

async function addressOf(host: string): Promise<string | undefined> {
  if (isIP(host) !== 0) return host
  return (await lookup(host).catch(() => undefined))?.address
}

function networksOf(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/')
    list.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4')
  }
  return list
}

function ask(target: string, port: number): Promise<{ seenAs: string; local: string } | undefined> {
  const socket = createSocket(isIPv6(target) ? 'udp6' : 'udp4')
  const branch = `z9hG4bK${randomBytes(8).toString('hex')}`
  const timers: NodeJS.Timeout[] = []
  return new Promise<{ seenAs: string; local: string } | undefined>((resolve) => {
    const later = (ms: number, act: () => void) => timers.push(setTimeout(act, ms))
    socket.on('error', () => resolve(undefined))
    function read(datagram: Buffer): void {
      const answer = datagram.toString('latin1')
      if (!answer.startsWith('SIP/2.0 ') || !answer.includes(branch)) return
      const { address: local } = socket.address()
      const seenAs = receivedIn(answer)
      resolve(seenAs === undefined ? undefined : { seenAs, local })
    }
    function askAgain(): void {
      const { address, port: own } = socket.address()
      const request = optionsRequest(uriHost(target, port), uriHost(address, own), branch)
      for (const ms of ASK_AT_MS) later(ms, () => socket.send(request))
    }
    const giveUp = () => resolve(undefined)
    socket.on('message', guarded(read, giveUp))
    socket.connect(port, target, guarded(askAgain, giveUp))
    later(GIVE_UP_MS, giveUp)
  }).finally(() => {
    for (const timer of timers) clearTimeout(timer)
    socket.close()
  })
}

const uriHost = (address: string, port: number) => `${isIPv6(address) ? `[${address}]` : address}:${port}`

function optionsRequest(target: string, own: string, branch: string): string {
  const lines = [
    `OPTIONS sip:${target} SIP/2.0`,
    `Via: SIP/2.0/UDP ${own};branch=${branch};rport`,
    'Max-Forwards: 70',
    `From: <sip:carillon@${own}>;tag=${branch}`,
    `To: <sip:${target}>`,
    `Call-ID: ${branch}`,
    'CSeq: 1 OPTIONS',
    'User-Agent: Carillon',
    'Content-Length: 0',
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** A far end that sees what Via says may leave `received` out, but then it has filled in `rport`. */
function receivedIn(answer: string): string | undefined {
  const via = answer.split('\r\n').find((line) => /^(via|v) ?:/i.test(line)) ?? ''
  const [sentBy = '', ...parameters] = via.split(';').map((part) => part.trim())
  const given = new Map(
    parameters.map((each): [string, string] => {
      const [name = '', value = ''] = each.split('=', 2)
      return [name, value]
    }),
  )
  const received = given.get('received') ?? (given.get('rport') && hostOf(sentBy.split(' ').at(-1) ?? ''))
  const address = (received ?? '').replace(/[[\]]/g, '')
  return isIP(address) === 0 ? undefined : address
}

/** Without the port. */
const hostOf = (address: string) => address.replace(/:\d{1,5}$/, '')
