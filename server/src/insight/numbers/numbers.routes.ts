import { Type } from 'typebox'
import { CALLS_TAG } from '../../dialing/calls/calls.routes.ts'
import { givenPhoneNumber } from '../../lists/contacts/contacts.schema.ts'
import {
  type Api,
  afterRow,
  defaulted,
  EXAMPLE_ID,
  fileOperation,
  oneOf,
  operation,
  PageQuery,
  ref,
  success,
} from '../../platform/http/schemas/route-schema.ts'
import { sendFile } from '../../platform/http/send-stream.ts'
import type { Clock } from '../../platform/kernel/clock.ts'
import { phoneDigits } from '../../platform/kernel/phone/phone-number.ts'
import type { Timestamps } from '../../platform/kernel/timestamps.ts'
import { LabelsQuery } from '../../platform/labels/labels.schema.ts'
import { type FileRow, writeNumberFile } from './number-file.ts'
import { NumberEvent, NumberHistory, NumberSummary, presentEvent } from './numbers.schema.ts'
import type { Numbers } from './numbers.service.ts'

const NumberParams = Type.Object({ phoneNumber: givenPhoneNumber })
/** The time in microseconds, and what happened then. */
const EVENT_ID = '^[0-9]{1,18}-[a-z]{1,10}-[0-9a-f-]{1,80}$'

interface NumberRouteDependencies {
  numbers: Numbers
  timestamps: Timestamps
  clock: Clock
}

export function addNumberRoutes(app: Api, { numbers, timestamps, clock }: NumberRouteDependencies): void {
  for (const each of [NumberEvent, NumberSummary, NumberHistory]) app.addSchema(each)
  const tag = CALLS_TAG

  app.get(
    '/api/number/:phoneNumber/history',
    operation({
      id: 'getNumberHistory',
      tag,
      summary: 'Every call to a number and every decision about it, newest first',
      description:
        'Over all tasks and data sources, whether the contacts still exist or not: calls, denials, and do-not-call entries that ' +
        'were added, replaced, removed or expired.',
      needs: 'seeNumbers',
      bound: 'all',
      params: NumberParams,
      query: Type.Object({
        ...PageQuery,
        afterId: afterRow(EVENT_ID, `1773021600000000-call-${EXAMPLE_ID}`),
      }),
      data: ref(NumberHistory),
    }),
    async (request) => {
      const { rows, summary, ...rest } = await numbers.history(request.params.phoneNumber, request.query)
      return success({
        ...rest,
        summary: timestamps.formatAll(summary),
        rows: rows.map((row) => presentEvent(row, timestamps)),
      })
    },
  )

  app.get(
    '/api/number/:phoneNumber/history/export',
    fileOperation({
      id: 'exportNumberHistory',
      tag,
      summary: 'Export every call to a number and every decision about it, newest first',
      needs: 'export',
      records: 'number.export',
      bound: 'all',
      params: NumberParams,
      query: Type.Object({
        format: defaulted(oneOf(['csv', 'xlsx'], { default: 'csv' as const })),
        ...LabelsQuery,
      }),
    }),
    async (request, reply) => {
      const { phoneNumber } = request.params
      const { format, labels } = request.query
      const events = numbers.exportHistory(phoneNumber)
      async function* rows(): AsyncGenerator<FileRow[]> {
        for await (const batch of events) yield batch.map((row) => presentEvent(row, timestamps))
      }
      const name = `number_${phoneDigits(phoneNumber).replace(/\D/g, '')}_${timestamps.compact(clock.now())}`
      return sendFile(
        reply,
        writeNumberFile(rows(), { format: format === 'csv' ? 'csv' : 'excel', labels }),
        name,
      )
    },
  )
}
