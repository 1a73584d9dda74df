// Whether trunks are registered with their carriers. ARI does not report this, so Asterisk's manager interface (AMI) is asked.
// Its answer contains passwords: only the fields below are kept.
import { connect } from 'node:net'

export interface ManagerSettings {
  host: string
  port: number
  username: string
  password: string
}

export interface Registration {
  name: string
  endpoint: string
  server: string
  /** Registered, Rejected, Unregistered and the like. */
  status: string
}

/** Rejects with a sentence for the operator. */
export function readRegistrations(settings: ManagerSettings, timeoutMs: number): Promise<Registration[]> {
  const { host, port, username, password } = settings
  const place = `the manager interface of Asterisk at ${host}:${port}`
  return new Promise((resolve, reject) => {
    const found: Registration[] = []
    const socket = connect({ host, port })
    let rest = ''
    let isIn = false
    const finish = (end: () => void) => {
      clearTimeout(limit)
      socket.destroy()
      end()
    }
    const fail = (why: string) => finish(() => reject(new Error(`${place} ${why}`)))
    const limit = setTimeout(() => fail('does not answer in time'), timeoutMs)

    function hear(block: ReadonlyMap<string, string>): void {
      const event = block.get('event')
      if (event === 'OutboundRegistrationDetailComplete') finish(() => resolve(found))
      else if (event === 'OutboundRegistrationDetail')
        found.push({
          name: block.get('objectname') ?? '',
          endpoint: block.get('endpoint') ?? '',
          server: block.get('serveruri') ?? '',
          status: block.get('status') ?? '',
        })
      else if (block.get('response') === 'Error') {
        // Without any registration Asterisk says that there is nothing to list.
        if (isIn) finish(() => resolve(found))
        else fail('refuses AMI_USERNAME and AMI_PASSWORD: see manager.conf')
      } else if (block.get('response') === 'Success' && !isIn) {
        isIn = true
        socket.write(actionOf({ Action: 'PJSIPShowRegistrationsOutbound' }))
      }
    }

    socket.setEncoding('utf8')
    socket.on('connect', () =>
      socket.write(actionOf({ Action: 'Login', Username: username, Secret: password, Events: 'off' })),
    )
    socket.on('data', (text: string) => {
      const blocks = (rest + text).split('\r\n\r\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) hear(fieldsOf(block))
    })
    socket.on('error', (error: NodeJS.ErrnoException) =>
      fail(`cannot be reached (${error.code ?? 'no reason'})`),
    )
    socket.on('close', () => fail('has closed the connection'))
  })
}

function actionOf(fields: Record<string, string>): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value.replace(/[\r\n]/g, '')}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** The first block begins with a greeting, which has no colon. */
function fieldsOf(block: string): Map<string, string> {
  return new Map(
    block.split('\r\n').flatMap((line) => {
      const at = line.indexOf(':')
      return at > 0 ? [[line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const] : []
    }),
  )
}
