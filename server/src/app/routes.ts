// The routes of every slice, with the services that only they use.

import { addAssistantRoutes } from '../access/assistants/assistants.routes.ts'
import { addAuditRoutes } from '../access/audit/audit.routes.ts'
import { createAudit } from '../access/audit/audit.service.ts'
import { addOidcRoutes } from '../access/people/oidc/oidc.routes.ts'
import { addPasskeyRoutes } from '../access/people/passkeys/passkeys.routes.ts'
import { addPeopleRoutes } from '../access/people/people.routes.ts'
import { addSessionRoutes } from '../access/people/sessions.routes.ts'
import { addTokenRoutes } from '../access/tokens/tokens.routes.ts'
import { addCalendarRoutes } from '../campaigns/permission/calendars/calendars.routes.ts'
import { createCalendars } from '../campaigns/permission/calendars/calendars.service.ts'
import { addPermissionRoutes } from '../campaigns/permission/permission.routes.ts'
import { addTaskCalendarRoutes } from '../campaigns/tasks/calendar/task-calendar.routes.ts'
import { createTaskCalendars } from '../campaigns/tasks/calendar/task-calendar.ts'
import { addTaskContactRoutes } from '../campaigns/tasks/contacts/task-contacts.routes.ts'
import { createTaskContacts } from '../campaigns/tasks/contacts/task-contacts.ts'
import { createPauses } from '../campaigns/tasks/pauses/pause-all.ts'
import { addPauseRoutes } from '../campaigns/tasks/pauses/pauses.routes.ts'
import { addTaskDraftRoutes } from '../campaigns/tasks/task-drafts.routes.ts'
import { addTaskOperationRoutes } from '../campaigns/tasks/task-operations.routes.ts'
import { addTaskRoutes } from '../campaigns/tasks/tasks.routes.ts'
import { findDialed, tasksNaming } from '../campaigns/tasks/tasks.service.ts'
import { addFlowVersionRoutes } from '../campaigns/tasks/versions/flow-versions.routes.ts'
import { createFlowVersions } from '../campaigns/tasks/versions/flow-versions.ts'
import { addAgentWordRoutes } from '../conversations/agents/agent-words.routes.ts'
import { addAudioRoutes } from '../conversations/audio/audio.routes.ts'
import { addPhoneAudioRoutes } from '../conversations/audio/phone-audio.routes.ts'
import { addFlowRoutes } from '../conversations/flows/flows.routes.ts'
import { addRecordingRoutes } from '../conversations/recordings/recordings.routes.ts'
import { addSpeechRoutes } from '../conversations/speech/speech.routes.ts'
import { addCallRoutes } from '../dialing/calls/calls.routes.ts'
import { createCallExports } from '../dialing/calls/export-calls.ts'
import { addListeningRoutes } from '../dialing/calls/listening.routes.ts'
import { addFlowReportRoutes } from '../dialing/calls/paths/flow-report.routes.ts'
import { createFlowReports } from '../dialing/calls/paths/flow-report.ts'
import { addSingleCallRoutes } from '../dialing/calls/single-calls.routes.ts'
import { addLimitRoutes } from '../dialing/dialer/limits.routes.ts'
import { addTestCallRoutes } from '../dialing/dialer/single-calls/test-calls.routes.ts'
import { addErasureRoutes } from '../insight/erasure/erasure.routes.ts'
import { createEventStreams } from '../insight/events/event-streams.ts'
import { addEventRoutes } from '../insight/events/events.routes.ts'
import { addExplanationRoutes } from '../insight/explain/explain.routes.ts'
import { createExplanations } from '../insight/explain/explain.service.ts'
import { addPreviewRoutes } from '../insight/explain/preview/preview.routes.ts'
import { createPreviews } from '../insight/explain/preview/preview.service.ts'
import { createServiceFacts } from '../insight/explain/service-facts.ts'
import { createTrunkFacts } from '../insight/explain/trunk-facts.ts'
import { addHistoryRoutes } from '../insight/history/history.routes.ts'
import { createHistories } from '../insight/history/history.service.ts'
import { addNotificationRoutes } from '../insight/notifications/notifications.routes.ts'
import { addNumberRoutes } from '../insight/numbers/numbers.routes.ts'
import { createNumbers } from '../insight/numbers/numbers.service.ts'
import { addConsoleSettingRoutes } from '../insight/overview/console-settings.routes.ts'
import { addOverviewRoutes } from '../insight/overview/overview.routes.ts'
import { createOverview } from '../insight/overview/overview.service.ts'
import { addSystemRoutes } from '../insight/overview/system.routes.ts'
import { addReportRoutes } from '../insight/reports/reports.routes.ts'
import { createReports } from '../insight/reports/reports.service.ts'
import { addTrendRoutes } from '../insight/reports/trends.routes.ts'
import { createTrends } from '../insight/reports/trends.service.ts'
import { addDeletionRoutes } from '../insight/retention/deletions.routes.ts'
import { addRetentionRoutes } from '../insight/retention/retention.routes.ts'
import { addWebhookRoutes } from '../insight/webhooks/webhooks.routes.ts'
import { addConsentRoutes } from '../lists/consents/consents.routes.ts'
import { createConsents } from '../lists/consents/consents.service.ts'
import { addContactFileRoutes } from '../lists/contacts/contact-files.routes.ts'
import { addContactRoutes } from '../lists/contacts/contacts.routes.ts'
import { renewNames } from '../lists/contacts/name-blocks.ts'
import { addDataSourceRoutes } from '../lists/data-sources/data-sources.routes.ts'
import { createDataSources } from '../lists/data-sources/data-sources.service.ts'
import { addDoNotCallRoutes } from '../lists/do-not-call/do-not-call.routes.ts'
import { createDoNotCall } from '../lists/do-not-call/do-not-call.service.ts'
import { findGlobalList } from '../lists/do-not-call/first-list.ts'
import { addImportHistoryRoutes } from '../lists/imports/import-history.routes.ts'
import { createImportHistory } from '../lists/imports/import-history.ts'
import { addImportRoutes } from '../lists/imports/imports.routes.ts'
import { createImports } from '../lists/imports/imports.service.ts'
import { addCountryRoutes } from '../lists/number-keys/service-country.routes.ts'
import { addNumberNoteRoutes } from '../lists/number-notes/number-notes.routes.ts'
import { createNumberNotes } from '../lists/number-notes/number-notes.service.ts'
import type { Api } from '../platform/http/schemas/route-schema.ts'
import { isId } from '../platform/kernel/ids.ts'
import { addOwnPhoneRoutes } from '../telephony/own-phones/own-phones.routes.ts'
import { addPhoneSocket } from '../telephony/own-phones/phone-socket.routes.ts'
import { addHttpCallbackRoutes } from '../telephony/switches/http/callbacks.routes.ts'
import { createHttpCallbacks } from '../telephony/switches/http/callbacks.service.ts'
import { createHttpCalls } from '../telephony/switches/http/http-calls.ts'
import { addTrunkHealthRoutes } from '../telephony/trunks/health/trunk-health.routes.ts'
import { addTrunkTestRoutes } from '../telephony/trunks/test/trunk-tests.routes.ts'
import { areCallsSimulated } from '../telephony/trunks/trunks.queries.ts'
import { addTrunkRoutes } from '../telephony/trunks/trunks.routes.ts'
import { refuseOfTrunks } from '../telephony/trunks/trunks.service.ts'
import type { AppOptions } from './app-options.ts'
import type { Databases } from './databases.ts'
import type { Dialing } from './dialing.ts'
import type { Services } from './services.ts'
import { simulationOf } from './simulation.ts'

