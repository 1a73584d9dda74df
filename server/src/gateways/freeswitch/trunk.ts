// Whether the trunk works, as far as FreeSWITCH knows. It knows if it checks the trunk regularly (`ping` in the settings of
// the gateway) or registers with it.
import type { EslConnection } from './esl-connection.ts'
import { NUMBER_PLACE } from './freeswitch-settings.ts'

export interface Trunk {
  /** The name of the gateway; undefined if the dial string does not use one. */
  name: string | undefined
  /** Asks FreeSWITCH. Also shows whether FreeSWITCH still answers. */
  check(connection: EslConnection): Promise<void>
  /** Why no call can go out now. */
  fault(): string | undefined
}

export function createTrunk(dial: string): Trunk {
  const name = /^sofia\/gateway\/(?:[\w.-]+::)?([\w.-]+)\//.exec(dial.replace(NUMBER_PLACE, ''))?.[1]
  let fault: string | undefined

  return {
    name,
    fault: () => fault,

    async check(connection) {
      if (name === undefined) {
        await connection.send('api uptime')
        return
      }
      const status = await connection.send(`api sofia status gateway ${name}`)
      if (/^Invalid Gateway/im.test(status)) fault = `FreeSWITCH has no gateway "${name}"`
      else if (/^Status\s+DOWN/im.test(status))
        fault = `the trunk ${name} is down: FreeSWITCH cannot reach it`
      else fault = undefined
    },
  }
}
