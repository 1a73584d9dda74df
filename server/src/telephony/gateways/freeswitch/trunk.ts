// Whether the trunk works, as far as FreeSWITCH knows. It knows if it checks the trunk regularly (`ping` in the settings of
// the gateway) or registers with it.
import { NUMBER_PLACE } from '../call-settings.ts'
import type { EslConnection } from './esl-connection.ts'

/** States of a gateway that has to register and has not. */
const UNREGISTERED = new Set(['UNREGED', 'UNREGISTER', 'FAILED', 'FAIL_WAIT', 'EXPIRED', 'TIMEOUT'])

export function createTrunk(dial: string) {
  const name = /^sofia\/gateway\/(?:[\w.-]+::)?([\w.-]+)\//.exec(dial.replace(NUMBER_PLACE, ''))?.[1]
  let fault: string | undefined
  let registration: string | undefined

  return {
    /** The name of the gateway; undefined if the dial string does not use one. */
    name,
    /** Why no call can go out now. */
    fault: () => fault,
    /** Why the trunk is not registered with its carrier, or undefined. */
    registrationFault: () => registration,

    /** Asks FreeSWITCH. Also shows whether FreeSWITCH still answers. */
    async check(connection: EslConnection): Promise<void> {
      if (name === undefined) {
        await connection.send('api uptime')
        return
      }
      const status = await connection.send(`api sofia status gateway ${name}`)
      if (/^Invalid Gateway/im.test(status)) fault = `FreeSWITCH has no gateway "${name}"`
      else if (/^Status\s+DOWN/im.test(status))
        fault = `the trunk ${name} is down: FreeSWITCH cannot reach it`
      else fault = undefined
      // NOREG: it does not have to register. REGED: it has.
      const state = /^State\s+(\w+)/im.exec(status)?.[1]?.toUpperCase()
      registration =
        state !== undefined && UNREGISTERED.has(state)
          ? `the trunk ${name} is not registered with its carrier (${state}): check username, password and realm of the gateway`
          : undefined
    },
  }
}
