// A mail server on this machine that takes every e-mail, or refuses all of them: as much SMTP as a client needs.
import { createServer, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

export interface ReceivedMail {
  from: string
  to: string[]
  headers: Record<string, string>
  text: string
}

export interface MailServer {
  url: string
  received: ReceivedMail[]
  isRefusing: boolean
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const mailServer: MailServer = { url: '', received: [], isRefusing: false, close }
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    void converse(socket, mailServer)
  })
  async function close(): Promise<void> {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  mailServer.url = `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  return mailServer
}

async function converse(socket: Socket, server: MailServer): Promise<void> {
  const say = (line: string) => socket.write(`${line}\r\n`)
  let mail = { from: '', to: [] as string[] }
  let data: string[] | undefined
  say('220 here')
  for await (const line of createInterface({ input: socket })) {
    if (data) {
      if (line !== '.') {
        data.push(line.replace(/^\./, ''))
        continue
      }
      server.received.push({ ...mail, ...read(data) })
      mail = { from: '', to: [] }
      data = undefined
      say('250 taken')
      continue
    }
    const [, verb = '', rest = ''] = /^(\w+)(.*)$/.exec(line) ?? []
    const address = /<(.*)>/.exec(rest)?.[1] ?? ''
    if (verb === 'MAIL') mail.from = address
    if (verb === 'RCPT' && !server.isRefusing) mail.to.push(address)
    if (verb === 'DATA') data = []
    if (verb === 'RCPT' && server.isRefusing) say('550 nobody here')
    else if (verb === 'DATA') say('354 go on')
    else if (verb === 'QUIT') {
      say('221 bye')
      socket.end()
    } else say('250 yes')
  }
}

function read(lines: string[]): Pick<ReceivedMail, 'headers' | 'text'> {
  const end = lines.indexOf('')
  const head = lines.slice(0, end).join('\n').replace(/\n\s+/g, ' ')
  const headers = Object.fromEntries(
    [...head.matchAll(/^([\w-]+): (.*)$/gm)].map(([, name = '', value]) => [name.toLowerCase(), value ?? '']),
  )
  return {
    headers: { ...headers, subject: words(headers['subject'] ?? '') },
    text: body(lines.slice(end + 1), headers),
  }
}

/** Encoded words of a header. */
function words(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([BQ])\?(.*?)\?=/gi, (_all, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : unquoted(text.replaceAll('_', ' ')),
    )
}

function body(lines: string[], headers: Record<string, string>): string {
  const encoding = headers['content-transfer-encoding']
  if (encoding === 'base64') return Buffer.from(lines.join(''), 'base64').toString().trimEnd()
  const text = lines.join('\n')
  return (encoding === 'quoted-printable' ? unquoted(text.replace(/=\n/g, '')) : text).trimEnd()
}

const unquoted = (text: string) =>
  Buffer.from(
    text.replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString()
