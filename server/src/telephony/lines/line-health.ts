// Where calls for real phones go now, and whether they can. Where a service without GATEWAY is:
//
//   unread      The trunks were not read yet. Nothing is dialed.
//   simulator   No trunk is enabled: calls for trunks wait for one.
//   trunks      At least one is, whether it works or not: a call for a real phone never goes to the simulator.
//   elsewhere   All that are enabled belong to other nodes. This one calls no real phone.
//   draining    The last trunk was removed, and its calls are still up. Nothing is dialed until they have ended.
import type { GatewayHealth } from '../gateway.ts'
import { GatewayFault } from '../refusals.ts'
import type { Switch } from '../switch.ts'
import { isOfEnvironment } from '../trunks/default-trunk.ts'
import { reasonOf } from './fail-over.ts'
import type { LineSet, RealLines } from './line-set.ts'

interface LineHealthOptions {
  simulator: Switch | undefined
  environment: Switch | undefined
  real: RealLines | undefined
  lines: LineSet | undefined
}

type Place = 'unread' | 'simulator' | 'trunks' | 'elsewhere' | 'draining'

export function createLineHealth({ simulator, environment, real, lines }: LineHealthOptions) {
  /** The trunk of the environment. */
  const own = () => real?.trunks.enabled()?.find(isOfEnvironment)
  /** The gateway of the environment is one line of several. */
  const isTogether = () => lines?.isWanted() === true && lines.enabled().length > 0

  function place(): Place {
    if (!lines || !real) return 'simulator'
    if (!real.trunks.enabled()) return 'unread'
    if (lines.isWanted()) return 'trunks'
    if (real.trunks.hasElsewhere()) return 'elsewhere'
    return lines.isDraining() ? 'draining' : 'simulator'
  }

  function healthOfLines(): GatewayHealth {
    const faults: string[] = []
    for (const line of lines?.enabled() ?? []) {
      const fault = line.fault()
      if (fault === undefined) return { isUp: true }
      faults.push(reasonOf(line, fault))
    }
    return { isUp: false, reason: faults.length === 0 ? 'no trunk is enabled' : faults.join('; ') }
  }

  function health(): GatewayHealth {
    if (environment) return isTogether() ? healthOfLines() : environment.health(own()?.id)
    switch (place()) {
      case 'unread':
        return { isUp: false, reason: 'the trunks have not been read yet' }
      case 'simulator':
        return simulator?.health() ?? { isUp: false, reason: 'no trunk is enabled' }
      case 'elsewhere':
        return { isUp: true }
      case 'draining':
        return {
          isUp: false,
          reason: 'the last trunk was removed; the simulator takes over when its calls have ended',
        }
      case 'trunks': {
        const reason = real?.host.fault()
        return reason === undefined ? healthOfLines() : { isUp: false, reason }
      }
    }
  }

  function requireUp(): void {
    const state = health()
    if (!state.isUp) throw new GatewayFault(state.reason)
  }

  return { own, isTogether, place, health, requireUp }
}
