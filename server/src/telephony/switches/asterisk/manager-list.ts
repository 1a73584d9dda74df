// Lists that only Asterisk's manager interface (AMI) has. Its answers contain passwords: callers keep only the fields they need, and nothing
// of an answer is logged.
import { connect } from 'node:net'
import { guarded } from '../../../platform/kernel/guarded-listener.ts'

export interface ManagerSettings {
  host: string
  port: number
  username: string
  password: string
}

export interface ManagerRequest {
  /** What is asked for, with its parameters. */
  action: { Action: string } & Readonly<Record<string, string>>
  /** The event that has an entry of the list, and the one that ends it. */
  entry: string
  end: string
}

/** The fields of an entry, with their names in lower case. */
export type ManagerEntry = ReadonlyMap<string, string>

/** The entries of each list. Rejects with a sentence for the operator. */
export function readManagerLists(
  { host, port, username, password }: ManagerSettings,
  requests: readonly ManagerRequest[],
  timeoutMs: number,
): Promise<ManagerEntry[][]> {
  const place = `the manager interface of Asterisk at ${host}:${port}`
  return new Promise((resolve, reject) => {
    const found: ManagerEntry[][] = []
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

    /** One after the other: answers do not say what they answer. */
    function askNext(): void {
      const next = requests[found.length]
      if (next) {
        found.push([])
        socket.write(actionOf(next.action))
      } else finish(() => resolve(found))
    }

    function hear(block: ManagerEntry): void {
      const event = block.get('event')
      const response = block.get('response')
      const asked = requests[found.length - 1]
      if (!isIn && response === 'Error') fail('refuses AMI_USERNAME and AMI_PASSWORD: see manager.conf')
      else if (!isIn && response === 'Success') {
        isIn = true
        askNext()
      } else if (event !== undefined && event === asked?.entry) found.at(-1)?.push(block)
      // Without any entry Asterisk answers with an error: there is nothing to list.
      else if (isIn && (response === 'Error' || (event !== undefined && event === asked?.end))) askNext()
    }

    socket.setEncoding('utf8')
    socket.on('connect', () =>
      socket.write(actionOf({ Action: 'Login', Username: username, Secret: password, Events: 'off' })),
    )
    function read(text: string): void {
      const blocks = (rest + text).split('\r\n\r\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) hear(fieldsOf(block))
    }
    socket.on(
      'data',
      guarded(read, () => fail('sends what cannot be read')),
    )
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
