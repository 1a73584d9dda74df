// What a node has for calls: its trunks and own phones as they are now, which of them it registers, and its lines. It is created before the services,
// which ask it; it reads the trunks by them, once they are there.

import type { Country } from '../platform/kernel/phone/phone-key.ts'
import { OPEN_BOX } from '../platform/kernel/secrets/secret-box.ts'
import type { Database } from '../platform/storage/database.ts'
import type { Lines } from '../telephony/lines/create-lines.ts'
import { createTrunkWatch, type TrunkWatch } from '../telephony/lines/trunk-watch.ts'
import { createOwnPhones } from '../telephony/own-phones/own-phones.service.ts'
import { createRegistrar, type Registrar } from '../telephony/trunks/registrar.ts'
import { isOnHost, type Trunk } from '../telephony/trunks/trunk.ts'
import type { AppOptions } from './app-options.ts'
import { hostOf } from './node-name.ts'

/** What is to be done at a notification of the database, by channel. A payload is missing where notifications may have been lost. */
export type WakeUps = Record<string, (payload?: string) => unknown>

export interface Telephony {
  /** Undefined on a node that does not dial. */
  lines: Lines | undefined
  trunks: TrunkWatch
  registrar: Registrar
  /** What it wants to be told of the database. */
  wakeUps: WakeUps
  /** What places the calls now. */
  kind(): string
  /** Reads the trunks and the own phones, before anything is dialed. */
  start(): Promise<void>
  /** Nothing is read any more. */
  close(): Promise<void>
}

interface TelephonyParts {
  db: Database
  /** The trunks that calls may take. */
  usableTrunks(): Promise<Trunk[]>
  country(): Country | undefined
}

export function createTelephony(
  options: AppOptions,
  { db, usableTrunks, country }: TelephonyParts,
): Telephony {
  const { log, clock, gateway, gatewayKind, secrets = OPEN_BOX } = options
  const trunks = createTrunkWatch({
    read: usableTrunks,
    isHere: (trunk) => isOnHost(trunk, hostOf(options)),
    log,
  })
  const registrar = createRegistrar({ db, log, trunks })
  const ownPhones = createTrunkWatch({ read: createOwnPhones({ db, clock, secrets }).all, log })
  const wakeUps: WakeUps = {
    // With another gateway they do not matter to calls.
    ...((gatewayKind === undefined || options.environmentTrunk) && { trunk_changed: trunks.refresh }),
    ...(gatewayKind === undefined && { own_phone_changed: ownPhones.refresh }),
  }
  const onNotify = (channel: string, hear: () => void) => Object.assign(wakeUps, { [channel]: hear })
  const lines: Lines | undefined =
    typeof gateway === 'function'
      ? gateway({ db, trunks, registrar, ownPhones, country, onNotify })
      : gateway && { gateway, probe: () => undefined }

  return {
    lines,
    trunks,
    registrar,
    wakeUps,
    kind: () => gatewayKind ?? (trunks.enabled()?.length || trunks.hasElsewhere() ? 'trunks' : 'simulator'),

    async start() {
      await Promise.all([wakeUps.trunk_changed?.(), gateway && wakeUps.own_phone_changed?.()])
    },

    async close() {
      trunks.close()
      ownPhones.close()
      await lines?.gateway.close()
    },
  }
}
