// The services that more than one part of the node uses, wing by wing; here the wings are connected. Those that only the API needs are
// made beside its routes, in routes.ts; what only a dialing node needs is in dialing.ts.

import { emergencyMadeBy } from '../campaigns/permission/destinations.ts'
import { readDefaultAttempts } from '../campaigns/permission/permission.queries.ts'
import { decideSimulated } from '../campaigns/tasks/simulated-tasks.ts'
import { tasksNaming } from '../campaigns/tasks/tasks.service.ts'
import { settingLines } from '../commands/backup/backup-settings.ts'
import { createNightlyBackups } from '../commands/backup/nightly-backups.ts'
import { readTrunkReports } from '../dialing/dialer/node/node.queries.ts'
import { countSimulatedCalls } from '../dialing/dialer/single-calls/single-calls.service.ts'
import { createErasures } from '../insight/erasure/erasure.service.ts'
import { createDeletions } from '../insight/retention/deletions.service.ts'
import { createRetention } from '../insight/retention/retention.service.ts'
import { OPEN_BOX } from '../platform/kernel/secrets/secret-box.ts'
import type { Notifications } from '../platform/storage/notifications.ts'
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
import { createConversationServices, DEFAULT_RECORDINGS } from './conversations.ts'
import type { Databases } from './databases.ts'
import { createInsight, createNotificationServices } from './insight.ts'
import { createLists } from './lists.ts'
import { hostOf, hostOfNode, nodeName } from './node-name.ts'
import { createReaders } from './readers.ts'
import { simulationOf } from './simulation.ts'
import type { Telephony } from './telephony.ts'

export type Services = ReturnType<typeof createServices>

export function createServices(
  options: AppOptions,
  databases: Databases,
  telephony: Telephony,
  notifications: Notifications,
) {
  const { clock, log, secrets = OPEN_BOX } = options
  const { db, readDb } = databases
  const { kind: gatewayKind, lines } = telephony
  const gateway = lines?.gateway

  const readers = createReaders(options)
  const retention = createRetention({
    ...{ db, clock, log, recordingDays: (options.recordings ?? DEFAULT_RECORDINGS).days },
  })
  const conversations = createConversationServices(options, databases, {
    ...{ readers, gateway, gatewayKind },
    takeOver: (callId, content) => calls.phoneAudios.takeOver(callId, content),
    recordingDays: () => retention.days('recordings'),
  })
  const campaigns = createCampaigns(options, databases, { readers, flowChecks: conversations.flowChecks })
  const lists = createLists(options, databases, {
    ...{ readers, recordings: conversations.recordings, permission: campaigns.permission },
  })

  const ownPhones = createOwnPhones({ db, clock, secrets, phoneSwitch: lines?.phoneSwitch })
  const trunks = createTrunks({
    db,
    clock,
    secrets,
    tasksNaming,
    flowChecks: conversations.flowChecks,
    hasEnvironment: options.environmentTrunk !== undefined,
    simulation: simulationOf(options),
    emergencyMadeBy,
    simulatedWork: { decide: decideSimulated, countCalls: countSimulatedCalls },
    defaultAttempts: async (tx) => (await readDefaultAttempts.first(tx, []))?.attempts ?? null,
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

  const erasures = createErasures({
    ...{ db, clock, log, readPhoneNumber: readers.readPhoneNumber, numberKey: options.numberKey },
    ...{ listObserver: lists.contactsDependencies.listObserver, backupDays: options.backups?.keep },
  })

  const trunkHealth = createTrunkHealth({ trunks, conditions: trunkConditions, figures: trunkFigures })
  const insight = createInsight(options, databases, {
    readers,
    conversations,
    retention,
    erasures,
    backupState: backups.state,
  })

  return {
    ...{ gatewayKind, trunkCount: telephony.trunks.count },
    ...readers,
    ...createAccess(options, databases, notifications),
    ...lists,
    ...conversations,
    ...{ ownPhones, trunks, trunkConditions },
    /** Without GATEWAY, the trunk that it once was takes no calls. */
    usableTrunks: async () =>
      (await trunks.list()).filter((trunk) => options.environmentTrunk || !isOfEnvironment(trunk)),
    trunkHealth,
    trunkTests: createTrunkTests({
      ...{ trunks, placeCall: calls.singleCalls.testTrunk, findCall: calls.singleCalls.findTest },
    }),
    callerIdStates: createCallerIdStates({ db, clock, offsetAt: readers.offsetAt, trunks }),
    ...campaigns,
    ...calls,
    ...insight,
    ...createNotificationServices(options, databases, { readers, system: insight.system, trunkHealth }),
    ...{ backups, retention, erasures },
    deletions: createDeletions({ db, clock, log, contactsDeleted: lists.contactsDeleted }),
  }
}
