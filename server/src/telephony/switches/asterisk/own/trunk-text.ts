// The text of pjsip.conf for the trunks and own phones as they are now. A trunk that cannot be written is left out, so that it does not stop the others.
import { existsSync } from 'node:fs'
import type { Log } from '../../../../platform/kernel/log/log.ts'
import type { SipPhone } from './phone-sections.ts'
import { type PjsipOptions, pjsipConfiguration, type SipTrunk, trunkSections } from './pjsip-configuration.ts'
import { UnusableTrunk } from './sip-values.ts'
import type { TrunkState } from './states/trunk-states.ts'

export type TrunkText = ReturnType<typeof createTrunkText>

/** Of Debian and Ubuntu, Fedora and RHEL, Alpine, SUSE, and macOS. */
const AUTHORITIES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/cert.pem',
  '/etc/ssl/ca-bundle.pem',
]

const NOT_TAKEN = 'Asterisk does not have this trunk: see asterisk/asterisk.log in the data folder'

type TrunkTextOptions = Omit<PjsipOptions, 'authorities'> & Partial<Pick<PjsipOptions, 'authorities'>>

export function createTrunkText(options: TrunkTextOptions, log: Log) {
  const authorities = options.authorities ?? AUTHORITIES.find((file) => existsSync(file))
  const all: PjsipOptions = { ...options, authorities }
  let usable: readonly SipTrunk[] = []
  let phones: readonly SipPhone[] = []
  let unusable: TrunkState[] = []
  let current = pjsipConfiguration([], all)

  function faultOf(trunk: SipTrunk): string | undefined {
    try {
      trunkSections(trunk, all)
      return undefined
    } catch (error) {
      if (error instanceof UnusableTrunk) return error.message
      throw error
    }
  }

  return {
    set(trunks: readonly SipTrunk[], ownPhones: readonly SipPhone[] = []): void {
      phones = ownPhones
      const enabled = trunks
        .filter(({ isEnabled }) => isEnabled)
        .map((trunk) => ({ trunk, fault: faultOf(trunk) }))
      for (const { trunk, fault } of enabled)
        if (fault !== undefined) log.error({ trunk: trunk.name, fault }, 'a trunk cannot be used')
      usable = enabled.flatMap(({ trunk, fault }) => (fault === undefined ? [trunk] : []))
      unusable = enabled.flatMap(({ trunk, fault }) =>
        fault === undefined
          ? []
          : [
              {
                id: trunk.id,
                isReachable: undefined,
                roundTripMs: undefined,
                registration: undefined,
                fault,
              },
            ],
      )
      current = pjsipConfiguration(usable, all, phones)
    },
    /** The text; the same trunks in another order give the same. */
    current: () => current,
    /** Whether a trunk or an own phone needs this transport. */
    needs: (transport: SipTrunk['transport']) =>
      usable.some((trunk) => trunk.transport === transport) ||
      (transport === 'udp' && phones.some(({ isBrowser }) => !isBrowser)),
    /** What is known, and the trunks that Asterisk does not have. */
    complete(known: readonly TrunkState[]): TrunkState[] {
      const missing = usable.filter(({ id }) => !known.some((state) => state.id === id))
      return [...known, ...missing.map(({ id }) => faultyState(id, NOT_TAKEN)), ...unusable]
    },
  }
}

function faultyState(id: string, fault: string): TrunkState {
  return { id, isReachable: undefined, roundTripMs: undefined, registration: undefined, fault }
}
