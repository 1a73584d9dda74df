// How each operation of the API is asked about the things of a data source. One that is not here, and that cannot be asked from its path alone, fails
// the test that uses this.
import { CANARY_FLOW, type CanaryIds } from './canary-world.ts'
import { UNKNOWN_ID } from './expectations.ts'
import { PASSWORD } from './people.ts'
import { makeWav } from './recording-switch.ts'

export interface CanaryCase {
  params?: Record<string, string>
  query?: string
  body?: object
  form?: { name: string; content: string | Uint8Array }
  /** What those who may ask can be answered beside 200: the state of things, never a right. */
  also?: number[]
}

interface Told {
  ids: CanaryIds
  /** Of nobody else, for names. */
  fresh: string
  /** Of who asks: an own session, a token to revoke, a person to change. */
  own: Record<'session' | 'token' | 'person' | 'calendar' | 'trunk' | 'audio' | 'list', string>
}

const NUMBER = '+4930901820'
const csv = { name: 'list.csv', content: `phoneNumber\n${NUMBER}\n` }
const byId = (id: string) => ({ body: { id } })
/** In another state, already done by somebody who asked before, or gone. */
const DONE = [404, 405, 409]
const CREDENTIAL = { credentialId: 'AA', clientData: 'AA' }
const SIGNED = { ...CREDENTIAL, authenticatorData: 'AA', signature: 'AA' }
const NEW_FLOW = { steps: [{ id: 'bye', type: 'say', text: 'Goodbye.' }] }
const ICS =
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTAMP:20300101T000000Z\r\n' +
  'DTSTART;VALUE=DATE:20300501\r\nSUMMARY:May Day\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n'

