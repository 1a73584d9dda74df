// What carriers have answered to registrations. Asterisk says it in its log only: the manager interface knows no more than that one was rejected, also if
// nobody has answered at all.
import { open } from 'node:fs/promises'
import type { SipAnswer } from '../../../../../platform/words/sip-answers.ts'

const ANSWER =
  /(?:(\d{3})'? [\w ]*fatal response|response '(\d{3})'|No response) received from '([^'\n]*)' on registration attempt to '([^'\n]*)'/g
/** A line is written at each attempt, every ten seconds. */
const READ_BYTES = 64 * 1024

const keyOf = (server: string, client: string) => `${server} ${client}`

/** The last answer of each, by the addresses of the carrier and of the account as in pjsip.conf. */
export function registrationAnswersIn(log: string) {
  const answers = new Map<string, SipAnswer>()
  for (const [, fatal, other, server = '', client = ''] of log.matchAll(ANSWER)) {
    const status = fatal ?? other
    answers.set(keyOf(server, client), status === undefined ? 'silence' : Number(status))
  }
  return (server: string, client: string) => answers.get(keyOf(server, client))
}

export async function readRegistrationAnswers(logFile: string) {
  const handle = await open(logFile)
  try {
    const { size } = await handle.stat()
    const position = Math.max(0, size - READ_BYTES)
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(size - position), position })
    return registrationAnswersIn(buffer.toString('utf8', 0, bytesRead))
  } finally {
    await handle.close()
  }
}