/** The routes of a node that answers requests. */
export function addApiRoutes(
  http: Api,
  options: AppOptions,
  { db, readDb, exportDb, storageHealth }: Databases,
  services: Services,
  { agentWords }: Dialing,
): void {
  const { clock, log, role, callbackSigning } = options
  const { timestamps, offsetAt, recipientZones, readPhoneNumber, readPhonePrefix, gatewayKind, tasks } =
    services
  const { serviceCountry } = services
  const zone = { timestamps, offsetAt }

  const hasEnvironment = options.environmentTrunk !== undefined
  const readService = createServiceFacts({
    ...{ db, storageHealth, isSimulatorAlone: simulationOf(options) === 'always' },
    readTrunks: createTrunkFacts({
      ...{ db, clock, offsetAt, conditions: services.trunkConditions },
      trunks: services.usableTrunks,
    }),
  })
  const overview = createOverview({ db, clock, zone, readService, recipientZones, hasEnvironment })
  const taskContacts = createTaskContacts({ db, exportDb, clock, serviceZone: offsetAt, recipientZones })
  addTaskRoutes(http, { tasks, taskContacts, timestamps, clock, expectedEnds: overview.expectedEnds })
  addTaskDraftRoutes(http, tasks, timestamps)
  addTaskOperationRoutes(http, tasks, timestamps)
  addTaskCalendarRoutes(http, createTaskCalendars({ db, clock, zone }), timestamps)
  addPauseRoutes(http, createPauses({ db, clock, tasks }), timestamps)
  const { flowChecks } = services
  addFlowVersionRoutes(http, createFlowVersions({ db, clock, flowChecks }), timestamps)
  addTaskContactRoutes(http, taskContacts, timestamps)
  addFlowRoutes(http, {
    flowChecks: services.flowChecks,
    callbackTime: services.callbackTime,
    optOutList: () => findGlobalList(db),
  })
  const dataSources = createDataSources({
    ...{ db, clock, countryChanged: services.keyRenewal.renewSource },
    nameFieldChanged: (id) => renewNames(db, id),
  })
  addDataSourceRoutes(http, dataSources, timestamps)

  const { contactsDependencies, tableFiles } = services
  addContactRoutes(http, services.contacts, timestamps)
  addContactFileRoutes(http, { ...contactsDependencies, tableFiles }, timestamps)
  const { listObserver } = contactsDependencies
  const runner = services.importRunner
  const imports = createImports({ db, clock, tableFiles, readPhoneNumber, runner, listObserver })
  addImportRoutes(http, { imports, streams: services.importProgress, timestamps })
  const importHistory = createImportHistory({ db, clock, imports, runner, listObserver, findDialed })
  addImportHistoryRoutes(http, importHistory, timestamps)

  addCallRoutes(http, {
    calls: services.calls,
    callExports: createCallExports({ exportDb, timestamps }),
    conversations: services.conversations,
    timestamps,
    clock,
  })
  addListeningRoutes(http, services.listening)
  addSingleCallRoutes(http, { singleCalls: services.singleCalls, calls: services.calls, timestamps })
  addRecordingRoutes(http, {
    recordings: services.recordings,
    isCall: async (id) => isId(id) && (await services.calls.number(id)) !== undefined,
    timestamps,
  })
  const callsSimulated = () => areCallsSimulated(db, simulationOf(options))
  const numbers = createNumbers({
    db,
    exportDb,
    clock,
    readPhoneNumber,
    recipientZones,
    areCallsSimulated: callsSimulated,
  })
  addNumberRoutes(http, { numbers, timestamps, clock })

  const doNotCall = createDoNotCall({
    ...{ db, clock, readPhoneNumber, readPhonePrefix, followCountry: serviceCountry.follow, tasksNaming },
    numberOfCall: services.calls.number,
    beforeDelete: (tx, list) => refuseOfTrunks(tx, 'do-not-call list', list),
  })
  const consents = createConsents({ db, clock, readPhoneNumber, followCountry: serviceCountry.follow })
  const { follow: followCountry } = serviceCountry
  addNumberNoteRoutes(http, createNumberNotes({ db, clock, readPhoneNumber, followCountry }), timestamps)
  addConsentRoutes(http, { consents, timestamps, clock })
  addDoNotCallRoutes(http, { doNotCall, exportDb, timestamps, clock })
  addPermissionRoutes(http, services.permission)
  const calendars = createCalendars({
    ...{ db, clock, timeZone: options.timeZone, tasksNaming },
    limits: options.calendarFiles,
  })
  addCalendarRoutes(http, { calendars, timestamps })

  const explanations = createExplanations({
    ...{ db, clock, zone, readService, recipientZones, readPhoneNumber, hasEnvironment },
    countResults: tasks.results,
  })
  addExplanationRoutes(http, explanations, timestamps)
  addHistoryRoutes(http, createHistories({ db: readDb, clock, zone }), timestamps)
  addFlowReportRoutes(http, createFlowReports({ readDb }), timestamps)
  addReportRoutes(http, { reports: createReports({ db: readDb, clock }), timestamps, clock })
  addTrendRoutes(http, { trends: createTrends({ db: readDb, clock, readPhoneNumber }), timestamps })
  const previews = createPreviews({
    db,
    clock,
    zone,
    recipientZones,
    gatewayKind,
    areCallsSimulated: callsSimulated,
  })
  addPreviewRoutes(http, previews, timestamps)
  addAuditRoutes(http, {
    audit: createAudit({ db, exportDb, timestamps }),
    ...{ timestamps, clock },
  })
  addSystemRoutes(http, {
    system: services.system,
    timestamps,
    settings: { role, gatewayKind, trunkCount: services.trunkCount, country: serviceCountry.current },
  })
  addCountryRoutes(http, { serviceCountry, keyRenewal: services.keyRenewal })
  addErasureRoutes(http, services.erasures, timestamps)
  addDeletionRoutes(http, services.deletions)
  addConsoleSettingRoutes(http, { db, clock })
  addRetentionRoutes(http, services.retention, timestamps)
  addOverviewRoutes(http, {
    ...{ overview, timestamps, gatewayKind, trunkProblems: services.trunkHealth.problems },
  })
  const { events, progress, doneContacts } = services
  addEventRoutes(http, {
    streams: createEventStreams({ events, progress, contacts: doneContacts, log }),
    tasks,
  })

  if (callbackSigning) {
    const calls = createHttpCalls({ db, clock })
    addHttpCallbackRoutes(http, createHttpCallbacks({ calls, clock, signing: callbackSigning }))
  }
  if (agentWords) addAgentWordRoutes(http, agentWords)
  addAudioRoutes(http, { audios: services.audios, timestamps })
  addPhoneAudioRoutes(http, { phoneAudios: services.phoneAudios, timestamps })
  addSpeechRoutes(http, { speech: services.speech, timestamps })
  addLimitRoutes(http, services.limits)
  addTestCallRoutes(http, services.singleCalls, timestamps)
  addTokenRoutes(http, services.tokens, timestamps)
  addPeopleRoutes(http, services.people, timestamps)
  addSessionRoutes(http, services)
  addPasskeyRoutes(http, services.passkeys, timestamps)
  if (services.oidc) addOidcRoutes(http, { oidc: services.oidc, sessions: services.sessions })
  addAssistantRoutes(http)
  addTrunkRoutes(http, services.trunks, timestamps)
  addTrunkHealthRoutes(http, services)
  addTrunkTestRoutes(http, services.trunkTests, timestamps)
  addOwnPhoneRoutes(http, services.ownPhones, timestamps)
  addWebhookRoutes(http, services.webhooks, timestamps)
  addNotificationRoutes(http, services.notifications, timestamps)
  addPhoneSocket(http, services.ownPhones.openSocket)
}
