// The document and the service agree, at every operation and in both directions: nothing that is valid by the document is
// refused, and nothing that is invalid by it is accepted. A failure prints the seed to run it again with.

import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { signedHeaders } from '../src/platform/kernel/secrets/signature.ts'
import { ask } from './support/ask.ts'
import { type JudgedRequest, judgedRequests } from './support/judged-requests.ts'
import { addSomething } from './support/known-ids.ts'
import { isLongRun } from './support/long-run.ts'
import { type ListedOperation, needsToken, operationsOf, readDocument } from './support/openapi-document.ts'
import type { KnownIds } from './support/request-arbitraries.ts'
import { createTestApp, type TestApp } from './support/test-app.ts'

// Few and always the same for every change; many and always others in the long run.
const RUNS = isLongRun ? { numRuns: 80 } : { numRuns: 15, seed: 7 }
const SIGNING = { secret: 'secret', path: '/api/gateway/http/callback' }

/** What the document says in words: rules between fields, and about what there is already. */
const IN_WORDS = [
  /^dataSourceId .* does not exist$/,
  /^dailyStartTime and dailyEndTime must differ$/,
  /^(calendarIds|doNotCallListIds|trunkIds|taskIds|dataSourceIds|countries) names the .* which does not exist$/,
  /^An administrator (sees everything|may call all countries)/,
  /^A monitor sees no numbers/,
  // A condition has a grammar of its own.
  /^successWhen (?!must)/,
  /^stopWhen\.results\[\d+\]\.name /,
  /^caseField is required for budgets per case and for caseQuietDays$/,
  /^scheduledEndTime must be later than scheduledStartTime$/,
  /^(expireTime|callUntil) has passed/,
  /^callUntil must be later than callTime$/,
  /^(expireTime must be later than givenTime|givenTime must not be in the future)$/,
  / is neither an address nor a network such as /,
  /^calls must be 0 or at least 31, /,
  /^(flow|successWhen|dailyStartTime|dailyEndTime|weekdays|windowZone) and taskId cannot be given together$/,
  /^(contactId or phoneNumber is required|phoneNumber and contactId cannot be given together)$/,
  /^(minDigits must be at most maxDigits|maxDigits must be at least minDigits), which is \d+$/,
  /^contactIds has ids that are no contacts of this task/,
  /^(to must be later than from|from must be earlier than to)$/,
  /^createdTo must be later than createdFrom$/,
  /^afterId and (sort|order) cannot be given together/,
  /^fromStep names the step .*, which does not exist$/,
  /^fromStep is required with exit, toStep and flowVersion$/,
  /^(flow or version is required|flow and version cannot be given together|version must be one (of|that) )/,
  /^result is required with resultName and resultValue$/,
  /^contactIds and (outcomes|causes) cannot be given together$/,
  /^step must be at least \d+ seconds for this period$/,
  /^(phoneNumber is required|(ownPhone|trunkId|callerId) and (phoneNumber|ownPhone) cannot be given together)$/,
  /^phoneNumbers (is required, unless callId is given|and callId cannot be given together)$/,
  /^priority, or another setting to change, is required$/,
  /^id is required with deliveryId$/,
  /^(id or phoneNumber is required|id and phoneNumber cannot be given together)$/,
  // A place to which calls are transferred, and may be.
  /^to(: calls cannot be transferred| must be sip:)/,
  /^cause is needed when a call has ended$/,
  /^(result\.)?callbackTime must (be|not be further ahead than CALLBACK_MAX_DAYS) /,
  /^result\.recordingUrl must be a URL /,
  /^(hangup|sendDigits|say) cannot be given beside (transfer|hangup|sendDigits)$/,
  /^(say\.text|transfer\.(to|whisper)) must not be empty$/,
  /^(username is required with (registers|password|authName)|password is required with registers)$/,
  /^prefixRules\[\d+\]\.strip must be at most \d+, the length of match$/,
  /^codecs must have one of /,
  /^((host|fromDomain|outboundProxy) must be a host name or an IP address, |the port of outboundProxy must be )/,
  /^(url|chatUrls\[\d+\]) (must be an address|must begin with|is at|has a user name)/,
  // After merging with the fields that the contact has, or with those of the other contacts.
  /^a contact has at most 50 custom fields$/,
  /^the custom fields of a contact have at most 16 KiB together$/,
  /at most 500 different custom fields$/,
  /^taskIds must be at most \d+ ids/,
  // What is in a file.
  /^The file has no row \d+ or later$/,
  /^The title row has no column phoneNumber; it has: /,
  /^The file is not in the encoding \S+$/,
]

/** Other requests may have denied every number: then no valid request is accepted. */
const NUMBER_DENIED = /^phoneNumber cannot be called: /

const document = await readDocument()
const ajv = new Ajv2020({ strict: false, validateFormats: false, validateSchema: false })
ajv.addKeyword({ keyword: 'x-maxFieldsBytes', type: 'object', validate: isWithinBytes })
ajv.addSchema(document, 'document')
/** They need a person with a password or a passkey, as people.test.ts and passkeys.test.ts have. */
const OF_PEOPLE =
  /^(signIn|signOut|confirmPassword|startConfirm|changePassword|listSessions|endSession|(read|accept)Invitation|\w+Passkeys?)$/
