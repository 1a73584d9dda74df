// The services that more than one part of the node uses, wing by wing; here the wings are connected. Those that only the API needs are
// made beside its routes, in routes.ts; what only a dialing node needs is in dialing.ts.

import { emergencyMadeBy } from '../campaigns/permission/destinations.ts'
import { decideSimulated } from '../campaigns/tasks/simulated-tasks.ts'
import { tasksNaming } from '../campaigns/tasks/tasks.service.ts'
import { settingLines } from '../commands/backup/backup-settings.ts'
import { createNightlyBackups } from '../commands/backup/nightly-backups.ts'
import { readTrunkReports } from '../dialing/dialer/node/node.queries.ts'
import { countSimulatedCalls } from '../dialing/dialer/single-calls/single-calls.service.ts'
import { createOwnPhones } from '../telephony/own-phones/own-phones.service.ts'
import { createCallerIdStates } from '../telephony/trunks/caller-id-states.ts'
import { isOfEnvironment } from '../telephony/trunks/default-trunk.ts'
import { createTrunkConditions, type TrunkOnNode } from '../telephony/trunks/health/trunk-conditions.ts'
import { createTrunkFigures } from '../telephony/trunks/health/trunk-figures.ts'
import { createTrunkHealth } from '../telephony/trunks/health/trunk-health.service.ts'
import { createTrunkTests } from '../telephony/trunks/test/trunk-tests.service.ts'
import { createTrunks } from '../telephony/trunks/trunks.service.ts'
import { createAccess } from './access.ts'
import type { AppOptions } from './app-options.ts'
import { createCallServices } from './calls.ts'
import { createCampaigns } from './campaigns.ts'
import { createConversationServices } from './conversations.ts'
import type { Databases } from './databases.ts'
import { createInsight } from './insight.ts'
import { createLists } from './lists.ts'
import { hostOf, hostOfNode, nodeName } from './node-name.ts'
import { createReaders } from './readers.ts'
import { simulationOf } from './simulation.ts'
import type { Telephony } from './telephony.ts'

/** What is created after the services, and asked only later. */
interface CreatedLater {
  /** Whether notifications of the database arrive. */
  hearsChanges(): boolean
  /** The address on which the node listens. */
  ownAddress(): string
}

export type Services = ReturnType<typeof createServices>

export function createServices(
  options: AppOptions,
  databases: Databases,
  telephony: Telephony,
  later: CreatedLater,
) {
  const { clock, log } = options
  const { db, readDb } = databases
  const { kind: gatewayKind, lines } = telephony
  const gateway = lines?.gateway

  const readers = createReaders(options)
  const conversations = createConversationServices(options, databases, {
    ...{ readers, gateway, gatewayKind, ownAddress: later.ownAddress },
    takeOver: (callId, content) => calls.phoneAudios.takeOver(callId, content),
  })
  const campaigns = createCampaigns(options, databases, { readers, flowChecks: conversations.flowChecks })
  const lists = createLists(options, databases, {
    ...{ readers, recordings: conversations.recordings, permission: campaigns.permission },
  })

  const ownPhones = createOwnPhones({ db, clock, phoneSwitch: lines?.phoneSwitch })
  const trunks = createTrunks({
    db,
    clock,
    tasksNaming,
    flowChecks: conversations.flowChecks,
    hasEnvironment: options.environmentTrunk !== undefined,
    simulation: simulationOf(options),
    emergencyMadeBy,
    simulatedWork: { decide: decideSimulated, countCalls: countSimulatedCalls },
  })
  const calls = createCallServices(options, databases, {
    ...{ readers, gateway, gatewayKind, conversations, findOwnPhone: ownPhones.find },
  })
  const trunkConditions = createTrunkConditions({
    ...{ trunks, clock, log, probe: () => lines?.probe(), node: nodeName(options), host: hostOf(options) },
    async readReports() {
      const rows = await readTrunkReports(db, [clock.now()])
      return rows.map(({ name, trunk_states }) => ({
        ...{ node: name, host: hostOfNode(name), trunks: trunk_states as TrunkOnNode[] },
      }))
    },
  })
  const trunkFigures = createTrunkFigures({ db: readDb, clock })

  const backups = createNightlyBackups({
    ...{ db, clock, log, timestamps: readers.timestamps },
    ...{ connection: options.connection, settings: options.backups },
    content: {
      dataDir: options.dataDir,
      recordingsFolder: options.recordings?.folder,
      settings: settingLines(options.given ?? [], options.backups?.hasSecrets ?? false),
    },
  })

  return {
    ...{ gatewayKind, trunkCount: telephony.trunks.count },
    ...readers,
    ...createAccess(options, databases, { hearsChanges: later.hearsChanges }),
    ...lists,
    ...conversations,
    ...{ ownPhones, trunks, trunkConditions },
    /** Without GATEWAY, the trunk that it once was takes no calls. */
    usableTrunks: async () =>
      (await trunks.list()).filter((trunk) => options.environmentTrunk || !isOfEnvironment(trunk)),
    trunkHealth: createTrunkHealth({ trunks, conditions: trunkConditions, figures: trunkFigures }),
    trunkTests: createTrunkTests({
      ...{ trunks, placeCall: calls.singleCalls.testTrunk, findCall: calls.singleCalls.findTest },
    }),
    callerIdStates: createCallerIdStates({ db, clock, offsetAt: readers.offsetAt, trunks }),
    ...campaigns,
    ...calls,
    ...createInsight(options, databases, { readers, conversations, backupState: backups.state }),
    backups,
  }
}