/** In the order in which those that change something are asked: what ends or deletes comes last. */
export const CASES: Record<string, (told: Told) => CanaryCase> = {
  // Reads whose path does not say it all.
  checkImportNumbers: () => ({ query: '?column=0' }),
  followImport: ({ ids }) => ({ params: { id: ids.endedImport } }),
  listImportFailures: ({ ids }) => ({ params: { id: ids.endedImport } }),
  exportImportFailures: ({ ids }) => ({ params: { id: ids.endedImport } }),
  listContactCalls: ({ ids }) => ({ params: { contactId: ids.contact } }),
  explainContact: ({ ids }) => ({ params: { contactId: ids.contact } }),
  getCall: ({ ids }) => ({ params: { id: ids.singleCall } }),
  getTestCall: ({ ids }) => ({ params: { id: ids.testCall } }),
  getAudioRecording: ({ ids }) => ({ params: { id: ids.phoneAudio } }),
  getTrunkTest: ({ ids }) => ({ params: { id: ids.call }, also: [404] }),
  getErasure: ({ ids }) => ({ params: { id: ids.call }, also: [404] }),
  getNumberHistory: ({ ids }) => ({ params: { phoneNumber: ids.number } }),
  exportNumberHistory: ({ ids }) => ({ params: { phoneNumber: ids.number } }),
  listNumberNotes: ({ ids }) => ({ params: { phoneNumber: ids.number } }),
  getNumberTrend: ({ ids }) => ({ params: { phoneNumber: ids.number } }),
  getDoNotCallList: ({ ids }) => ({ params: { id: ids.list } }),
  listDoNotCallEntries: ({ ids }) => ({ params: { id: ids.list } }),
  exportDoNotCallEntries: ({ ids }) => ({ params: { id: ids.list } }),
  listWebhookDeliveries: ({ ids }) => ({ params: { id: ids.webhook } }),
  getCalendar: ({ own }) => ({ params: { id: own.calendar } }),
  getTrunk: ({ own }) => ({ params: { id: own.trunk } }),
  getTrunkHealth: ({ own }) => ({ params: { id: own.trunk } }),
  getAudio: ({ own }) => ({ params: { id: own.audio } }),
  listenToAudio: ({ own }) => ({ params: { id: own.audio } }),
  listTasks: ({ ids }) => ({ query: `?include=progress&dataSourceId=${ids.dataSource}` }),
  listImports: ({ ids }) => ({ query: `?dataSourceId=${ids.dataSource}` }),
  getReport: ({ ids }) => ({ query: `?taskIds=${ids.task}` }),
  exportReport: ({ ids }) => ({ query: `?taskIds=${ids.task}` }),
  explainTask: () => ({ query: '?include=results' }),
  listCalls: ({ ids }) => ({ query: `?phoneNumber=${encodeURIComponent(ids.number)}` }),
  listenToRecording: () => ({ also: [409] }),
  listenToCall: () => ({ also: DONE }),
  getCallNow: ({ ids }) => ({ params: { id: ids.liveCall }, also: [404] }),

  // What adds or only judges.
  checkFlow: ({ ids }) => ({ body: { flow: NEW_FLOW, dataSourceId: ids.dataSource } }),
  previewFlow: () => ({ body: { flow: NEW_FLOW } }),
  checkTrunk: () => ({ body: { prefixRules: [{ match: '+49', strip: 3, add: '0' }] } }),
  saySentence: () => ({ body: { text: 'Hello.' }, also: [409] }),
  addTask: ({ ids, fresh }) => ({
    body: { taskName: fresh, dataSourceId: ids.dataSource, doNotCallListIds: [] },
  }),
  duplicateTask: ({ ids, fresh }) => ({ body: { id: ids.task, taskName: fresh } }),
  continueTask: ({ ids, fresh }) => ({ body: { id: ids.endedTask, taskName: fresh } }),
  updateTask: ({ ids }) => ({ body: { id: ids.draft, dataSourceId: ids.dataSource }, also: [405] }),
  addDataSource: ({ fresh }) => ({ body: { dataSourceName: fresh } }),
  updateDataSource: ({ ids }) => ({ body: { id: ids.dataSource, nameField: 'name' } }),
  addContact: () => ({ body: { phoneNumber: NUMBER }, also: [409] }),
  updateContact: ({ ids }) => ({ body: { contactId: ids.contact, city: 'Bonn' } }),
  withdrawContact: ({ ids }) => ({ body: { contactId: ids.contact } }),
  restoreContact: ({ ids }) => ({ body: { contactId: ids.contact } }),
  importContacts: () => ({ form: csv }),
  uploadImport: () => ({ form: csv }),
  startImport: () => ({ body: {}, also: [403, 405] }),
  uploadDoNotCallImport: ({ ids }) => ({ params: { id: ids.list }, form: csv }),
  importCalendar: ({ own }) => ({ params: { id: own.calendar }, form: { name: 'days.ics', content: ICS } }),
  uploadAudio: ({ fresh }) => ({ query: `?name=${fresh}`, form: { name: 'x.wav', content: makeWav(1) } }),
  callNumber: ({ ids }) => ({ body: { phoneNumber: NUMBER, taskId: ids.task }, also: DONE }),
  testCall: ({ ids }) => ({ params: { id: ids.task }, body: { phoneNumber: NUMBER }, also: [409, 429] }),
  recordAudio: ({ fresh }) => ({ body: { name: fresh, phoneNumber: '+4930901821' }, also: [409, 429] }),
  addNumberNote: ({ ids }) => ({ params: { phoneNumber: ids.number }, body: { note: 'call later' } }),
  addConsents: () => ({ body: { phoneNumbers: [NUMBER], purpose: 'x', wording: 'yes' } }),
  withdrawConsents: () => ({ body: { phoneNumbers: [NUMBER] }, also: [404] }),
  addDoNotCallList: ({ fresh }) => ({ body: { name: fresh } }),
  updateDoNotCallList: ({ ids }) => ({ body: { id: ids.list, description: 'other' } }),
  addDoNotCallEntries: ({ ids }) => ({ params: { id: ids.list }, body: { callId: ids.call } }),
  removeDoNotCallEntries: ({ ids }) => ({ params: { id: ids.list }, body: { phoneNumbers: [NUMBER] } }),
  addCalendar: ({ fresh }) => ({ body: { name: fresh } }),
  updateCalendar: ({ own }) => ({ body: { id: own.calendar, isGlobal: false } }),
  changePermissionSettings: () => ({ body: { minDigits: 5 } }),
  changeCountryOfService: () => ({ body: { country: 'DE' }, also: [409] }),
  changeConsoleSettings: () => ({ body: { offerProtections: false } }),
  changeRetention: () => ({ body: { calls: 1825 } }),
  changeNotificationSettings: () => ({ body: { reportHour: 7 } }),
  changeDialerLimits: () => ({ body: { lines: 20 } }),
  createToken: ({ fresh, ids }) => ({
    body: { name: fresh, scope: 'read', dataSourceIds: [ids.dataSource] },
  }),
  invitePerson: ({ fresh }) => ({ body: { name: fresh, role: 'viewer' } }),
  updatePerson: ({ own, fresh }) => ({ body: { id: own.person, name: fresh, role: 'viewer' } }),
  resetPerson: ({ own }) => byId(own.person),
  disablePerson: ({ own }) => byId(own.person),
  enablePerson: ({ own }) => byId(own.person),
  addTrunk: ({ fresh }) => ({ body: { name: fresh, host: 'sip.example.com' } }),
  updateTrunk: ({ own }) => ({ body: { id: own.trunk, lines: 30 } }),
  testTrunk: ({ own }) => ({ params: { id: own.trunk }, body: { phoneNumber: NUMBER }, also: DONE }),
  addOwnPhone: ({ fresh }) => ({ body: { name: fresh }, also: [405, 409] }),
  addBrowserPhone: () => ({ also: [405, 409] }),
  addWebhook: ({ fresh }) => ({
    body: { url: 'https://203.0.113.7/hook', events: ['task.status'], description: fresh },
  }),
  updateWebhook: ({ ids }) => ({ body: { id: ids.webhook, description: 'other' } }),
  rotateWebhookSecret: ({ ids }) => byId(ids.webhook),
  sendWebhookAgain: ({ ids }) => byId(ids.webhook),
  sendWebhookNow: ({ ids }) => byId(ids.webhook),
  testWebhook: ({ ids }) => ({ ...byId(ids.singleCall), also: [404] }),

  // What ends or deletes.
  // The first real trunk has paused it.
  resumeTask: ({ ids }) => ({ body: { id: ids.task, isSimulated: false }, also: [405] }),
  pauseTask: ({ ids }) => ({ ...byId(ids.task), also: [405] }),
  // The own id is of a task and not of a pause.
  resumeAllTasks: ({ ids }) => ({ ...byId(ids.task), also: [404] }),
  pauseAllTasks: () => ({ body: { reason: 'lunch' } }),
  rescheduleTask: ({ ids }) => ({ body: { id: ids.task, priority: 2 }, also: [405] }),
  changeTaskFlow: ({ ids }) => ({ body: { id: ids.task, flow: CANARY_FLOW }, also: [405, 409] }),
  recallContacts: ({ ids }) => ({ body: { contactIds: [ids.contact] }, also: [405, 409] }),
  publishTask: ({ ids }) => ({ ...byId(ids.draft), also: [405] }),
  transferCall: () => ({ body: { to: 'tel:+4930901820' }, also: [400, ...DONE] }),
  hangUpCall: () => ({ also: DONE }),
  cancelCall: ({ ids }) => ({ params: { id: ids.singleCall }, body: {}, also: DONE }),
  cancelImport: ({ ids }) => ({ params: { id: ids.otherImport }, also: [403, 405] }),
  undoImport: ({ ids }) => ({ params: { id: ids.endedImport }, also: [405, 409] }),
  deleteRecordings: ({ ids }) => ({ body: { id: ids.recording }, also: [404] }),
  stopTask: ({ ids }) => ({ body: { id: ids.task, reason: 'over' }, also: [405] }),
  closeTask: ({ ids }) => ({ ...byId(ids.endedTask), also: [405] }),
  deleteContact: ({ ids }) => ({ body: { contactId: ids.contact }, also: [404] }),
  deleteTask: ({ ids }) => ({ ...byId(ids.endedTask), also: DONE }),
  deleteDataSource: ({ ids }) => ({ ...byId(ids.dataSource), also: DONE }),
  deleteDoNotCallList: ({ own }) => byId(own.list),
  deleteCalendar: ({ own }) => ({ ...byId(own.calendar), also: DONE }),
  deleteAudio: ({ own }) => ({ ...byId(own.audio), also: DONE }),
  deleteNumberNote: ({ ids }) => ({ params: { phoneNumber: ids.number }, ...byId(UNKNOWN_ID), also: [404] }),
  deleteTrunk: ({ own }) => ({ ...byId(own.trunk), also: DONE }),
  deleteOwnPhone: ({ ids }) => ({ ...byId(ids.call), also: [404, 405] }),
  deleteWebhook: ({ ids }) => ({ ...byId(ids.webhook), also: DONE }),
  revokeToken: ({ own }) => byId(own.token),
  erasePerson: () => ({ body: { phoneNumber: '+4930901829' }, also: [409] }),
  // There is no passkey of theirs: what is asked for is as far as they come.
  startAddingPasskey: () => ({ also: [405] }),
  addPasskey: () => ({ body: { name: 'Phone', ...CREDENTIAL, attestationObject: 'AA' }, also: [403, 405] }),
  updatePasskey: () => ({ body: { id: UNKNOWN_ID, name: 'Laptop' }, also: [404] }),
  deletePasskey: () => ({ ...byId(UNKNOWN_ID), also: [404] }),
  startConfirm: () => ({ also: [405] }),
  confirmWithPasskey: () => ({ body: SIGNED, also: [403, 405] }),
  confirmPassword: () => ({ body: { password: PASSWORD } }),
  endSession: ({ own }) => ({ ...byId(own.session), also: [404] }),
  changePassword: () => ({ body: { oldPassword: PASSWORD, newPassword: PASSWORD } }),
}