const operations = operationsOf(document).filter(({ id }) => !OF_PEOPLE.test(id))

function isWithinBytes(
  limit: number,
  { contactId: _id, phoneNumber: _number, callTime: _time, callUntil: _until, ...body }: object & Fields,
): boolean {
  const kept = Object.entries(body).filter(([, value]) => value !== null)
  const fields = Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
  return Buffer.byteLength(JSON.stringify(fields)) <= limit
}
interface Fields {
  contactId?: unknown
  phoneNumber?: unknown
  callTime?: unknown
  callUntil?: unknown
}

const knownIds: KnownIds = {}
let app: TestApp
let address: string
let token: string

beforeAll(async () => {
  app = await createTestApp({ callbackSigning: SIGNING, agents: { secret: SIGNING.secret, timing: {} } })
  address = await app.http.listen({ host: '127.0.0.1', port: 0 })
  token = (await app.tokens.create({ name: 'all', scope: 'admin', mayListen: true })).token
})
beforeEach(async () => {
  Object.assign(knownIds, await addSomething(app))
})
afterAll(() => app.close())

async function send({ method, operation }: ListedOperation, request: JudgedRequest) {
  const path = decodeURIComponent(request.url)
  const message = { direction: 'callback', method, path, body: request.payload ?? '' } as const
  const proof = needsToken(operation)
    ? { authorization: `Bearer ${token}` }
    : signedHeaders(SIGNING.secret, new Date(), message)
  return ask(address, { ...request, method, headers: { ...proof, ...request.headers } })
}

describe('the document and the service agree', () => {
  it.each(operations)('$id', async (listed) => {
    const { operation } = listed
    const seen = { valid: 0, invalid: 0, inWords: 0 }
    await fc.assert(
      fc.asyncProperty(judgedRequests(document, listed, knownIds, ajv), async (request) => {
        const { status, text } = await send(listed, request)
        const message = status === 400 ? String(JSON.parse(text).message) : ''
        // A body past the limit in bytes, which the document states as an answer of its own.
        if (status === 413) return
        // Speaking has a rate of its own, so many requests a minute.
        if (status === 429 && listed.id === 'saySentence') return
        if (request.isValid && IN_WORDS.some((rule) => rule.test(message))) {
          seen.inWords += 1
          return
        }
        if (request.isValid && NUMBER_DENIED.test(message)) {
          seen.valid += 1
          return
        }
        seen[request.isValid ? 'valid' : 'invalid'] += 1
        expect({ isRefused: status === 400, status, message }).toEqual({
          isRefused: !request.isValid,
          status: expect.any(Number),
          message: expect.any(String),
        })
        expect(request.isValid ? [200, 404, 405, 409] : [400]).toContain(status)
      }),
      { ...RUNS, interruptAfterTimeLimit: 20_000 },
    )
    const canBeInvalid =
      operation.requestBody?.content['application/json'] !== undefined ||
      operation.parameters?.some(({ in: place, name }) => place === 'query' && name !== 'taskId')
    if (!isLongRun) return
    // Whether any of them also keeps the rules between the fields is a matter of chance where there are many: that such a request is
    // accepted is for the operation's own tests.
    expect(seen.valid + seen.inWords).toBeGreaterThan(0)
    if (canBeInvalid) expect(seen.invalid).toBeGreaterThan(0)
  })

  it('knows of the words that stand for a rule: each of them is in a description', () => {
    const text = JSON.stringify(document)
    for (const words of [
      'A data source that exists',
      'The start and the end must differ',
      'Needed for `caseQuietDays` and for budgets per case',
      '`to` must be later than `from`',
      '`createdTo` must be later than `createdFrom`',
      '`afterId` needs the default order',
      'The step at which the walk begins: one of the flow',
      'Instead of contactIds',
      'Must be later than scheduledStartTime',
      'Must be later than callTime',
      'by its id or by its number: one of the two is required',
      'in addition to the global ones. Each must exist',
      'or a condition on the result such as',
      'Must not be above maxDigits',
      'Required with `registers` and with a password',
      'Required with `registers`, unless the trunk is disabled',
      'Must not be above the length of `match`',
      'A host name or an IP address, without sip: and without a port',
      'at most 1500 buckets',
      'Begins with https://, or on this machine http://',
      'At most `CALLBACK_MAX_DAYS` ahead',
      'Tasks that exist: only their events are sent',
      'Either this or `callId` must be given',
      'not beside a flow or hours of its own',
      'Later than now and than `callTime`',
      'Either this or `phoneNumber` must be given',
      'required when the status is ended',
      'which must be later than `givenTime`',
      'When it was given; not in the future',
      'or networks such as 203.0.113.0/24, from which alone it may be used',
      'call records (0, or at least 31)',
      'a time of day such as `17:00`, or a delay such as `+90m`',
      'at most 50 in a request and on a contact',
      '500 different names in a data source',
    ])
      expect(text).toContain(words)
  })
})