/** Nobody has to be signed in for them. What they answer to somebody who only asks. */
export const PUBLIC: Record<string, { body?: object; status: number }> = {
  isAlive: { status: 200 },
  isReady: { status: 200 },
  signIn: { body: { name: 'nobody', password: 'wrong' }, status: 401 },
  startPasskey: { status: 405 },
  signInWithPasskey: { body: SIGNED, status: 405 },
  readInvitation: { body: { token: 'nothing' }, status: 403 },
  acceptInvitation: { body: { token: 'nothing', password: PASSWORD }, status: 403 },
  reportToHttpGateway: { body: { attemptId: 'x', status: 'ended', cause: 'busy' }, status: 401 },
  tellAboutCall: { body: { verdict: 'person' }, status: 401 },
}

/** They are never answered with 200 here, for want of what they need. */
export const NEVER_DONE: Record<string, string> = {
  listenToRecording: 'needs a recorded file: recordings.test.ts',
  listenToCall: 'needs a call with audio: listening.test.ts',
  getTrunkTest: 'needs an Asterisk: trunk-tests.test.ts',
  testTrunk: 'needs an Asterisk: trunk-tests.test.ts',
  addOwnPhone: 'needs an Asterisk: own-phones.test.ts',
  deleteOwnPhone: 'needs an Asterisk: own-phones.test.ts',
  addBrowserPhone: 'needs an Asterisk: own-phones.test.ts',
  transferCall: 'needs a call that follows a flow: transfers.test.ts',
  testWebhook: 'waits for the answer of another system: webhooks.test.ts',
  addPasskey: 'needs a device: passkeys.test.ts',
  confirmWithPasskey: 'needs a device: passkeys.test.ts',
  deletePasskey: 'needs a passkey: passkeys.test.ts',
  updatePasskey: 'needs a passkey: passkeys.test.ts',
  saySentence: 'needs a voice: speech.test.ts',
  changeCountryOfService: 'needs a service without live calls: service-country.test.ts',
  deleteDataSource: 'its tasks are not over: deletions.test.ts',
  resumeAllTasks: 'needs a pause of everything: pause-all.test.ts',
  deleteNumberNote: 'is deleted by who wrote it: number-notes.test.ts',
  getErasure: 'is about no data source: erasure.test.ts',
  erasePerson: 'needs the key of the numbers: erasure.test.ts',
}
